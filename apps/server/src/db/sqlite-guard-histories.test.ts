import { utimesSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { pagesOf, writePages } from '../testing/pages-of-file.ts'
import { openDatabase } from './database.ts'
import type { FileNotice } from './sqlite-messages.ts'

// databases: sqlite, because it tests what is done about the files of SQLite

const rowsAtFirst = 60

/** What other connections do. A reader holds up checkpoints from its own moment on. */
const foreignActs = {
  add: 'insert into word (word) values (hex(randomblob(900)))',
  change: 'update word set word = hex(randomblob(900)) where number % 7 = abs(random()) % 7',
  remove: 'delete from word where number % 5 = abs(random()) % 5',
  passive: 'pragma wal_checkpoint(passive)',
  full: 'pragma wal_checkpoint(full)',
  restart: 'pragma wal_checkpoint(restart)',
  truncate: 'pragma wal_checkpoint(truncate)',
} as const
const shorten = { vacuum: 'vacuum' } as const
const readerActs = { read: 'begin; select count(*) from word', leave: 'rollback' } as const
const ownActs = { own: 'insert into word (word) values (hex(randomblob(900)))' } as const
const statements = { ...foreignActs, ...shorten, ...readerActs, ...ownActs }
type Act = keyof typeof statements

const actsOf = (...groups: object[]) =>
  // Boundary: TypeScript doesn't know the keys of these groups.
  fc.array(fc.constantFrom(...(groups.flatMap(Object.keys) as Act[])), { minLength: 5, maxLength: 30 })

/** Plays acts of other connections and of the server's own on a database of a few dozen pages. */
const withHistory = async (
  acts: readonly Act[],
  use: (played: { path: string; told: FileNotice['what'][]; save(): Promise<unknown> }) => Promise<void>,
) => {
  const folder = await mkdtemp(join(tmpdir(), 'sitwell-history-'))
  const path = join(folder, 'sitwell.sqlite')
  const told: FileNotice['what'][] = []
  const { kysely, close } = openDatabase({ dialect: 'sqlite', path }, { onFile: ({ what }) => told.push(what) })
  await sql`create table word (number integer primary key, word text)`.execute(kysely)
  await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(rowsAtFirst)})
    insert into word (word) select hex(randomblob(900)) from n`.execute(kysely)
  const save = () => sql`${sql.raw(ownActs.own)}`.execute(kysely)
  const [other, reader] = [new DatabaseSync(path), new DatabaseSync(path)]
  try {
    for (const act of acts) {
      if (act === 'own') await save()
      else if (act in readerActs) {
        if (reader.isTransaction === (act === 'leave')) reader.exec(statements[act])
      } else other.exec(statements[act])
    }
    if (reader.isTransaction) reader.exec('rollback')
    await use({ path, told, save })
  } finally {
    for (const one of [other, reader]) one.close()
    await close()
    await rm(folder, { recursive: true })
  }
}

test('the server never doubts its files, whatever other connections commit, checkpoint, shorten and hold up', async () => {
  const acts = actsOf(foreignActs, shorten, readerActs, ownActs)
  await fc.assert(
    fc.asyncProperty(acts, (history) =>
      withHistory([...history, 'own'], async ({ told, save }) => {
        await save()
        expect(told).toEqual([])
      }),
    ),
    { numRuns: 60 },
  )
})

test('after any such history, the server notices that its file is written over by an older one', async () => {
  const acts = actsOf(foreignActs, ownActs)
  const { add: _, remove: __, ...sameLength } = foreignActs
  await fc.assert(
    fc.asyncProperty(acts, actsOf(sameLength), (before, since) =>
      withHistory([...before, 'passive', 'own'], async ({ path, told, save }) => {
        const older = pagesOf(path)
        const other = new DatabaseSync(path)
        for (const act of [...since, 'change', 'passive'] as const) other.exec(statements[act])
        other.close()
        await save()
        writePages(path, older)
        // Another time than that of the last checkpoint, however fast the machine is.
        utimesSync(path, 1, 1)
        await expect(save()).rejects.toMatchObject({ code: 'SQLITE_FILE_LOST' })
        expect(told).toEqual(['doubted', 'lost'])
      }),
    ),
    { numRuns: 30 },
  )
})
