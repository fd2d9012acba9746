import { createServer } from 'node:net'

/** Below the ports that systems give to outgoing connections: nothing takes it while its server is down. */
const lowest = 12_000
const count = 18_000

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

/** A port of 127.0.0.1 that nobody listens on, and that a server can have again after it was killed. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * count)
    if (await isFree(port)) return port
  }
}
