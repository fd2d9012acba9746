import { connect, createServer, type Socket } from 'node:net'

/** A wire between a browser and the server, which can be cut: for engines whose driver has no way to be offline. */
export async function wireTo(origin: string) {
  const { hostname, port } = new URL(origin)
  const ends = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    if (isCut) return near.destroy()
    const far = connect(Number(port), hostname)
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(end)
      end.on('error', () => other.destroy())
      end.on('close', () => {
        ends.delete(end)
        other.destroy()
      })
      end.pipe(other)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('The wire has no port.')
  const cut = () => {
    isCut = true
    for (const end of ends) end.destroy()
  }
  return {
    /** `http://127.0.0.1:PORT`, where the server is reached through the wire. */
    origin: `http://127.0.0.1:${address.port}`,
    cut,
    mend: () => {
      isCut = false
    },
    stop: () => {
      cut()
      server.close()
    },
  }
}
