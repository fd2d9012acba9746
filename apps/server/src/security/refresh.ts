import { refuse } from '../http/refusal.ts'
import type { Ground } from '../http/service.ts'
import { loginReply } from './login-reply.ts'
import { endOpenSessions, selectPerson, selectSession, updateRefresh } from './queries.ts'
import { hashOfToken, readRefreshToken, refreshTokenOf } from './refresh-token.ts'

const noRefresh = (message: string) => refuse('INVALID_REFRESH_TOKEN', message)

/** A reply that got lost, or two tabs at once, make a browser send the token before the last again: within this time that is no theft. */
const lostReplyMs = 60_000

/** Trades a refresh token for new tokens of the same session. One that was traded before ends the session: somebody else has it. */
export const refresh = async (ground: Ground, refreshToken: string) => {
  const { database, clock, sessions, keys } = ground
  const read = readRefreshToken(keys, refreshToken)
  const session = read && (await selectSession(database, read.orgId, read.sessionId))
  if (!session) return noRefresh('The session has ended.')
  if (session.ended_at !== null)
    return session.end_reason === 'double-login'
      ? refuse('DOUBLE_LOGIN', 'This person has signed in elsewhere since.')
      : noRefresh('The session has ended.')
  const given = hashOfToken(refreshToken)
  const isCurrent = given === session.refresh_hash
  const isPrevious = given === session.previous_refresh_hash
  if (!isCurrent && !isPrevious && !read.genuine) return noRefresh('The refresh token does not hold.')
  if (!isCurrent && !(isPrevious && clock.nowMs() - session.refreshed_at <= lostReplyMs)) {
    await endOpenSessions(database.kysely, session.org_id, session.user_guid, 'refresh-reused', clock.nowMs())
    sessions.forget(session.session_id)
    return noRefresh('A refresh token was used twice: the session is ended.')
  }
  const person = await selectPerson(database, session.org_id, session.user_guid)
  if (!person || person.suspended === 1) return noRefresh('The account does not sign in any more.')
  const next = refreshTokenOf(keys, read, read.generation + 1)
  if (isCurrent) await updateRefresh(database, session, { given, next: hashOfToken(next), now: clock.nowMs() })
  return loginReply(ground, person, {
    sessionId: session.session_id,
    refreshToken: next,
    mfaPending: session.mfa_pending === 1,
  })
}
