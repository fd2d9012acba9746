import { copyFile, mkdtemp, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openDatabase } from './database.ts'
import { SqliteError } from './sqlite-dialect.ts'

const withFolder = async (use: (folder: string) => Promise<void>) => {
  const folder = await mkdtemp(join(tmpdir(), 'sitwell-sqlite-'))
  await use(folder).finally(() => rm(folder, { recursive: true }))
}

describe('SQLite', () => {
  test('that has rolled back by itself tells why, as for a commit that finds no room', () =>
    withFolder(async (folder) => {
      const database = openDatabase({ dialect: 'sqlite', path: join(folder, 'sitwell.sqlite') })
      const failing = database.kysely.transaction().execute(async (transaction) => {
        await sql`rollback`.execute(transaction)
        throw new SqliteError('database or disk is full', 'SQLITE_13')
      })
      await expect(failing).rejects.toMatchObject({ code: 'SQLITE_13' })
      expect((await sql`select 1 as one`.execute(database.kysely)).rows).toEqual([{ one: 1 }])
      await database.close()
    }))

  test('that can not be used any more says so to all who ask then and later, and ends', () =>
    withFolder(async (folder) => {
      const path = join(folder, 'sitwell.sqlite')
      await writeFile(path, 'no database, but enough text to be taken for a damaged one '.repeat(20))
      const database = openDatabase({ dialect: 'sqlite', path })
      const first = expect(sql`select 1`.execute(database.kysely)).rejects.toThrow('file is not a database')
      expect(await database.broken).toMatchObject({ message: 'file is not a database' })
      await first
      await expect(sql`select 1`.execute(database.kysely)).rejects.toThrow('file is not a database')
      await database.close()
    }))

  /** A database of a table with ten thousand numbers, most of which are in its file and the last ones in the log beside it. */
  const withNumbers = async (folder: string) => {
    const path = join(folder, 'sitwell.sqlite')
    const database = openDatabase({ dialect: 'sqlite', path })
    await sql`create table number (value integer, text text)`.execute(database.kysely)
    const add = (value: number) =>
      sql`insert into number (value, text) values (${value}, hex(randomblob(2000)))`.execute(database.kysely)
    for (let value = 1; value <= 10; value += 1) await add(value)
    await sql`pragma wal_checkpoint(truncate)`.execute(database.kysely)
    await add(11)
    return { path, database, add }
  }
  const lost = expect.objectContaining({ code: 'SQLITE_FILE_LOST' })
  const rescuedIn = async (folder: string) => (await readdir(folder)).filter((name) => name.includes('.rescued-'))
  const sumOf = async (path: string) => {
    const database = openDatabase({ dialect: 'sqlite', path })
    const { rows } = await sql<{ sum: number }>`select sum(value) as sum from number`.execute(database.kysely)
    await database.close()
    return rows[0]?.sum
  }

  test.each([
    ['deleted', (path: string) => rm(path)],
    [
      'deleted with all that belongs to it',
      (path: string) => Promise.all([path, `${path}-wal`, `${path}-shm`].map((one) => rm(one))),
    ],
    ['moved away', (path: string) => rename(path, `${path}.old`)],
    ['without its log', (path: string) => rm(`${path}-wal`)],
    [
      'replaced',
      async (path: string) => {
        await copyFile(path, `${path}.copy`)
        await rename(`${path}.copy`, path)
      },
    ],
  ])('whose file is %s acknowledges nothing more, and writes what it holds beside it', (_, takeAway) =>
    withFolder(async (folder) => {
      const { path, database, add } = await withNumbers(folder)
      await takeAway(path)
      await expect(add(12)).rejects.toEqual(lost)
      await expect(sql`select 1`.execute(database.kysely)).rejects.toEqual(lost)
      await database.close()
      const [copy = '', ...others] = await rescuedIn(folder)
      expect(others).toEqual([])
      expect(await sumOf(join(folder, copy))).toBe(78)
    }),
  )

  test('whose file is written over acknowledges nothing more', () =>
    withFolder(async (folder) => {
      const { path, database, add } = await withNumbers(folder)
      await copyFile(path, `${path}.backup`)
      for (let value = 12; value <= 40; value += 1) await add(value)
      await sql`pragma wal_checkpoint(passive)`.execute(database.kysely)
      await add(41)
      await copyFile(`${path}.backup`, path)
      await expect(add(42)).rejects.toEqual(lost)
      await database.close()
    }))

  test('goes on where its file is but touched, and while another process moves pages into it', () =>
    withFolder(async (folder) => {
      const { path, database, add } = await withNumbers(folder)
      await utimes(path, new Date(), new Date())
      await add(12)
      const other = openDatabase({ dialect: 'sqlite', path })
      for (let round = 0; round < 3; round += 1) {
        await sql`insert into number (value, text) values (1, hex(randomblob(9000)))`.execute(other.kysely)
        await sql`pragma wal_checkpoint(truncate)`.execute(other.kysely)
        await add(1)
      }
      await other.close()
      await add(1)
      await database.close()
      expect([await rescuedIn(folder), await sumOf(path)]).toEqual([[], 85])
    }))
})
