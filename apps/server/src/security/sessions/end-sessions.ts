import type { SecurityContext } from '../security-context.ts'

/** These sessions are over, in the database already: no server takes their tokens any more, and their live connections are closed. */
export const sessionsEnded = ({ sessions, live }: Pick<SecurityContext, 'sessions' | 'live'>, ids: readonly string[]): void => {
  for (const id of ids) sessions.forget(id)
  live.endSessions(ids)
}
