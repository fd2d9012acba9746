import { officeAppSecret, officeSecondStep, officeSendCode } from '@sitwell/contract'
import type { PersonTable } from '../db/schema.ts'
import type { Caller } from '../http/caller.ts'
import { givenCookie } from '../http/office/office-cookie.ts'
import { passOfficeSession, selectOfficeSession } from '../http/office/office-queries.ts'
import { type RefusedOutcome, refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import { appAddress, appSecret } from '../security/mfa/app-code.ts'
import { checkCode } from '../security/mfa/check-code.ts'
import { mfaOption } from '../security/mfa/mfa-options.ts'
import { countRecoveryCodes, makeRecoveryCodes } from '../security/mfa/recovery-codes.ts'
import { sendCode } from '../security/mfa/sent-code.ts'
import { selectOrganisation } from '../security/organisation/queries.ts'
import { selectPerson } from '../security/people/queries.ts'
import type { SecurityContext } from '../security/security-context.ts'
import { sha256 } from '../sha256.ts'
import { waysOf } from './second-step-of.ts'
import { newSecret } from './sign-in.ts'

const notPending = refuse('NOT_ALLOWED', 'The second step of this session is done.')

/** The person of a session whose second step is still to be done. */
const pendingPerson = async (
  { database }: Pick<SecurityContext, 'database'>,
  caller: Caller,
): Promise<{ ok: true; person: PersonTable } | RefusedOutcome<'NOT_ALLOWED'>> => {
  const session = await selectOfficeSession(database, caller)
  const person = session?.mfa_pending === 1 ? await selectPerson(database, caller.orgId, caller.userGuid) : undefined
  return person ? { ok: true, person } : notPending
}

/** The secret for an authenticator app, until one is set up. */
export const officeAppSecretRoute = (context: SecurityContext) =>
  route(officeAppSecret, async ({ caller }) => {
    const whose = await pendingPerson(context, caller)
    if (!whose.ok) return whose
    const { isSet, ways } = await waysOf(context, whose.person)
    // Once the app is set up its secret is shown to nobody: whoever has the password would make it their own.
    if (isSet || !ways.includes('app')) return refuse('NOT_ALLOWED', 'This person sets up no authenticator app.')
    const secret = await appSecret(context, whose.person, caller.sessionId)
    const organisation = await selectOrganisation(context.database, caller.orgId)
    return { ok: true, value: { secret, url: appAddress(organisation?.name ?? 'Sitwell', whose.person.username, secret) } }
  })

/** Sends a code by a way that is set, or may be set up. */
export const officeSendCodeRoute = (context: SecurityContext) =>
  route(officeSendCode, async ({ caller, body }) => {
    const whose = await pendingPerson(context, caller)
    if (!whose.ok) return whose
    const { ways } = await waysOf(context, whose.person)
    if (!ways.includes(body.way)) return refuse('NOT_ALLOWED', 'This is not how this person shows the second step.')
    const place = { person: whose.person, sessionId: caller.sessionId, purpose: 'verify', option: mfaOption[body.way] } as const
    const outcome = await sendCode(context, place)
    return outcome.ok ? { ok: true, value: { sent: outcome.sent } } : outcome
  })

/** Passes the second step. The session continues with another secret, so that a cookie from before the step opens nothing. */
export const officeSecondStepRoute = (context: SecurityContext) =>
  route(officeSecondStep, async ({ caller, body, request }) => {
    const whose = await pendingPerson(context, caller)
    if (!whose.ok) return whose
    const { person } = whose
    const { isSet, ways } = await waysOf(context, person)
    // Nobody who has set nothing up has recovery codes that count: they would get round setting it up.
    if (body.way === 'recovery' && !isSet) return { ok: true, value: { passed: false } }
    const secret = newSecret()
    const typed = {
      ...{ person, sessionId: caller.sessionId, code: body.code, address: request.ip },
      way: body.way === 'recovery' ? body.way : mfaOption[body.way],
      allowed: ways.map((way) => mfaOption[way]),
    }
    const outcome = await checkCode(context, typed, async (transaction) => {
      const nowMs = context.clock.nowMs()
      const isPassed = await passOfficeSession(transaction, caller, { secretHash: sha256(secret), nowMs })
      const { made } = await countRecoveryCodes({ kysely: transaction }, person)
      return { isPassed, codes: isPassed && made === 0 ? await makeRecoveryCodes(transaction, person, nowMs) : undefined }
    })
    if (!outcome.ok) return outcome
    if (!outcome.isRight) return { ok: true, value: { passed: false } }
    const { isPassed, codes } = outcome.passed
    // Another request passed it first, or the session ended meanwhile.
    if (!isPassed) return notPending
    const { orgId, sessionId } = caller
    const setCookie = givenCookie(request.protocol, { orgId, sessionId, secret })
    return { ok: true, value: { passed: true, ...(codes && { recoveryCodes: codes }) }, setCookie }
  })
