import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Database, openDatabase } from '../db/database.ts'
import type { FileNotice } from '../db/sqlite-messages.ts'

/** Rows of the table of words before a test begins. */
export const rowsAtFirst = 40

interface Opened {
  readonly folder: string
  readonly path: string
  readonly database: Database
  /** The notices about the files, in order. */
  readonly told: FileNotice['what'][]
  add(): Promise<unknown>
  count(): Promise<number>
}

/** A database whose file has forty pages of rows. The log has a newer version of each page. */
export const withRows = async (use: (opened: Opened) => Promise<void>): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'sitwell-guard-'))
  const path = join(folder, 'data', 'sitwell.sqlite')
  const told: FileNotice['what'][] = []
  const database = openDatabase({ dialect: 'sqlite', path }, { onFile: ({ what }) => told.push(what) })
  const { kysely } = database
  const fill = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(rowsAtFirst)})
    insert into word (word) select hex(randomblob(2000)) from n`
  try {
    await sql`create table word (number integer primary key autoincrement, word text)`.execute(kysely)
    await fill.execute(kysely)
    await sql`pragma wal_checkpoint(truncate)`.execute(kysely)
    await sql`update word set word = hex(randomblob(2000))`.execute(kysely)
    const add = () => sql`insert into word (word) values (hex(randomblob(2000)))`.execute(kysely)
    const count = async () =>
      (await sql<{ count: number }>`select count(*) as count from word`.execute(kysely)).rows[0]?.count ?? 0
    await use({ folder, path, database, told, add, count })
  } finally {
    await database.close()
    await rm(folder, { recursive: true })
  }
}
