import type { PersonTable } from '../db/schema.ts'
import { selectInstallationGrants } from '../roles/installation-grants.ts'
import { mfaOption, optionsToSetUp } from '../security/mfa/mfa-options.ts'
import { selectMfaOption } from '../security/mfa/queries.ts'
import { isSetOn, organisationSetting } from '../security/organisation/organisation-setting.ts'
import type { SecurityContext } from '../security/security-context.ts'

/** How a second step is shown. */
type Way = Exclude<keyof typeof mfaOption, 'notSet'>

const waysInOrder = ['email', 'textMessage', 'app'] as const satisfies readonly Way[]

/** What is left to do before the office opens. */
interface SecondStep {
  readonly is: 'none' | 'verify' | 'set-up'
  /** Those that may be shown, or set up. */
  readonly ways: readonly Way[]
  /** Where codes are mailed to, if they are: `m•••@example.org`. */
  readonly email?: string
}

/** Enough of an address for its owner to know which one it is. */
const maskedEmail = (email: string): string => {
  const at = email.lastIndexOf('@')
  return at < 1 ? '•••' : `${[...email][0]}•••${email.slice(at)}`
}

/** Whether a setting is switched off; what was never set is not. */
export const isSetOff = (value: string | null) => /^(0|false|no|off)$/i.test(value?.trim() ?? '')

/** Whether somebody owns the installation, now or soon. A session that is opened now may last until then. */
const ownsInstallation = async (database: SecurityContext['database'], person: PersonTable): Promise<boolean> =>
  (await selectInstallationGrants(database, person)).some(({ isWithdrawn }) => !isWithdrawn)

/** The ways in which a person may show the second step: the one that is set; if none is, those that they may set up. */
export const waysOf = async ({ database }: Pick<SecurityContext, 'database'>, person: PersonTable) => {
  const held = await selectMfaOption(database, person.org_id, person.user_guid)
  const providers = held === mfaOption.notSet ? await organisationSetting(database, person.org_id, 'MFA Providers') : null
  const options = held === mfaOption.notSet ? optionsToSetUp(providers, person) : [held]
  return { isSet: held !== mfaOption.notSet, ways: waysInOrder.filter((way) => options.includes(mfaOption[way])) }
}

/**
 * Staff show a second step at each sign-in to the office, unless the setting `OfficeSecondStep` is off, and even then if it is asked of the person,
 * or of everybody. Owners of the installation always do: an owner of their organisation, who sets this, must not make it easier to become them. No remembered device represents it: one of the player is remembered for weeks.
 */
export const secondStepOf = async (
  context: Pick<SecurityContext, 'database'>,
  person: PersonTable,
): Promise<SecondStep & { readonly ways: Way[] }> => {
  const { isSet, ways } = await waysOf(context, person)
  const settings = ['OfficeSecondStep', 'MfaRequired'].map((name) => organisationSetting(context.database, person.org_id, name))
  const [ofOffice = null, ofAll = null] = await Promise.all(settings)
  const isAsked =
    !isSetOff(ofOffice) || person.mfa_required === 1 || isSetOn(ofAll) || (await ownsInstallation(context.database, person))
  if (!isAsked) return { is: 'none', ways: [] }
  const email = ways.includes('email') && person.email ? { email: maskedEmail(person.email) } : {}
  return { is: isSet ? 'verify' : 'set-up', ways, ...email }
}
