import { copyFile, rm } from 'node:fs/promises'
import pg from 'pg'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'

const administrate = async (url: URL, statements: readonly string[]) => {
  const other = new URL(url)
  other.pathname = '/postgres'
  const client = new pg.Client({ connectionString: other.href })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

const letGo = (name: string) => `select pg_terminate_backend(pid, 60000) from pg_stat_activity where datname = '${name}'`

/**
 * Backs up a database that nobody has open: the file of SQLite, or a copy of the database of PostgreSQL. `restore` puts it back, as
 * often as wanted, while no program has it open. `label`: distinguishes several backups of one database.
 */
export const backUp = async ({ database }: Pick<Config, 'database'>, label = 'backup') => {
  if (database.dialect === 'sqlite') {
    const { path } = database
    const copy = `${path}.${label}`
    await copyFile(path, copy)
    return {
      restore: async () => {
        for (const end of ['-wal', '-shm']) await rm(path + end, { force: true })
        await copyFile(copy, path)
      },
      remove: () => rm(copy, { force: true }),
    }
  }
  const url = new URL(database.url)
  const name = url.pathname.slice(1)
  const copy = `${name}_${label}`
  await administrate(url, [letGo(name), `create database ${copy} template ${name}`])
  return {
    restore: () =>
      administrate(url, [
        letGo(name),
        `drop database ${name} with (force)`,
        letGo(copy),
        `create database ${name} template ${copy}`,
      ]),
    remove: () => administrate(url, [`drop database if exists ${copy} with (force)`]),
  }
}

const tables = [
  'server_generation',
  'form_run',
  'form_run_event',
  'form_run_part',
  'answer',
  'answer_event',
  'mark',
  'mark_entry',
  'response_mark',
  'uploaded_file',
  'course_attempt',
  'sco_attempt',
  'sco_save',
  'cmi5_registration',
  'cmi5_session',
  'xapi_document',
  'xapi_statement',
  'xapi_mention',
] as const

/** Puts the rows of sittings back to what they are now, while servers run: as a failover to a replica that lacks the last seconds. */
export const rememberRows = async ({ kysely }: Pick<Database, 'kysely'>) => {
  const rows = await Promise.all(
    tables.map(async (table) => ({ table, held: await kysely.selectFrom(table).selectAll().execute() })),
  )
  return async () => {
    await kysely.transaction().execute(async (transaction) => {
      for (const { table, held } of rows) {
        await transaction.deleteFrom(table).execute()
        // The rows of this very table.
        for (const row of held)
          await transaction
            .insertInto(table)
            .values(row as never)
            .execute()
      }
    })
  }
}
