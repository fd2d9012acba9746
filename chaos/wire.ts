import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** What happens to what comes along a wire. */
export interface Carrier {
  request(incoming: IncomingMessage, response: ServerResponse): void
  upgrade(incoming: IncomingMessage, socket: Socket, head: Buffer): void
}

/**
 * An address for browsers that stays the same from run to run, so that they keep what they have compiled: each run puts a network
 * of its own behind it.
 */
export interface Wire {
  /** `http://127.0.0.1:PORT`. */
  readonly origin: string
  /** Everything goes to it until it is called off. Throws where another one is still there. */
  carryTo(carrier: Carrier): () => void
  /** Ends every connection. */
  hangUp(): void
  stop(): Promise<void>
}

/** An address at which there is an empty page, whoever carries. */
export const emptyPagePath = '/.empty'

export const openWire = async (): Promise<Wire> => {
  const sockets = new Set<Socket>()
  let carrier: Carrier | undefined
  const server = createServer((incoming, response) => {
    if (incoming.url === emptyPagePath)
      response.writeHead(200, { 'content-type': 'text/html', 'cache-control': 'no-store' }).end('<!doctype html>')
    else if (carrier) carrier.request(incoming, response)
    else response.destroy()
  })
  server.on('upgrade', (incoming, socket: Socket, head: Buffer) => {
    if (carrier) carrier.upgrade(incoming, socket, head)
    else socket.destroy()
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // It listens on a port of the internet protocol.
  const { port } = server.address() as AddressInfo
  const hangUp = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    origin: `http://127.0.0.1:${port}`,
    carryTo(next) {
      if (carrier) throw new Error('Another run is still on this wire.')
      carrier = next
      return () => {
        carrier = undefined
        hangUp()
      }
    },
    hangUp,
    async stop() {
      hangUp()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
