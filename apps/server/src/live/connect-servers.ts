import { createAdapter } from '@socket.io/postgres-adapter'
import pg from 'pg'

/** What carries live events from one server to the others over the same PostgreSQL. */
export interface ServersConnection {
  readonly adapter: ReturnType<typeof createAdapter>
  /** To be called once the adapter is closed. */
  close(): Promise<void>
}

/** Milliseconds after which a connection that is being made counts as failed. */
const defaultLongestConnectMs = 5000

/** One connection listens, the other tells. */
const connections = 2

/**
 * Connects to the other servers by PostgreSQL's notifications. The adapter gives its connection back only when it is closed while
 * it listens on it, and never one that failed: the pool would wait for them for good. So what it was lent is known here, and taken
 * back when it is closed and when it asks for another.
 */
export const connectServers = (
  url: string,
  onError: (error: Error) => void,
  longestConnectMs: number = defaultLongestConnectMs,
): ServersConnection => {
  const pool = new pg.Pool({ connectionString: url, max: connections, connectionTimeoutMillis: longestConnectMs })
  // Without a listener, a connection that the database closes would end the process: while it is idle, and while it listens.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const lent = new Set<pg.PoolClient>()
  pool.on('release', (_error, client) => void lent.delete(client as pg.PoolClient))
  let isClosed = false
  // What it would try again for ever after a failure must not come back once all is closed.
  const never = new Promise<never>(() => {})
  const takeBack = () => {
    for (const client of lent) {
      client.removeAllListeners('end')
      client.removeAllListeners('notification')
      client.release(true)
    }
  }
  const lender = {
    query: async (statement: string, parameters: unknown[]) => (isClosed ? never : pool.query(statement, parameters)),
    connect: async () => {
      if (isClosed) return never
      // It asks anew after a failure, for which it may have two reasons at once, and gives nothing back then.
      takeBack()
      const client = await pool.connect()
      if (isClosed) {
        client.release(true)
        return never
      }
      lent.add(client)
      return client
    },
  }
  return {
    // Events are far below the size from which the adapter would want a table of its own.
    adapter: createAdapter(lender as unknown as pg.Pool, { errorHandler: onError }),
    close: async () => {
      isClosed = true
      takeBack()
      await pool.end()
    },
  }
}
