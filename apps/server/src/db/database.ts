import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Schema } from './schema.ts'
import { sqliteDialect } from './sqlite-dialect.ts'

export type DialectName = 'sqlite' | 'postgres'

export interface Database {
  readonly kysely: Kysely<Schema>
  readonly dialect: DialectName
  close(): Promise<void>
}

/** The type number of `bigint` in PostgreSQL. Our integers are counts and milliseconds, far below 2^53. */
const bigintType = 20

const openPostgres = (url: string, poolSize: number): Database => {
  const types = new pg.TypeOverrides()
  types.setTypeParser(bigintType, Number)
  const pool = new pg.Pool({ connectionString: url, max: poolSize, types })
  // Without a listener, a connection that the database closes while idle would end the process.
  pool.on('error', () => {})
  const kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  return { kysely, dialect: 'postgres', close: () => kysely.destroy() }
}

const openSqlite = (path: string): Database => {
  mkdirSync(dirname(path), { recursive: true })
  const kysely = new Kysely<Schema>({ dialect: sqliteDialect(path) })
  return { kysely, dialect: 'sqlite', close: () => kysely.destroy() }
}

export type DatabaseConfig =
  | { readonly dialect: 'sqlite'; readonly path: string }
  | { readonly dialect: 'postgres'; readonly url: string; readonly poolSize?: number }

/** Opens the database; nothing is read or migrated yet. */
export const openDatabase = (config: DatabaseConfig): Database =>
  config.dialect === 'postgres' ? openPostgres(config.url, config.poolSize ?? 10) : openSqlite(config.path)
