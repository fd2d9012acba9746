import type { Server as HttpServer } from 'node:http'
import { dashEventsPath, type LearnerAction, learnerActionEvent, liveEvents, staffNamespace } from '@sitwell/contract'
import { Server } from 'socket.io'
import * as z from 'zod'
import type { LiveEvents } from '../assessment/form-run/index.ts'
import { ownFormRun } from '../assessment/form-run/index.ts'
import {
  type Contacts,
  formRunStateOf,
  isAccommodatedLater,
  type LedgerContext,
  readLedger,
} from '../assessment/ledger/index.ts'
import type { DatabaseConfig } from '../db/database.ts'
import type { FormRunTable } from '../db/schema.ts'
import type { Sessions } from '../http/caller.ts'
import type { ConnectionGuard } from '../http/connections/connection-guard.ts'
import type { ServerLog } from '../server-log.ts'
import { connectServers, type ServersConnection } from './connect-servers.ts'
import { dashEventOf } from './dash-event-of.ts'
import { createHandshakes, handshakeLimits, mostPerFormRun } from './handshakes.ts'
import { createHeardConnections } from './heard-connections.ts'
import type { Connected, LiveServer, LiveSocket } from './live-server.ts'
import type { OwnOrigins } from './own-origins.ts'
import { createRoomTeller } from './room-teller.ts'
import { createSessionRooms, roomOfSession } from './session-rooms.ts'
import { createStaffRoom } from './staff-room.ts'
import { roomOf, watchLedgers } from './watch-ledgers.ts'

/** What the hub stands on. */
export interface HubContext extends LedgerContext {
  readonly sessions: Sessions
  readonly contacts: Contacts
  readonly guard: Pick<ConnectionGuard, 'senderOf'>
  readonly ownOrigins: OwnOrigins
  /** What staff did to a sitting and its page has yet to acknowledge. */
  actionsForPage(place: { orgId: number; scheduleGuid: string; nowMs: number }): Promise<readonly LearnerAction[]>
  readonly log: ServerLog
}

/** The live connections of this server. */
export interface LiveHub extends LiveEvents {
  /** Joins the other servers over the same database, where it can be reached by more than one. */
  start(): void
  /** Browsers that are connected to this server. */
  connections(): number
  stop(): Promise<void>
}

/** What a test may want sooner. */
export interface HubTimes {
  /** Milliseconds between two looks for events that nobody told. */
  readonly watchLedgersMs?: number
  /** Milliseconds in which a browser that is asked has to answer. */
  readonly answerWithinMs?: number
  /** Milliseconds after which a browser is asked without a reason; 25,000 unless given. */
  readonly heartbeatMs?: number
}

/** A client says nothing but who it is; more than this is no handshake. */
const largestMessageBytes = 10_000

const handshake = z.object({ token: z.string().min(1), formRunGuid: z.string().min(1).max(128) })

const refusal = (code: 'NO_AUTHORISATION' | 'DOUBLE_LOGIN' | 'NOT_FOUND') => Object.assign(new Error(code), { data: { code } })

/** Lets in whom an access token shows to be the learner of the form run that they name, and puts them into its room. */
const admit = async ({ sessions, database }: HubContext, socket: LiveSocket): Promise<Connected> => {
  const auth = handshake.safeParse(socket.handshake.auth)
  if (!auth.success) throw refusal('NO_AUTHORISATION')
  const who = await sessions.read(`Bearer ${auth.data.token}`)
  if (!who.ok) throw refusal(who.code === 'DOUBLE_LOGIN' ? who.code : 'NO_AUTHORISATION')
  const run = await ownFormRun(database, who.caller, auth.data.formRunGuid)
  if (!run) throw refusal('NOT_FOUND')
  const { orgId, userGuid, sessionId, madeBy } = who.caller
  return { orgId, userGuid, formRunGuid: run.form_run_guid, sessionId, ...(madeBy !== undefined && { madeBy }) }
}

/**
 * The live events over socket.io: a room for each form run. Whoever connects is told first how the form run stands, so that
 * nothing is missed while the connection was away; events carry the number of the ledger, so that nothing counts twice.
 */
export const createLiveHub = (
  http: HttpServer,
  context: HubContext,
  databaseConfig: DatabaseConfig,
  { watchLedgersMs, answerWithinMs, heartbeatMs }: HubTimes = {},
): LiveHub => {
  const { log } = context
  const handshakes = createHandshakes(context.guard.senderOf, context.ownOrigins)
  const io: LiveServer = new Server(http, {
    path: `/${dashEventsPath}`,
    serveClient: false,
    maxHttpBufferSize: largestMessageBytes,
    connectTimeout: handshakeLimits.withinMs,
    allowRequest: handshakes.allowRequest,
    ...(heartbeatMs !== undefined && { pingInterval: heartbeatMs }),
    // A cross-site page has no token to show, and is given no answer to read either.
    cors: { origin: false },
  })
  handshakes.follow(io.engine)
  const watch = watchLedgers(
    context,
    {
      rooms: () => [...io.of('/').adapter.rooms.keys()],
      tell: (room, event) => void io.local.to(room).emit(liveEvents.event, event),
      tellState: (room, state) => void io.local.to(room).emit(liveEvents.state, state),
    },
    watchLedgersMs,
  )
  const noteFailed = (error: unknown) =>
    log.info({ event: 'contact-not-stored', err: error }, 'the time of a contact could not be stored')
  const heard = createHeardConnections(io, { ...context, noteFailed }, answerWithinMs)
  /**
   * A session may be over without an end of its own: its person was suspended, or whoever is there in their name is no administrator
   * any more. Asked with each answer of the connection.
   */
  const endWithSession = (socket: LiveSocket) =>
    socket.conn.on('heartbeat', () => {
      context.sessions.holds(socket.data).then((holds) => {
        if (!holds) socket.disconnect(true)
      }, noteFailed)
    })
  let others: ServersConnection | undefined
  const { here, tellRoom } = createRoomTeller(io, () => others !== undefined)
  const admitted = (socket: LiveSocket, { sessionId }: { readonly sessionId: string }) => {
    handshakes.done(socket.conn)
    void socket.join(roomOfSession(sessionId))
  }
  const staff = createStaffRoom(io, context, admitted, noteFailed)
  const namespaces = ['/', staffNamespace].map((name) => io.of(name))
  const sessionRooms = createSessionRooms(context, namespaces, watchLedgersMs)

  io.use((socket, next) => {
    admit(context, socket).then(
      (connected) => {
        socket.data = connected
        next()
      },
      (error: Error) => next(error),
    )
  })
  io.on('connection', async (socket) => {
    const { orgId, formRunGuid, sessionId } = socket.data
    void socket.join([roomOfSession(sessionId), here])
    handshakes.done(socket.conn)
    heard.hear(socket)
    endWithSession(socket)
    const room = roomOf(orgId, formRunGuid)
    const { adapter, sockets } = io.of('/')
    const before = [...(adapter.rooms.get(room) ?? [])]
    for (const id of before.slice(0, Math.max(0, before.length + 1 - mostPerFormRun))) sockets.get(id)?.disconnect(true)
    const runNow = async () => {
      const run = await watch.runOf(orgId, formRunGuid)
      if (!run) throw new Error(`The form run ${formRunGuid} went away while its learner connected`)
      return run
    }
    const tellState = async (run: FormRunTable) => {
      const ledger = await readLedger(context, run)
      socket.emit(liveEvents.state, formRunStateOf(ledger, context.clock.nowMs()))
      // Not the number that the state has, which tells of no marks.
      return ledger.events.at(-1)?.number ?? 0
    }
    try {
      // The state before the room: an event that came before it would make it look old, and what it holds of the time that the
      // connection was away would be lost.
      const state = await tellState(await runNow())
      // Who has left meanwhile would never leave the room.
      if (!socket.connected) return
      await socket.join(room)
      watch.knows(room, state)
      // What happened on its way into the room was told to nobody.
      const run = await runNow()
      if (run.last_event > state) watch.knows(room, await tellState(run))
      // Read once it is in the room: what is done from then on is told there.
      const actions = await context.actionsForPage({ orgId, scheduleGuid: run.schedule_guid, nowMs: context.clock.nowMs() })
      for (const action of actions) socket.emit(learnerActionEvent, action)
    } catch (error) {
      // Without the state it must not stay connected: it would believe that it knows. It comes again by itself.
      log.error({ event: 'live-state-not-sent', err: error }, 'the state could not be sent to a live connection')
      socket.disconnect(true)
    }
  })

  return {
    tell: ({ orgId, formRunGuid }, events) => {
      const room = roomOf(orgId, formRunGuid)
      for (const event of events) {
        const dashEvent = dashEventOf(event, context.clock.nowMs())
        if (dashEvent) tellRoom(room, liveEvents.event, dashEvent)
      }
      const last = events.at(-1)
      if (!last) return
      if (!events.some(isAccommodatedLater)) return watch.knows(room, last.number)
      // If this fails it isn't known, and so the next look tells it.
      watch.stateOf(room).then((state) => {
        if (!state) return
        tellRoom(room, liveEvents.state, state)
        watch.knows(room, state.number)
      }, noteFailed)
    },
    tellAction: ({ orgId, formRunGuid }, action) => tellRoom(roomOf(orgId, formRunGuid), learnerActionEvent, action),
    tellStaff: staff.tell,
    endSessions: sessionRooms.close,
    ask: async (place) => {
      const room = roomOf(place.orgId, place.formRunGuid)
      await heard.ask(room)
      // A server that ended a moment ago answers nothing, and keeps no connection either.
      if (others) await io.serverSideEmitWithAck('ask', room).catch(noteFailed)
    },
    start: () => {
      watch.start()
      sessionRooms.start()
      if (databaseConfig.dialect !== 'postgres') return
      others = connectServers(databaseConfig.url, (error) =>
        log.info({ event: 'live-events-between-servers', err: error }, 'live events between servers failed'),
      )
      io.adapter(others.adapter)
      io.on('ask', (room, answered) => void heard.ask(room).then(answered, noteFailed))
    },
    connections: () => io.engine.clientsCount,
    stop: async () => {
      watch.stop()
      sessionRooms.stop()
      for (const one of namespaces) one.disconnectSockets(true)
      for (const one of namespaces) await one.adapter.close()
      io.engine.close()
      await others?.close()
    },
  }
}
