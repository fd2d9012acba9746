import type { PersonTable } from '../../db/schema.ts'
import { hashOfToken } from '../../tokens/refresh-token.ts'
import { isSetOn, organisationSetting } from '../organisation/organisation-setting.ts'
import type { SecurityContext } from '../security-context.ts'
import { selectDevice } from './queries.ts'

/** Whether a sign-in has to pass the second step: of this person, or of everybody by the setting `MfaRequired`. */
export const asksForMfa = async (
  { database, clock }: Pick<SecurityContext, 'database' | 'clock'>,
  person: PersonTable,
  deviceToken: string | undefined,
): Promise<boolean> => {
  if (person.mfa_required !== 1 && !isSetOn(await organisationSetting(database, person.org_id, 'MfaRequired'))) return false
  if (deviceToken === undefined) return true
  return !(await selectDevice(database, person, { deviceHash: hashOfToken(deviceToken), nowMs: clock.nowMs() }))
}
