import type { DashEvent, FormRunState, LearnerAction, learnerActionEvent, liveEvents } from '@sitwell/contract'
import type { Server, Socket } from 'socket.io'
import type { RunPlace } from '../assessment/form-run/index.ts'
import type { HeardFrom } from '../assessment/ledger/index.ts'

/** What the server says; a browser says nothing after its handshake. */
interface ServerEvents {
  [liveEvents.event](event: DashEvent): void
  [liveEvents.state](state: FormRunState): void
  [learnerActionEvent](action: LearnerAction): void
}

/** What servers over the same database ask each other. */
interface BetweenServers {
  /** Whether the browsers of a room are there; answered once that is noted. */
  ask(room: string, answered: () => void): void
}

/** Whose a connection is, and by which sign-in. */
export interface Connected extends RunPlace, HeardFrom {
  readonly userGuid: string
  readonly sessionId: string
}

/** The live connections of one server; each keeps whose it is. */
export type LiveServer = Server<object, ServerEvents, BetweenServers, Connected>
export type LiveSocket = Socket<object, ServerEvents, BetweenServers, Connected>
