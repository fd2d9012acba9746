import { stat } from 'node:fs/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Database, DatabaseConfig } from '../db/database.ts'

/** The cluster, its line of time (each failover and each restore to a moment begins another), the database, and our tables in it. */
const postgresParts: readonly RawBuilder<{ part: unknown }>[] = [
  sql`select system_identifier as part from pg_control_system()`,
  sql`select substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as part`,
  sql`select oid as part from pg_database where datname = current_database()`,
  sql`select cast('form_run' as regclass)::oid as part`,
]

/**
 * Names the place at which a database stands, so that a copy that was put back has another name: the file of SQLite by its number on
 * the disk. What PostgreSQL doesn't tell this user is left out.
 */
export const readDatabaseMark = async ({ kysely, dialect }: Database, config: DatabaseConfig): Promise<string> => {
  if (dialect === 'sqlite') return config.dialect === 'sqlite' ? String((await stat(config.path, { bigint: true })).ino) : ''
  const lines: string[] = []
  for (const part of postgresParts) {
    const { rows } = await part.execute(kysely).catch((error: unknown) => {
      // Class 42: not allowed, or not there. A database that can't be reached has told nothing of its place.
      if (String(Object(error).code).startsWith('42')) return { rows: [] }
      throw error
    })
    lines.push(String(rows[0]?.part ?? ''))
  }
  return lines.join('/')
}
