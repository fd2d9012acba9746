import { endOwnSessions } from '@sitwell/contract'
import { refuse } from '../../http/refusal.ts'
import { route } from '../../http/service.ts'
import { proveByPassword } from '../credentials/prove-by-password.ts'
import type { SecurityContext } from '../security-context.ts'
import { sessionsEnded } from '../sessions/end-sessions.ts'
import { endSessionsOf, selectSessionsOf } from '../sessions/queries.ts'
import { noteWrongPassword, ownerOf } from './owner.ts'

/** Ends sign-ins of the caller's own, by their password; of anybody else's ids nothing is told and nothing done. */
export const endOwnSessionsRoute = (context: SecurityContext) =>
  route(endOwnSessions, async ({ caller, body, request }) => {
    const { database, clock } = context
    const person = await ownerOf(context, caller)
    if (!person) return refuse('NOT_ALLOWED', 'A person ends their sign-ins themselves.')
    const proven = await proveByPassword(context, person, { password: body.password, address: request.ip })
    if (proven === false) {
      noteWrongPassword(context, person, request.ip)
      return { ok: true, value: { ended: [], isWrong: true as const } }
    }
    if (proven !== true) return proven
    const open = await selectSessionsOf(database, caller, clock.nowMs())
    const all = open.filter(({ ended_at }) => ended_at === null).map(({ session_id }) => session_id)
    const wanted =
      body.ids === 'others' ? all.filter((id) => id !== caller.sessionId) : all.filter((id) => body.ids.includes(id))
    const ended = await endSessionsOf(database, caller, wanted, clock.nowMs())
    sessionsEnded(context, ended)
    return { ok: true, value: { ended } }
  })
