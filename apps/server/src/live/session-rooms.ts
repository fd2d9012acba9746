import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { ServerLog } from '../server-log.ts'
import type { LiveServer } from './live-server.ts'

/** The room of the connections that one sign-in has opened. */
export const roomOfSession = (sessionId: string) => `session/${sessionId}`

/** Milliseconds between two looks for sessions that ended elsewhere, and how far each looks back: a commit may be seen late. */
const defaultWatchMs = 3000
const lookBackMs = 30_000

/** Closes the connections of sessions that are over. */
interface SessionRooms {
  /** Of these, on all servers, at once. */
  close(sessionIds: readonly string[]): void
  start(): void
  stop(): void
}

/**
 * What a server ends itself it tells the others, which close their connections at once. What a command ends, or a server whose notice was
 * lost, is found in the database.
 */
export const createSessionRooms = (
  { database, clock, log }: { readonly database: Database; readonly clock: Clock; readonly log: ServerLog },
  namespaces: readonly Pick<ReturnType<LiveServer['of']>, 'in' | 'local' | 'adapter'>[],
  watchMs = defaultWatchMs,
): SessionRooms => {
  let timer: NodeJS.Timeout | undefined
  let isLooking = false

  const look = async () => {
    const rooms = new Set(namespaces.flatMap(({ adapter }) => [...adapter.rooms.keys()]))
    if (rooms.size === 0) return
    const ended = await database.kysely
      .selectFrom('session')
      .select('session_id')
      .where('ended_at', '>', clock.nowMs() - lookBackMs - watchMs)
      .execute()
    const open = ended.map(({ session_id }) => roomOfSession(session_id)).filter((room) => rooms.has(room))
    if (open.length > 0) for (const one of namespaces) one.local.in(open).disconnectSockets(true)
  }

  return {
    close: (sessionIds) => {
      if (sessionIds.length > 0) for (const one of namespaces) one.in(sessionIds.map(roomOfSession)).disconnectSockets(true)
    },
    start: () => {
      timer = setInterval(() => {
        if (isLooking) return
        isLooking = true
        look()
          .catch((error: unknown) =>
            log.error(
              { event: 'ended-sessions-not-read', err: error },
              'ended sessions could not be read for live connections',
            ),
          )
          .finally(() => {
            isLooking = false
          })
      }, watchMs)
      timer.unref()
    },
    stop: () => clearInterval(timer),
  }
}
