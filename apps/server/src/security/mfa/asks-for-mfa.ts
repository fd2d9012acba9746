import type { PersonTable } from '../../db/schema.ts'
import type { Ground } from '../../http/service.ts'
import { selectSetting } from '../queries.ts'
import { hashOfToken } from '../refresh-token.ts'
import { selectDevice } from './queries.ts'

/** Whether a sign-in has to pass the second step: of this person, or of everybody by the setting `MfaRequired`. */
export const asksForMfa = async (
  { database, clock }: Pick<Ground, 'database' | 'clock'>,
  person: PersonTable,
  deviceToken: string | undefined,
): Promise<boolean> => {
  const setting = person.mfa_required === 1 ? undefined : await selectSetting(database, person.org_id, 'MfaRequired')
  if (person.mfa_required !== 1 && !/^(1|true|yes|on)$/i.test(setting?.value.trim() ?? '')) return false
  if (deviceToken === undefined) return true
  return !(await selectDevice(database, person, { deviceHash: hashOfToken(deviceToken), nowMs: clock.nowMs() }))
}
