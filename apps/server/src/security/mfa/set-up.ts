import { mfaQrCode, mfaSendEmail, mfaSendTextMessage } from '@sitwell/contract'
import type { Caller } from '../../http/caller.ts'
import { refuse } from '../../http/refusal.ts'
import { route } from '../../http/service.ts'
import { organisationSetting } from '../organisation/organisation-setting.ts'
import { selectOrganisation } from '../organisation/queries.ts'
import type { SecurityContext } from '../security-context.ts'
import { appAddress, appSecret } from './app-code.ts'
import { mfaOption, optionsToSetUp } from './mfa-options.ts'
import { personOfCall } from './person-of-call.ts'
import { selectMfaOption } from './queries.ts'
import { sendCode } from './sent-code.ts'

/**
 * The person, where this option is theirs or may become it. While another is set, none of this answers: an email would stand in for
 * the app, and the app's secret would be told to whoever has the password.
 */
const personForOption = async (context: Pick<SecurityContext, 'database'>, caller: Caller, userID: number, option: number) => {
  const whose = await personOfCall(context, caller, userID)
  if (!whose.ok) return whose
  const held = await selectMfaOption(context.database, caller.orgId, caller.userGuid)
  const setting = await organisationSetting(context.database, caller.orgId, 'MFA Providers')
  // An administrator who signed in as somebody would set up their own device as the learner's.
  const isSettingUp =
    caller.madeBy === undefined && held === mfaOption.notSet && optionsToSetUp(setting, whose.person).includes(option)
  const isTheirs = held === option && option !== mfaOption.app
  return isSettingUp || isTheirs ? whose : refuse('NOT_ALLOWED', 'This is not how this person shows the second step.')
}

/** The secret for an authenticator app, until it is set up. */
export const mfaQrCodeRoute = (context: Pick<SecurityContext, 'database' | 'keys'>) =>
  route(mfaQrCode, async ({ caller, query }) => {
    const whose = await personForOption(context, caller, query.userID, mfaOption.app)
    if (!whose.ok) return whose
    const secret = await appSecret(context, whose.person, caller.sessionId)
    const organisation = await selectOrganisation(context.database, caller.orgId)
    return { ok: true, value: { secret, url: appAddress(organisation?.name ?? 'Sitwell', whose.person.username, secret) } }
  })

const send = async (context: SecurityContext, caller: Caller, userID: number, option: number) => {
  const whose = await personForOption(context, caller, userID, option)
  if (!whose.ok) return whose
  return sendCode(context, { person: whose.person, sessionId: caller.sessionId, purpose: 'verify', option })
}

export const mfaSendEmailRoute = (context: SecurityContext) =>
  route(mfaSendEmail, async ({ caller, query }) => {
    const outcome = await send(context, caller, query.userID, mfaOption.email)
    return outcome.ok ? { ok: true, value: { email: outcome.sent } } : outcome
  })

export const mfaSendTextMessageRoute = (context: SecurityContext) =>
  route(mfaSendTextMessage, async ({ caller, query }) => {
    const outcome = await send(context, caller, query.userID, mfaOption.textMessage)
    return outcome.ok ? { ok: true, value: { textMessage: outcome.sent } } : outcome
  })
