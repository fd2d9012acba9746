import type { PersonTable, SessionTable } from '../../db/schema.ts'
import { accessTokenSeconds } from '../../http/caller.ts'
import { movedAway } from '../../http/moved-away.ts'
import { refuse } from '../../http/refusal.ts'
import type { Keys } from '../../keys.ts'
import { hashOfToken, readRefreshToken, refreshTokenOf } from '../../tokens/refresh-token.ts'
import { lockPerson } from '../people/queries.ts'
import type { SecurityContext } from '../security-context.ts'
import { sessionsEnded } from '../sessions/end-sessions.ts'
import { endLaunched, type SessionWithTokens, selectSessionWithTokens } from '../sessions/queries.ts'
import { overAt } from '../sessions/session-over.ts'
import { loginReply } from './login-reply.ts'
import { openSession, type SignInPlace } from './open-session.ts'
import { personOfSession } from './person-of-session.ts'

/** Milliseconds for which a sign-in that is made for a launch address alone can be entered. */
export const launchMs = 5 * 60_000

/** The same of any other sign-in, since its tokens were made: afterwards the access token in the address is dead too. */
const plainLaunchMs = accessTokenSeconds * 1000

/** Milliseconds within which a page whose reply was lost may ask again. */
const repeatedWithinMs = 2 * 60_000

interface Launch {
  readonly refresh_token: string
  readonly requestId: string
}

/** What follows from a session and the page that enters it: a page that asks again is answered the same, and nobody else can ask so. */
const sessionIdOf = (keys: Keys, session: SessionTable, requestId: string) =>
  keys.fingerprint('launch', `${session.session_id} ${requestId}`)

const isLate = (session: SessionTable, nowMs: number) => nowMs >= (session.launch_until ?? session.refreshed_at + plainLaunchMs)

/** The tokens of the session that this page has entered already, as long as it may ask for them again. */
const enteredBefore = async (
  { database, keys }: Pick<SecurityContext, 'database' | 'keys'>,
  session: SessionTable,
  requestId: string,
  nowMs: number,
) => {
  for (const by of keys.accepted) {
    const sessionId = sessionIdOf(by, session, requestId)
    const refreshToken = refreshTokenOf(by, { orgId: session.org_id, sessionId }, 1)
    const entered = await selectSessionWithTokens(database, session.org_id, sessionId)
    const isSame = entered?.ended_at === null && entered.refresh_hash === hashOfToken(refreshToken)
    if (isSame && nowMs - entered.refreshed_at <= repeatedWithinMs) return { sessionId, refreshToken }
  }
  return undefined
}

/** Puts its own session in the place of the one that a launch address carries; undefined if somebody else was quicker. */
const replaceLaunched = (
  { clock, database, keys }: Pick<SecurityContext, 'clock' | 'database' | 'keys'>,
  person: PersonTable,
  session: SessionWithTokens,
  { requestId, from, nowMs }: { readonly requestId: string; readonly from: SignInPlace; readonly nowMs: number },
) =>
  database.kysely.transaction().execute(async (transaction) => {
    await lockPerson(transaction, person)
    if (!(await endLaunched(transaction, session, nowMs))) return undefined
    const sessionId = sessionIdOf(keys, session, requestId)
    const carried = { mfaPending: session.mfa_pending === 1, madeBy: session.made_by, from: session }
    return openSession(transaction, { clock, keys }, person, { ...from, ...carried, sessionId })
  })

/**
 * Trades what a launch address carries for its own session, which takes the place of the one that it was made from: from then on
 * nothing that stood in the address opens anything, on whichever device. It continues as old as it was, so that no chain of launches
 * outlives the limits of a sign-in.
 */
export const enterLaunch = async (context: SecurityContext, { refresh_token: token, requestId }: Launch, from: SignInPlace) => {
  const { database, clock, keys, securityLog } = context
  const nowMs = clock.nowMs()
  const read = readRefreshToken(keys, token)
  if (read && context.moved.has(read.orgId)) return movedAway()
  const session = read?.genuine ? await selectSessionWithTokens(database, read.orgId, read.sessionId) : undefined
  const refused = (message: string) => {
    const whose = session ? { orgId: session.org_id, userGuid: session.user_guid } : { orgId: 0 }
    securityLog.note({ kind: 'sign-in-refused', ...whose, address: from.address, what: 'launch-address' })
    return refuse('INVALID_REFRESH_TOKEN', message)
  }
  if (!session) return refused('The launch address holds no session.')
  const whose = await personOfSession(context, session)
  if (!whose.ok) return refused(whose.message)
  const { person } = whose
  if (session.end_reason === 'launched') {
    const entered = await enteredBefore(context, session, requestId, nowMs)
    if (!entered) return refused('The launch address was used already.')
    return loginReply(context, person, { ...entered, mfaPending: session.mfa_pending === 1, madeBy: session.made_by })
  }
  const isCurrent = session.ended_at === null && session.refresh_hash === hashOfToken(token)
  if (!isCurrent) return refused('The launch address was used already, or its session has ended.')
  if (isLate(session, nowMs) || (await overAt(database, session, nowMs)) <= nowMs)
    return refused('The launch address is too old.')
  const opened = await replaceLaunched(context, person, session, { requestId, from, nowMs })
  if (!opened) return refused('The launch address was used already.')
  sessionsEnded(context, [session.session_id])
  const { org_id: orgId, user_guid: userGuid } = session
  securityLog.note({ kind: 'sign-in', orgId, userGuid, address: from.address, what: 'launch-address' })
  return loginReply(context, person, opened)
}
