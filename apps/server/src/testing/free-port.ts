import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'

/** Below the ports that systems give to outgoing connections: none of those takes it while its server is down. */
const lowest = 12_000
const count = 18_000

export interface ReservedPort {
  readonly port: number
  /** Ends the reservation; without it, the end of this process does. */
  release(): Promise<void>
}

const random = () => lowest + Math.floor(Math.random() * count)

/**
 * Holds the number of a port by a UDP socket, which takes nothing from servers: they listen on TCP. The kernel gives a number to one process
 * at a time, and frees it if the process dies. Undefined if another one holds it.
 */
const hold = (port: number): Promise<ReservedPort | undefined> =>
  new Promise((resolve) => {
    const socket = createSocket('udp4')
    socket.once('error', () => socket.close(() => resolve(undefined)))
    socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => {
      socket.unref()
      resolve({ port, release: () => new Promise((released) => socket.close(() => released())) })
    })
  })

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

/**
 * A port of 127.0.0.1 on which nobody listens, and which no other caller gets, in this process or another one, until it is released: also while
 * its server is killed and started again. `pick` proposes a number; a number that is taken is proposed in vain.
 */
export const reservePort = async (pick: () => number = random): Promise<ReservedPort> => {
  for (;;) {
    const held = await hold(pick())
    if (held && (await isFree(held.port))) return held
    await held?.release()
  }
}

/** The number of a port that is reserved for as long as this process runs. */
export const freePort = async (): Promise<number> => (await reservePort()).port
