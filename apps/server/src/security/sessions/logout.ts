import { abandonSession, logout } from '@sitwell/contract'
import { refuse } from '../../http/refusal.ts'
import { route } from '../../http/service.ts'
import type { SecurityContext } from '../security-context.ts'
import { sessionsEnded } from './end-sessions.ts'
import { endSession } from './queries.ts'

/** Ends the caller's session. */
export const logoutRoute = (context: SecurityContext) =>
  route(logout, async ({ caller, query, request }) => {
    const { database, clock, securityLog } = context
    if (query.userGUID !== caller.userGuid) return refuse('NOT_ALLOWED', 'A person signs out nobody else.')
    await endSession(database, caller, clock.nowMs())
    sessionsEnded(context, [caller.sessionId])
    const { orgId, userGuid, madeBy } = caller
    securityLog.note({ kind: 'sign-out', orgId, userGuid, author: madeBy, address: request.ip })
    return { ok: true, value: {} }
  })

/** Gives up the caller's session where it still holds; after a double login it doesn't, and nothing is left to do. */
export const abandonSessionRoute = (context: Pick<SecurityContext, 'clock' | 'database' | 'live' | 'sessions'>) =>
  route(abandonSession, async ({ caller, query }) => {
    const { database, clock } = context
    if (caller && caller.userGuid === query.userGUID) {
      await endSession(database, caller, clock.nowMs())
      sessionsEnded(context, [caller.sessionId])
    }
    return { ok: true, value: {} }
  })
