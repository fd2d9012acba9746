import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, writeSync } from 'node:fs'
import { rm, stat, truncate } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { rowsAtFirst, withRows } from '../testing/guarded-rows.ts'
import { pageBytes, pagesOf, writePages } from '../testing/pages-of-file.ts'

// databases: sqlite, because it tests what is done about the files of SQLite

/** Another process that has the database open until it is killed. */
const reader = `
  const { DatabaseSync } = require('node:sqlite')
  const database = new DatabaseSync(process.argv[1])
  database.prepare('select count(*) from word').get()
  process.stdin.on('data', () => database.close())
  console.log('open')
`

const frameHeadBytes = 24
const lost = expect.objectContaining({ code: 'SQLITE_FILE_LOST' })
const doubted = expect.objectContaining({ code: 'SQLITE_FILE_DOUBTED' })

describe('an alarm about the files of SQLite', () => {
  test('is withdrawn if the files are unchanged once they are compared under the lock', () =>
    withRows(async ({ path, database, told, add, count }) => {
      await sql`pragma wal_checkpoint(passive)`.execute(database.kysely)
      const own = pagesOf(path)
      const holder = new DatabaseSync(path)
      holder.exec('begin immediate')
      writePages(
        path,
        own.map(() => Buffer.alloc(pageBytes, 1)),
      )
      const saving = add()
      await vi.waitFor(() => expect(told).toEqual(['doubted']), { timeout: 60_000 })
      writePages(path, own)
      holder.exec('rollback')
      await saving
      holder.close()
      expect([told, await count()]).toEqual([['doubted', 'known'], rowsAtFirst + 1])
    }))

  test('that is withdrawn empties the cache of SQLite: nothing that was read from another file stays in memory', () =>
    withRows(async ({ path, database, told, add }) => {
      const wordOf = async (number: number) =>
        (await sql<{ word: string }>`select word from word where number = ${number}`.execute(database.kysely)).rows[0]?.word
      await sql`pragma busy_timeout = 1`.execute(database.kysely)
      const older = pagesOf(path)
      const word = await wordOf(20)
      await sql`pragma wal_checkpoint(passive)`.execute(database.kysely)
      await add()
      const own = pagesOf(path)
      const other = new DatabaseSync(path)
      // What another process commits makes the server forget what it had read.
      other.exec('update word set word = hex(randomblob(2000)) where number = 1; begin immediate')
      writePages(path, older)
      expect(await wordOf(20)).not.toBe(word)
      await expect(add()).rejects.toEqual(doubted)
      writePages(path, own)
      other.close()
      await add()
      expect([told, await wordOf(20)]).toEqual([['doubted', 'known'], word])
    }))

  test('blocks saves and reads until the files can be compared, and stays if the files differ', () =>
    withRows(async ({ path, database, told, add }) => {
      await sql`pragma wal_checkpoint(passive)`.execute(database.kysely)
      await sql`pragma busy_timeout = 1`.execute(database.kysely)
      const holder = new DatabaseSync(path)
      holder.exec('begin immediate')
      writePages(
        path,
        pagesOf(path).map(() => Buffer.alloc(pageBytes, 1)),
      )
      for (let times = 1; times <= 2; times += 1) await expect(add()).rejects.toEqual(doubted)
      await expect(sql`select 1`.execute(database.kysely)).rejects.toEqual(doubted)
      expect(told).toEqual(['doubted'])
      holder.exec('rollback')
      holder.close()
      await expect(add()).rejects.toEqual(lost)
      await expect(add()).rejects.toEqual(lost)
      expect(told).toEqual(['doubted', 'lost'])
    }))

  test('is raised if the file is written over by an older one, though the pages that differ left the log when it began anew', () =>
    withRows(async ({ path, database, told, count }) => {
      const change = (number: number) =>
        sql`update word set word = hex(randomblob(2000)) where number = ${number}`.execute(database.kysely)
      const moveAll = () => sql`pragma wal_checkpoint(passive)`.execute(database.kysely)
      await moveAll()
      const older = pagesOf(path)
      await change(20)
      await moveAll()
      const differing = pagesOf(path).flatMap((content, index) => (content.equals(older[index] ?? content) ? [] : [index + 1]))
      expect(differing).toHaveLength(1)
      for (let times = 1; times <= 3; times += 1) {
        await change(1)
        await moveAll()
      }
      await change(1)
      const file = openSync(path, 'r+')
      const [page = 1] = differing
      writeSync(file, older[page - 1] ?? Buffer.of(), 0, pageBytes, (page - 1) * pageBytes)
      await expect(change(1)).rejects.toEqual(lost)
      await expect(count()).rejects.toEqual(lost)
      expect(told).toEqual(['doubted', 'lost'])
    }))

  test('stays if another process restarted the log before the second comparison', () =>
    withRows(async ({ path, database, told, add }) => {
      await sql`pragma wal_checkpoint(passive)`.execute(database.kysely)
      await sql`pragma busy_timeout = 1`.execute(database.kysely)
      const older = pagesOf(path)
      await sql`update word set word = hex(randomblob(2000))`.execute(database.kysely)
      await sql`pragma wal_checkpoint(passive)`.execute(database.kysely)
      const holder = new DatabaseSync(path)
      holder.exec('begin immediate')
      writePages(path, older)
      await expect(add()).rejects.toEqual(doubted)
      holder.exec('rollback; pragma wal_checkpoint(truncate)')
      holder.close()
      await expect(add()).rejects.toEqual(lost)
      expect(told).toEqual(['doubted', 'lost'])
    }))

  test('is raised if the log was cut by one commit, though another process has added one since', () =>
    withRows(async ({ path, database, told, add }) => {
      await sql`create table other (number integer)`.execute(database.kysely)
      await sql`insert into other values (1)`.execute(database.kysely)
      await add()
      const other = new DatabaseSync(path)
      await sql`update word set word = hex(randomblob(2000)) where number = 1`.execute(database.kysely)
      await truncate(`${path}-wal`, (await stat(`${path}-wal`)).size - pageBytes - frameHeadBytes)
      other.exec('update other set number = 2')
      other.close()
      await expect(add()).rejects.toEqual(lost)
      expect(told).toEqual(['doubted', 'lost'])
    }))

  test('is raised if the file is written over and the log is cut to nothing', () =>
    withRows(async ({ path, database, told, add }) => {
      const older = pagesOf(path)
      await sql`pragma wal_checkpoint(passive)`.execute(database.kysely)
      await add()
      writePages(path, older)
      await truncate(`${path}-wal`)
      await expect(add()).rejects.toEqual(lost)
      expect(told).toEqual(['doubted', 'lost'])
    }))

  test('stays if the index of the log was deleted, because another process may still use it', () =>
    withRows(async ({ path, told, add, count }) => {
      const other = spawn(process.execPath, ['-e', reader, path], { stdio: ['pipe', 'pipe', 'inherit'] })
      try {
        await once(other.stdout, 'data')
        await rm(`${path}-shm`)
        await expect(add()).rejects.toEqual(lost)
        await expect(add()).rejects.toEqual(lost)
        await expect(count()).rejects.toEqual(lost)
        expect(told).toEqual(['doubted', 'lost'])
      } finally {
        other.kill()
      }
    }))

  test('stays if the log was cut before another process appended to it, although its end is valid again', () =>
    withRows(async ({ path, database, told, add }) => {
      // The end of a long text is in a page that holds nothing else.
      await sql`create table long (text text)`.execute(database.kysely)
      await sql`insert into long values (hex(randomblob(3500)))`.execute(database.kysely)
      await sql`pragma busy_timeout = 1`.execute(database.kysely)
      await add()
      const other = new DatabaseSync(path)
      other.exec('update long set text = hex(randomblob(3500)); begin immediate')
      await truncate(`${path}-wal`, (await stat(`${path}-wal`)).size - pageBytes - frameHeadBytes)
      await expect(add()).rejects.toEqual(doubted)
      other.exec('update word set word = hex(randomblob(2000)) where number = 1; commit')
      other.close()
      await expect(add()).rejects.toEqual(lost)
      expect(told).toEqual(['doubted', 'lost'])
    }))

  test.each([
    ['and long again', ''],
    // SQLite writes no page that one transaction both adds and removes.
    ['and long again by pages that are written nowhere', `delete from word where number > ${rowsAtFirst}`],
  ])('is not raised if another process makes the database short, %s', (_, remove) =>
    withRows(async ({ path, told, add }) => {
      const [other, reader] = [new DatabaseSync(path), new DatabaseSync(path)]
      const grow = 'insert into word (number, word) select number + 1000, hex(randomblob(2000)) from word'
      await add()
      other.exec(`${grow}; delete from word where number > 5; vacuum`)
      // As long as it reads, the log isn't begun again.
      reader.exec('begin; select count(*) from word')
      other.exec('pragma wal_checkpoint(passive)')
      other.exec(`begin; with recursive n(i) as (select 1 union all select i + 1 from n where i < 90)
        insert into word (number, word) select ${rowsAtFirst} + i, hex(randomblob(2000)) from n; ${remove}; commit`)
      await add()
      reader.close()
      other.close()
      await add()
      expect(told).toEqual([])
    }),
  )
})
