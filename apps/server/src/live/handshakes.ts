import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { patience } from '../http/connections/limits.ts'
import type { LiveSocket } from './live-server.ts'
import type { OwnOrigins } from './own-origins.ts'

/** What a live connection that has not said yet who it is may take: so many at once, and milliseconds. */
export const handshakeLimits = { all: 10_000, perAddress: 4000, withinMs: 10_000 } as const

/** Of one form run: its learner's tabs and devices, with some to spare. What is older than the newest of these is closed. */
export const mostPerFormRun = 20

/** Engines of socket.io as far as connections are counted by them. */
interface Engine {
  on(event: 'connection', listener: (connection: LiveSocket['conn']) => void): unknown
}

/** A web socket answers each ping by itself: who sends millions of them and reads no answer would fill the memory before the next look. */
const cutUnread = (socket: Socket) =>
  socket.on('data', () => {
    if (socket.writableLength > patience.liveBytes) socket.destroy()
  })

/**
 * Bounds the connections that stand open before anybody has shown a token: anybody can make them. Who has shown one is not counted any
 * more. `senderOf` says whom a request is counted with, `isOwn` whether it comes from a page of this server.
 */
export const createHandshakes = (
  senderOf: (request: IncomingMessage) => string,
  { isOwn }: Pick<OwnOrigins, 'isOwn'>,
  limits: { readonly all: number; readonly perAddress: number } = handshakeLimits,
) => {
  const pending = new Map<LiveSocket['conn'], string>()
  const counts = new Map<string, number>()
  const done = (connection: LiveSocket['conn']) => {
    const sender = pending.get(connection)
    if (sender === undefined) return
    pending.delete(connection)
    const left = (counts.get(sender) ?? 1) - 1
    if (left > 0) counts.set(sender, left)
    else counts.delete(sender)
  }
  return {
    /** socket.io asks it before it begins a connection. */
    allowRequest: (request: IncomingMessage, answer: (error: string | null, isAllowed: boolean) => void) => {
      const hasRoom = pending.size < limits.all && (counts.get(senderOf(request)) ?? 0) < limits.perAddress
      if (!hasRoom) return answer('BUSY', false)
      isOwn(request).then(
        (own) => answer(own ? null : 'FOREIGN_ORIGIN', own),
        () => answer('BUSY', false),
      )
    },
    follow: (engine: Engine) => {
      engine.on('connection', (connection) => {
        if (connection.transport.name === 'websocket') cutUnread(connection.request.socket)
        const sender = senderOf(connection.request)
        pending.set(connection, sender)
        counts.set(sender, (counts.get(sender) ?? 0) + 1)
        connection.once('close', () => done(connection))
      })
    },
    /** It has shown who it is. */
    done,
  }
}
