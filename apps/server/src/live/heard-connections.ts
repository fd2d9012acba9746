import type { Contacts } from '../assessment/ledger/index.ts'
import type { Clock } from '../clock.ts'
import type { LiveServer, LiveSocket } from './live-server.ts'

/** What a connection needs to be heard. */
export interface HeardContext {
  readonly contacts: Contacts
  readonly clock: Clock
  noteFailed(error: unknown): void
}

/** Tells when the browser at the other end of a connection was there. */
export interface HeardConnections {
  /** Notes what is heard over it, from now to its end. */
  hear(socket: LiveSocket): void
  /** Asks the browsers of a room on this server. Rejects where what they answer can't be noted. */
  ask(room: string): Promise<void>
}

/** Milliseconds in which a browser that is asked has to answer. */
const defaultAnswerWithinMs = 2000

/** Ends of a connection that its browser, or the way there, has made. */
const endsByClient: ReadonlySet<string> = new Set(['client namespace disconnect', 'transport close', 'transport error'])

/** Sends what socket.io itself sends every 25 seconds, and every client answers: without an answer to it, no connection stays. */
const sendPing = (socket: LiveSocket) => {
  // Boundary: socket.io offers no other way to ask out of turn; `heard-connections.test.ts` notices if it goes.
  const connection = socket.conn as unknown as { sendPacket(type: 'ping'): void }
  connection.sendPacket('ping')
}

/**
 * A connection whose browser answers has been there since it began: it carries what is said in order, and whoever loses the network
 * closes it and makes another. So each answer says of all the time before that nothing was lost, whatever else was heard or not; a
 * connection that ends says nothing of the time since its last answer.
 */
export const createHeardConnections = (
  io: LiveServer,
  { contacts, clock, noteFailed }: HeardContext,
  answerWithinMs: number = defaultAnswerWithinMs,
): HeardConnections => {
  /** What the last answer of a connection is being noted as. */
  const noting = new WeakMap<LiveSocket, Promise<void>>()

  /** Resolves once the browser's answer is noted, or the connection is over. */
  const askOne = (socket: LiveSocket) =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => socket.disconnect(true), answerWithinMs)
      const answered = () => {
        clearTimeout(timer)
        socket.off('disconnect', answered)
        socket.conn.off('heartbeat', answered)
        Promise.resolve(noting.get(socket)).then(resolve, reject)
      }
      socket.once('disconnect', answered)
      socket.conn.once('heartbeat', answered)
      sendPing(socket)
    })

  return {
    hear: (socket) => {
      const sinceMs = clock.nowMs()
      contacts.note(socket.data, socket.data, sinceMs).catch(noteFailed)
      socket.conn.on('heartbeat', () => {
        const noted = contacts.note(socket.data, socket.data, clock.nowMs(), sinceMs)
        noting.set(socket, noted)
        noted.catch(noteFailed)
      })
      socket.on('disconnect', (reason) => {
        if (endsByClient.has(reason)) contacts.note(socket.data, socket.data, clock.nowMs()).catch(noteFailed)
      })
    },
    ask: async (room) => {
      const { adapter, sockets } = io.of('/')
      const asked = [...(adapter.rooms.get(room) ?? [])].flatMap((id) => sockets.get(id) ?? [])
      await Promise.all(asked.map(askOne))
    },
  }
}
