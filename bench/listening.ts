import type { Server } from 'node:http'

/** Starts a server on a free port of this machine. */
export const listening = async (server: Server) => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  return {
    origin: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    stop: () => new Promise((done) => server.close(done)),
  }
}
