import type { SessionTable } from '../../db/schema.ts'
import { movedAway } from '../../http/moved-away.ts'
import { refuse } from '../../http/refusal.ts'
import { generationOf, hashOfToken, readRefreshToken, refreshTokenOf } from '../../tokens/refresh-token.ts'
import type { SecurityContext } from '../security-context.ts'
import { sessionsEnded } from '../sessions/end-sessions.ts'
import { endOpenSessions, endSession, selectSessionWithTokens, updateRefresh } from '../sessions/queries.ts'
import { overAt } from '../sessions/session-over.ts'
import { loginReply } from './login-reply.ts'
import { personOfSession } from './person-of-session.ts'

const noRefresh = (message: string) => refuse('INVALID_REFRESH_TOKEN', message)

/** Within this time, in milliseconds, a token that is sent again gets the same successor: two tabs at once may both continue with it. */
const togetherMs = 60_000

/** Why a session that stands can't be gone on with; undefined if it can. */
const refusalOf = ({ ended_at, end_reason, launch_until }: SessionTable) => {
  if (ended_at !== null && end_reason === 'double-login')
    return refuse('DOUBLE_LOGIN', 'This person has signed in elsewhere since.')
  if (ended_at !== null) return noRefresh('The session has ended.')
  return launch_until === null ? undefined : noRefresh('These tokens are for a launch address alone.')
}

/** Of a session that was not used for too long, or is too old. */
const endExpired = async (
  context: Pick<SecurityContext, 'clock' | 'database' | 'live' | 'sessions'>,
  { org_id: orgId, session_id: sessionId }: SessionTable,
) => {
  await endSession(context.database, { orgId, sessionId }, context.clock.nowMs(), 'expired')
  sessionsEnded(context, [sessionId])
  return noRefresh('The session was not used for too long, or is too old.')
}

/** Of a session whose token was used again after its successor had been traded: somebody else may have one of the two. */
const endReused = async (context: SecurityContext, session: SessionTable, address: string) => {
  const { database, clock, securityLog } = context
  const { org_id: orgId, session_id: sessionId, user_guid: userGuid } = session
  // An administrator's token that got about is no reason to end the learner's own session, and the exam in it.
  if (session.made_by === null)
    sessionsEnded(context, await endOpenSessions(database.kysely, orgId, userGuid, 'refresh-reused', clock.nowMs()))
  else await endSession(database, { orgId, sessionId }, clock.nowMs(), 'refresh-reused')
  sessionsEnded(context, [sessionId])
  securityLog.note({ kind: 'session-ended', orgId, userGuid, address, what: 'refresh-reused' })
  return noRefresh('A refresh token was used twice: the session is ended.')
}

/**
 * Trades a refresh token for new tokens of the same session. A reply that gets lost makes a browser send its token again, however
 * much later; that is not a theft as long as nobody has traded the successor. The token gets another successor then, and the lost one
 * holds no longer: where somebody has it after all, using it ends the session, as does any token whose successor was traded.
 */
export const refresh = async (context: SecurityContext, refreshToken: string, address: string) => {
  const { database, clock, keys } = context
  const read = readRefreshToken(keys, refreshToken)
  if (read && context.moved.has(read.orgId)) return movedAway()
  if (read && !read.genuine) return noRefresh('The refresh token does not hold.')
  const session = read && (await selectSessionWithTokens(database, read.orgId, read.sessionId))
  if (!session) return noRefresh('The session has ended.')
  const refusal = refusalOf(session)
  if (refusal) return refusal
  const given = hashOfToken(refreshToken)
  const isCurrent = given === session.refresh_hash
  const isPrevious = given === session.previous_refresh_hash
  if ((await overAt(database, session, clock.nowMs())) <= clock.nowMs()) return endExpired(context, session)
  const replaced = isPrevious ? generationOf(keys, read, session.refresh_hash) : undefined
  const current = isCurrent ? read.generation : replaced
  if (current === undefined) return endReused(context, session, address)
  const whose = await personOfSession(context, session)
  if (!whose.ok) return whose
  const isTogether = isPrevious && clock.nowMs() - session.refreshed_at <= togetherMs
  const next = refreshTokenOf(keys, read, isTogether ? current : current + 1)
  if (!isTogether) await updateRefresh(database, session, { given, next: hashOfToken(next), now: clock.nowMs() })
  return loginReply(context, whose.person, {
    sessionId: session.session_id,
    refreshToken: next,
    mfaPending: session.mfa_pending === 1,
    madeBy: session.made_by,
  })
}
