import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import type { Schema } from './schema.ts'
import { openSqliteDriver, type Transact } from './sqlite-dialect.ts'

export type DialectName = 'sqlite' | 'postgres'

export interface Database {
  readonly kysely: Kysely<Schema>
  readonly dialect: DialectName
  /** Of SQLite alone. */
  readonly transact?: Transact
  close(): Promise<void>
}

/** The type number of `bigint` in PostgreSQL. Our integers are counts and milliseconds, far below 2^53. */
const bigintType = 20

/** PostgreSQL keeps no NUL in a text and refuses the whole statement: an answer must not be lost for a sign that nobody sees. */
const withoutNulOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutNulOf)
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '') : value
}

const withoutNul = (pool: pg.Pool): PostgresPool => ({
  options: pool.options,
  connect: async () => {
    const client = await pool.connect()
    const query = (statement: string, parameters: readonly unknown[]) => client.query(statement, parameters.map(withoutNulOf))
    // kysely asks for cursors too, but only to stream rows, which nothing here does.
    return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release() }
  },
  end: () => pool.end(),
})

const openPostgres = (url: string, poolSize: number): Database => {
  const types = new pg.TypeOverrides()
  types.setTypeParser(bigintType, Number)
  const pool = new pg.Pool({ connectionString: url, max: poolSize, types })
  // Without a listener, a connection that the database closes while idle would end the process.
  pool.on('error', () => {})
  const kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: withoutNul(pool) }) })
  return { kysely, dialect: 'postgres', close: () => kysely.destroy() }
}

const openSqlite = (path: string): Database => {
  mkdirSync(dirname(path), { recursive: true })
  const { dialect, transact } = openSqliteDriver(path)
  const kysely = new Kysely<Schema>({ dialect })
  return { kysely, dialect: 'sqlite', transact, close: () => kysely.destroy() }
}

export type DatabaseConfig =
  | { readonly dialect: 'sqlite'; readonly path: string }
  | { readonly dialect: 'postgres'; readonly url: string; readonly poolSize?: number }

/** Opens the database; nothing is read or migrated yet. */
export const openDatabase = (config: DatabaseConfig): Database =>
  config.dialect === 'postgres' ? openPostgres(config.url, config.poolSize ?? 10) : openSqlite(config.path)
