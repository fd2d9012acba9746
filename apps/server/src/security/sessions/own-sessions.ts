import { ownSessions } from '@sitwell/contract'
import { refuse } from '../../http/refusal.ts'
import { route } from '../../http/service.ts'
import type { SecurityContext } from '../security-context.ts'
import { deviceOf } from './device-of.ts'
import { selectSessionsOf } from './queries.ts'
import { overAt } from './session-over.ts'

/** Milliseconds for which a sign-in that ended is still listed. */
const listedMs = 30 * 24 * 60 * 60_000

const iso = (ms: number) => new Date(ms).toISOString()

/** The caller's own sign-ins. What an administrator opened in somebody's name is listed for that person, and never the other way. */
export const ownSessionsRoute = ({ database, clock, keys }: Pick<SecurityContext, 'clock' | 'database' | 'keys'>) =>
  route(ownSessions, async ({ caller }) => {
    if (caller.madeBy !== undefined) return refuse('NOT_ALLOWED', 'Sign-ins are listed for the person alone.')
    const nowMs = clock.nowMs()
    const all = await selectSessionsOf(database, caller, nowMs - listedMs)
    // One that a launch address handed on is the same sign-in as the one that it continued in.
    const rows = all.filter((row) => row.end_reason !== 'launched')
    const sessions = await Promise.all(
      rows.map(async (row) => {
        const endedAt = row.ended_at ?? (await overAt(database, row, nowMs))
        const address = row.place === null ? undefined : keys.open(row.place)
        return {
          id: row.session_id,
          startedAt: iso(row.started_at),
          usedAt: iso(row.refreshed_at),
          ...(endedAt <= nowMs && { endedAt: iso(endedAt) }),
          isThis: row.session_id === caller.sessionId,
          byAdministrator: row.made_by !== null,
          ...(address !== undefined && { address }),
          ...deviceOf(row.device),
        }
      }),
    )
    return { ok: true, value: { sessions } }
  })
