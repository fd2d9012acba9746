import { mfaReset, postMfaReset } from '@sitwell/contract'
import type { Database } from '../../db/database.ts'
import type { PersonTable } from '../../db/schema.ts'
import type { Caller } from '../../http/caller.ts'
import { bucketOf, countAttempt } from '../../http/limits/attempts.ts'
import { refuse } from '../../http/refusal.ts'
import { type Incoming, route } from '../../http/service.ts'
import { mayDo, mayManage } from '../../roles/may.ts'
import { grantsOfCaller, selectGrants } from '../../roles/queries.ts'
import { proveByPassword } from '../credentials/prove-by-password.ts'
import { organisationSetting } from '../organisation/organisation-setting.ts'
import { selectPerson, selectPersonByUserId } from '../people/queries.ts'
import type { SecurityContext } from '../security-context.ts'
import { selectSession } from '../sessions/queries.ts'
import { digitsOf, mfaOption } from './mfa-options.ts'
import { deleteMfa, selectMfaOption } from './queries.ts'
import { checkSentCode, sendCode } from './sent-code.ts'

/** Takes the second step of a person back to its setup, whoever asks. */
export const resetMfa = ({ kysely }: Database, person: { readonly org_id: number; readonly user_guid: string }) =>
  deleteMfa(kysely, person)

const trying = { capacity: 10, leakMs: 180_000 }

const done = { ok: true, value: { reset: true } } as const
const byEmail = { ok: true, value: { reset: false, confirmation: 'email' } } as const
const byPassword = { ok: true, value: { reset: false, confirmation: 'password' } } as const
const byAdministrator = { ok: true, value: { reset: false, confirmation: 'administrator' } } as const

/**
 * Whoever has the password alone must not get round the second step by resetting it. So before the step is passed, a reset asks for
 * the code of a mail; if there is no email, or the setting `MfaReset` says `administrator`, an administrator does it.
 */
const resetBeforeMfa = async (context: SecurityContext, caller: Caller, person: PersonTable, typed: string | undefined) => {
  const setting = await organisationSetting(context.database, caller.orgId, 'MfaReset')
  if (!person.email || setting?.trim().toLowerCase() === 'administrator') return byAdministrator
  const place = { person, sessionId: caller.sessionId, purpose: 'reset', option: mfaOption.email } as const
  if (typed === undefined) {
    const outcome = await sendCode(context, place)
    if (!outcome.ok) return outcome
    return outcome.sent ? byEmail : ({ ok: true, value: { reset: false } } as const)
  }
  const code = digitsOf(typed)
  if (code === undefined) return byEmail
  const wait = await countAttempt(context, bucketOf(context, caller.orgId, 'mfa', [caller.userGuid], trying))
  if (wait) return wait
  if (!(await checkSentCode(context, place, code))) return byEmail
  await resetMfa(context.database, person)
  return done
}

/** Whoever finds a browser in which the step was passed must not make the second step their own. */
const resetAfterMfa = async (
  context: SecurityContext,
  person: PersonTable,
  { password, address }: { readonly password: string | undefined; readonly address: string },
) => {
  if (password === undefined) return byPassword
  const proven = await proveByPassword(context, person, { password, address })
  if (proven !== true) return proven === false ? byPassword : proven
  await resetMfa(context.database, person)
  return done
}

/** Who asks for a reset, in which call, and whether their own second step is still to be passed in this session. */
interface Asking extends Pick<Incoming<typeof mfaReset>, 'caller' | 'request'> {
  readonly isPending: boolean
}

interface Typed {
  readonly userID: number
  readonly code?: string | undefined
  readonly password?: string | undefined
}

const noteReset = (
  { securityLog }: Pick<SecurityContext, 'securityLog'>,
  { caller, request }: Asking,
  { org_id: orgId, user_guid: userGuid }: PersonTable,
  what?: string,
) => {
  const author = userGuid === caller.userGuid ? undefined : caller.userGuid
  securityLog.note({ kind: 'second-step-reset', orgId, userGuid, author, address: request.ip, what })
}

/** One's own: once it is set up, more has to be shown for it than that one is signed in. */
const resetOwn = async (context: SecurityContext, asking: Asking, self: PersonTable, typed: Typed) => {
  const { caller, request, isPending } = asking
  const isSet = (await selectMfaOption(context.database, caller.orgId, caller.userGuid)) !== mfaOption.notSet
  if (!isSet) {
    await resetMfa(context.database, self)
    return done
  }
  const outcome = isPending
    ? await resetBeforeMfa(context, caller, self, typed.code)
    : await resetAfterMfa(context, self, { password: typed.password, address: request.ip })
  if (outcome.ok && outcome.value.reset) noteReset(context, asking, self, isPending ? 'by a mailed code' : 'by the password')
  return outcome
}

/** As staff, who have passed their own second step, that of somebody of the organisation who may do nothing that they may not. */
const resetOther = async (
  context: Pick<SecurityContext, 'clock' | 'database' | 'securityLog'>,
  asking: Asking,
  userId: number,
) => {
  const { caller, isPending } = asking
  const { database, clock } = context
  const notAllowed = refuse('NOT_ALLOWED', 'Only staff whose role allows it reset the second step of somebody else.')
  const grants = isPending ? [] : await grantsOfCaller(database, caller)
  if (!mayDo(grants, 'people.credentials', {}, clock.nowMs())) return notAllowed
  const other = await selectPersonByUserId(database, caller.orgId, userId)
  if (!other || !mayManage(grants, await selectGrants(database, other), clock.nowMs())) return notAllowed
  await resetMfa(context.database, other)
  noteReset(context, asking, other)
  return done
}

/** Takes the second step back to its setup: one's own, or as staff that of somebody of the organisation. */
const createReset =
  (context: SecurityContext) =>
  async ({ caller, request }: Omit<Asking, 'isPending'>, typed: Typed) => {
    const { database } = context
    if (caller.madeBy !== undefined)
      return refuse('NOT_ALLOWED', 'An administrator resets the second step in their own name, not as the learner.')
    const session = await selectSession(database, caller.orgId, caller.sessionId)
    const asking = { caller, request, isPending: session?.mfa_pending !== 0 }
    const self = await selectPerson(database, caller.orgId, caller.userGuid)
    return self?.user_id === typed.userID ? resetOwn(context, asking, self, typed) : resetOther(context, asking, typed.userID)
  }

export const mfaResetRoute = (context: SecurityContext) => {
  const reset = createReset(context)
  return route(mfaReset, (incoming) => reset(incoming, incoming.query))
}

export const postMfaResetRoute = (context: SecurityContext) => {
  const reset = createReset(context)
  return route(postMfaReset, (incoming) => reset(incoming, incoming.body))
}
