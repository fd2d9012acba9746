import { type DashAlert, dashAlertEvent, staffNamespace } from '@sitwell/contract'
import * as z from 'zod'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { Caller, Sessions } from '../http/caller.ts'
import { isPermitted } from '../roles/queries.ts'
import type { LiveServer, LiveSocket } from './live-server.ts'

const handshake = z.object({ token: z.string().min(1) })

/** The room of an organisation's invigilators. */
const roomOfStaff = (orgId: number) => `staff/${orgId}`

/** Lets in staff who may see sittings, and sends them at once what they should look at. `admitted` is called with each. */
export const createStaffRoom = (
  io: LiveServer,
  { sessions, database, clock }: { readonly sessions: Sessions; readonly database: Database; readonly clock: Clock },
  admitted: (socket: LiveSocket, caller: Caller) => void,
  noteFailed: (error: unknown) => void,
) => {
  // Boundary: in this namespace other things are said than in that of learners.
  const staff = io.of(staffNamespace) as unknown as {
    use: LiveServer['use']
    to(room: string): { emit(event: string, alert: DashAlert): void }
    on(event: 'connection', listener: (socket: LiveSocket) => void): void
  }
  const callers = new WeakMap<LiveSocket, Caller>()
  const maySee = (caller: Caller) => isPermitted(database, caller, 'sittings.read', clock.nowMs())
  const admit = async (socket: LiveSocket) => {
    const auth = handshake.safeParse(socket.handshake.auth)
    const who = auth.success ? await sessions.read(`Bearer ${auth.data.token}`) : undefined
    if (!who?.ok) throw Object.assign(new Error('NO_AUTHORISATION'), { data: { code: 'NO_AUTHORISATION' } })
    if (!(await maySee(who.caller))) throw Object.assign(new Error('NOT_ALLOWED'), { data: { code: 'NOT_ALLOWED' } })
    callers.set(socket, who.caller)
  }
  staff.use((socket, next) => void admit(socket).then(() => next(), next))
  staff.on('connection', (socket) => {
    const caller = callers.get(socket)
    if (!caller) return void socket.disconnect(true)
    admitted(socket, caller)
    // A role may be withdrawn or end while the connection lasts: asked with each answer of the connection.
    socket.conn.on('heartbeat', () => {
      maySee(caller).then((may) => {
        if (!may) socket.disconnect(true)
      }, noteFailed)
    })
    void socket.join(roomOfStaff(caller.orgId))
  })
  return { tell: (orgId: number, alert: DashAlert): void => staff.to(roomOfStaff(orgId)).emit(dashAlertEvent, alert) }
}
