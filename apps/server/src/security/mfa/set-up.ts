import { mfaQrCode, mfaSendEmail, mfaSendTextMessage } from '@sitwell/contract'
import type { Caller } from '../../http/caller.ts'
import { refuse } from '../../http/refusal.ts'
import { type Ground, route } from '../../http/service.ts'
import { organisationSetting } from '../organisation-setting.ts'
import { selectOrganisation } from '../queries.ts'
import { appAddress, appSecret } from './app-code.ts'
import { mfaOption, optionsToSetUp } from './mfa-options.ts'
import { personOfCall } from './person-of-call.ts'
import { selectMfaOption } from './queries.ts'
import { sendCode } from './sent-code.ts'

/**
 * The person, where this option is theirs or may become it. While another is set, none of this answers: an email would stand in for
 * the app, and the app's secret would be told to whoever has the password.
 */
const personForOption = async (ground: Ground, caller: Caller, userID: number, option: number) => {
  const whose = await personOfCall(ground, caller, userID)
  if (!whose.ok) return whose
  const held = await selectMfaOption(ground.database, caller.orgId, caller.userGuid)
  const setting = await organisationSetting(ground.database, caller.orgId, 'MFA Providers')
  // An administrator who signed in as somebody would set up their own device as the learner's.
  const isSettingUp =
    caller.madeBy === undefined && held === mfaOption.notSet && optionsToSetUp(setting, whose.person).includes(option)
  const isTheirs = held === option && option !== mfaOption.app
  return isSettingUp || isTheirs ? whose : refuse('NOT_ALLOWED', 'This is not how this person shows the second step.')
}

/** The secret for an authenticator app, until it is set up. */
export const mfaQrCodeRoute = (ground: Ground) =>
  route(mfaQrCode, async ({ caller, query }) => {
    const whose = await personForOption(ground, caller, query.userID, mfaOption.app)
    if (!whose.ok) return whose
    const secret = await appSecret(ground, whose.person, caller.sessionId)
    const organisation = await selectOrganisation(ground.database, caller.orgId)
    return { ok: true, value: { secret, url: appAddress(organisation?.name ?? 'Sitwell', whose.person.username, secret) } }
  })

const send = async (ground: Ground, caller: Caller, userID: number, option: number) => {
  const whose = await personForOption(ground, caller, userID, option)
  if (!whose.ok) return whose
  return sendCode(ground, { person: whose.person, sessionId: caller.sessionId, purpose: 'verify', option })
}

export const mfaSendEmailRoute = (ground: Ground) =>
  route(mfaSendEmail, async ({ caller, query }) => {
    const outcome = await send(ground, caller, query.userID, mfaOption.email)
    return outcome.ok ? { ok: true, value: { email: outcome.sent } } : outcome
  })

export const mfaSendTextMessageRoute = (ground: Ground) =>
  route(mfaSendTextMessage, async ({ caller, query }) => {
    const outcome = await send(ground, caller, query.userID, mfaOption.textMessage)
    return outcome.ok ? { ok: true, value: { textMessage: outcome.sent } } : outcome
  })
