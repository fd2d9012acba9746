import { policiesOf } from '@sitwell/exam/organisation/organisation-policies'
import type { PersonTable } from '../../db/schema.ts'
import { refuse } from '../../http/refusal.ts'
import { takePersonalToken } from '../../tokens/personal-token.ts'
import { judgePassword, noteRefused } from '../credentials/judge-password.ts'
import { mayTry, signInFailed, signInSucceeded } from '../credentials/sign-in-limits.ts'
import { asksForMfa } from '../mfa/asks-for-mfa.ts'
import { lockPerson, noteSignIn, selectPersonByUsername, updatePasswordHash } from '../people/queries.ts'
import type { SecurityContext } from '../security-context.ts'
import { sessionsEnded } from '../sessions/end-sessions.ts'
import { confirmSession, endOpenSessions, selectSession } from '../sessions/queries.ts'
import { launchMs } from './enter-launch.ts'
import { loginReply } from './login-reply.ts'
import { openSession, type SignInPlace } from './open-session.ts'

export interface Credentials {
  readonly orgId: number
  readonly username: string
  readonly password: string
  readonly loginToken?: string | undefined
  readonly requestId?: string | undefined
  readonly mfaDeviceToken?: string | undefined
  readonly forLaunch?: 'true' | undefined
  readonly noNewSession?: 'true' | 'false' | undefined
  readonly redirectedViaProctorio?: 'true' | 'false' | undefined
}

/** A user type that signs in by itself where everybody else needs a login token (spec 1 §5). */
const adminLikeUserType = 4

/**
 * Opens a session by the ticket that the proctoring provider was given for a person; undefined if it doesn't hold. They have shown
 * everything in the sign-in that asked for it, which continues beside this one where it says so: it is where they come back to.
 */
const openByTicket = async (context: SecurityContext, person: PersonTable, credentials: Credentials, from: SignInPlace) => {
  const { database, clock, keys, tickets } = context
  const nowMs = clock.nowMs()
  const opened = await database.kysely.transaction().execute(async (transaction) => {
    await lockPerson(transaction, person)
    const { password: ticket, requestId, noNewSession } = credentials
    const taken = await tickets.take(transaction, person, ticket, { nowMs, requestId })
    const asking = taken && (await selectSession({ kysely: transaction }, person.org_id, taken.asked_in))
    if (!taken || !asking) return undefined
    const keep = noNewSession === 'true' ? taken.asked_in : undefined
    const ended = await endOpenSessions(transaction, person.org_id, person.user_guid, 'double-login', nowMs, keep)
    const session = await openSession(transaction, { clock, keys }, person, {
      ...from,
      mfaPending: false,
      madeBy: asking.made_by,
    })
    if (asking.rubric_confirmed_at !== null)
      await confirmSession({ kysely: transaction }, { orgId: person.org_id, sessionId: session.sessionId }, nowMs)
    await tickets.bind(transaction, taken, session.sessionId)
    return { ended, session }
  })
  sessionsEnded(context, opened?.ended ?? [])
  return opened && loginReply(context, person, opened.session)
}

/** Signs a person in who comes back from the proctoring provider, with a ticket for the password. */
const signInByTicket = async (
  context: SecurityContext,
  person: PersonTable | undefined,
  credentials: Credentials,
  from: SignInPlace,
) => {
  const { orgId, username, password: ticket } = credentials
  const opened = person?.suspended === 0 ? await openByTicket(context, person, credentials, from) : undefined
  if (opened) {
    const userGuid = opened.value.UserGUID
    context.securityLog.note({ kind: 'sign-in', orgId, userGuid, address: from.address, what: 'ticket' })
    return opened
  }
  const attempt = { orgId, username, address: from.address }
  await context.tickets.noteRefused({ orgId, ticket, person })
  await signInFailed(context, attempt)
  noteRefused(context, attempt, 'ticket', person)
  return refuse('WRONG_CREDENTIALS', 'The ticket is not valid, or no longer valid.', { suspended: false })
}

/** Signs a person in with the password grant. The new session takes over from the person's others. */
export const signIn = async (context: SecurityContext, credentials: Credentials, from: SignInPlace) => {
  const { database, passwords, clock, config, keys } = context
  const { orgId, username, password, loginToken, mfaDeviceToken, requestId, forLaunch } = credentials
  const named = await selectPersonByUsername(database, orgId, username)
  const attempt = { orgId, username, address: from.address }
  const wait = await mayTry(context, attempt, named?.user_guid)
  if (wait) return wait
  if (credentials.redirectedViaProctorio === 'true' && context.tickets.isTicket(password))
    return signInByTicket(context, named, credentials, from)
  const judged = await judgePassword(context, attempt, named, password)
  if (!judged.ok) return judged
  const { person } = judged
  const needsToken = policiesOf(orgId).needsLoginToken && person.user_type_id !== adminLikeUserType
  const mfaPending = await asksForMfa(context, person, mfaDeviceToken)
  const newHash = passwords.isCurrent(person.password_hash) ? undefined : await passwords.hash(password)
  const opened = await database.kysely.transaction().execute(async (transaction) => {
    await noteSignIn(transaction, person, clock.nowMs())
    if (needsToken) {
      const holder = await takePersonalToken(transaction, clock.nowMs(), 'login', loginToken ?? '', person, requestId)
      if (!holder) return undefined
    }
    const ended = await endOpenSessions(transaction, orgId, person.user_guid, 'double-login', clock.nowMs())
    await signInSucceeded(transaction, { clock, config, keys }, attempt)
    if (newHash) await updatePasswordHash(transaction, person, newHash)
    const launchUntil = forLaunch === 'true' ? clock.nowMs() + launchMs : null
    return { ended, session: await openSession(transaction, { clock, keys }, person, { ...from, mfaPending, launchUntil }) }
  })
  if (!opened) {
    noteRefused(context, attempt, 'login-token', person)
    return refuse('INVALID_LOGIN_TOKEN', 'This organisation asks for a login token that an administrator made.')
  }
  sessionsEnded(context, opened.ended)
  const target = { endedSessions: opened.ended.length }
  const what = mfaPending ? 'second-step-pending' : undefined
  context.securityLog.note({ kind: 'sign-in', orgId, userGuid: person.user_guid, address: from.address, what, target })
  return loginReply(context, person, opened.session)
}
