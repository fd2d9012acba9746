import { once } from 'node:events'
import { createServer, type Server as HttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { answerClientError, largestHeadBytes, refuseUnclear } from '../http/client-errors.ts'
import { oneAtATime } from '../http/connections/one-at-a-time.ts'
import { namesOneHost } from '../http/one-host.ts'

/** A port of this process, and who answers what comes there. */
export interface Front {
  readonly server: HttpServer
  /** Answers the port. */
  listen(host: string, port: number): Promise<number>
  /** Takes no more requests; resolves when those under way are answered, or the milliseconds for it are over. */
  stop(withinMs: number): Promise<void>
}

/** A browser sends some twenty, and each proxy a few more. */
const mostHeaders = 200

/** Milliseconds for which a connection may wait for its next request. */
const keptAliveMs = 72_000

interface FrontWishes {
  /** Called with a connection that sends more requests at once than may wait. */
  crowded(socket: Socket): void
  began?: ((server: HttpServer, response: ServerResponse) => void) | undefined
}

/** Hands each request to the server that `leadsTo` names, which listens nowhere itself. */
export const createFront = (leadsTo: (request: IncomingMessage) => HttpServer, { crowded, began }: FrontWishes): Front => {
  const server = createServer({ maxHeaderSize: largestHeadBytes, keepAliveTimeout: keptAliveMs, requestTimeout: 0 })
  server.maxHeadersCount = mostHeaders
  server.on('clientError', answerClientError)
  const hand = (request: IncomingMessage, response: ServerResponse) => {
    if (!namesOneHost(request)) return refuseUnclear(request.socket)
    const taker = leadsTo(request)
    began?.(taker, response)
    taker.emit('request', request, response)
  }
  server.on('request', oneAtATime(hand, crowded))
  return {
    server,
    listen: async (host, port) => {
      server.listen(port, host)
      await once(server, 'listening')
      const address = server.address()
      return typeof address === 'object' && address ? address.port : port
    },
    stop: async (withinMs) => {
      if (!server.listening) return
      // A connection ends soon after the reply that is under way on it, and waits for no further request; 0 would be forever.
      server.keepAliveTimeout = 1
      const timer = setTimeout(() => server.closeAllConnections(), withinMs)
      const { promise, resolve } = Promise.withResolvers<void>()
      server.close(() => resolve())
      await promise
      clearTimeout(timer)
    },
  }
}

/** Hands on the connections too that are to stay open. Who takes none is told so at once. */
export const takeUpgrades = ({ server }: Front, leadsTo: (request: IncomingMessage) => HttpServer | undefined): void => {
  server.on('upgrade', (request, socket, head) => {
    if (!namesOneHost(request)) return refuseUnclear(socket)
    const taker = leadsTo(request)
    if (taker?.emit('upgrade', request, socket, head)) return
    socket.on('error', () => {})
    // It counts as one that stays open: nobody else would close it.
    socket.end('HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncontent-length: 0\r\n\r\n', () => socket.destroy())
  })
}
