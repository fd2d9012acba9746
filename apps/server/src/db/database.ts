import { dirname } from 'node:path'
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { keepFromOthers, makeOwnFolder } from '../owner-only.ts'
import { makeNewFile } from './new-file.js'
import { planByKeys, plannedConnections, type RunPlanned } from './planned-statements.ts'
import type { Schema } from './schema.ts'
import { openSqliteDriver, type Transact } from './sqlite-dialect.ts'
import type { FileNotice } from './sqlite-messages.ts'

export type DialectName = 'sqlite' | 'postgres'

export interface Database {
  readonly kysely: Kysely<Schema>
  readonly dialect: DialectName
  /** Of SQLite alone. */
  readonly transact?: Transact
  /** Of PostgreSQL alone. */
  readonly runPlanned?: RunPlanned
  /** Only for SQLite: resolves with the reason when the database can never be used again. */
  readonly broken?: Promise<Error>
  /** Statements that wait for a connection, or for SQLite's thread. */
  waiting(): number
  close(): Promise<void>
}

/** The type number of `bigint` in PostgreSQL. Our integers are counts and milliseconds, far below 2^53. */
const bigintType = 20

/**
 * PostgreSQL does not store NUL in a text and refuses the whole statement. An answer must not be lost because of an invisible
 * character.
 */
const withoutNulOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutNulOf)
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '') : value
}

/** PostgreSQL's code for a connection that failed, given to what names none: the driver has but sentences for it. */
const connectionFailure = '08006'

/**
 * Any error that is neither from the database nor from a wrong parameter is a connection failure, before or during a statement.
 */
const isOfConnection = (error: unknown) =>
  !(error instanceof pg.DatabaseError || error instanceof TypeError || error instanceof RangeError)

const namedByCode = (error: unknown): never => {
  if (!isOfConnection(error)) throw error
  throw Object.assign(new Error('The connection to the database failed', { cause: error }), { code: connectionFailure })
}

/**
 * The most milliseconds that a connection may take, including the wait for a free one. A database whose machine lost its power
 * sends nothing: the system, and every save, would wait for a quarter of an hour, long after another machine has taken over.
 */
const longestConnectMs = 30_000

/** A connection of a pool: a failure of it has a code, and then it isn't used again, for it may still be in the middle of a statement. */
const connectTo = async (pool: pg.Pool) => {
  const client = await pool.connect().catch(namedByCode)
  let failure: Error | undefined
  return {
    ask: async (statement: pg.QueryConfig, parameters: readonly unknown[]) => {
      try {
        return await client.query({ ...statement, values: parameters.map(withoutNulOf) })
      } catch (error) {
        if (isOfConnection(error)) failure = new Error('The connection failed', { cause: error })
        return namedByCode(error)
      }
    },
    release: () => client.release(failure),
  }
}

const withoutNul = (pool: pg.Pool): PostgresPool => ({
  options: pool.options,
  connect: async () => {
    const { ask, release } = await connectTo(pool)
    const query = (text: string, parameters: readonly unknown[]) => ask({ text }, parameters)
    // kysely asks for cursors too, but only to stream rows, which nothing here does.
    return { query: query as unknown as PostgresPoolClient['query'], release }
  },
  end: () => pool.end(),
})

/** Over a pool that was made with {@link planByKeys}. */
const runPlannedOver =
  (pool: pg.Pool): RunPlanned =>
  async (statement, parameters) => {
    const { ask, release } = await connectTo(pool)
    try {
      return (await ask(statement, parameters)).rows
    } finally {
      release()
    }
  }

const openPostgres = ({ url, poolSize = 10 }: PostgresConfig, { longestStatementMs }: Wishes): Database => {
  const types = new pg.TypeOverrides()
  types.setTypeParser(bigintType, Number)
  const poolOf = (config: pg.PoolConfig) => {
    const pool = new pg.Pool({
      connectionString: url,
      types,
      keepAlive: true,
      connectionTimeoutMillis: longestConnectMs,
      ...(longestStatementMs !== undefined && { query_timeout: longestStatementMs }),
      ...config,
    })
    // Without a listener, a connection that the database closes would end the process: while it is idle, and while a request has it.
    pool.on('error', () => {})
    pool.on('connect', (client) => client.on('error', () => {}))
    return pool
  }
  const pool = poolOf({ max: poolSize })
  const kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: withoutNul(pool) }) })
  const planned = poolOf({ max: plannedConnections, ...planByKeys })
  return {
    kysely,
    dialect: 'postgres',
    runPlanned: runPlannedOver(planned),
    waiting: () => pool.waitingCount + planned.waitingCount,
    close: async () => {
      await planned.end()
      await kysely.destroy()
    },
  }
}

const openSqlite = (path: string, { onFile = () => {} }: Wishes): Database => {
  makeOwnFolder(dirname(path))
  // SQLite gives its write-ahead log the mode of the file; those that an older server left may be readable by others.
  makeNewFile(path)
  for (const beside of ['', '-wal', '-shm', '-generation']) keepFromOthers(path + beside)
  const { dialect, transact, broken, waiting } = openSqliteDriver(path, onFile)
  const kysely = new Kysely<Schema>({ dialect })
  return { kysely, dialect: 'sqlite', transact, broken, waiting, close: () => kysely.destroy() }
}

interface PostgresConfig {
  readonly dialect: 'postgres'
  readonly url: string
  readonly poolSize?: number
}

interface Wishes {
  /** Milliseconds after which a statement on PostgreSQL has failed; unbounded if it isn't given, as migrations have to be. */
  readonly longestStatementMs?: number
  /** Receives notices about the files of SQLite while they are open. */
  readonly onFile?: (notice: FileNotice) => void
}

export type DatabaseConfig = { readonly dialect: 'sqlite'; readonly path: string } | PostgresConfig

/** Opens the database; nothing is read or migrated yet. */
export const openDatabase = (config: DatabaseConfig, wishes: Wishes = {}): Database =>
  config.dialect === 'postgres' ? openPostgres(config, wishes) : openSqlite(config.path, wishes)
