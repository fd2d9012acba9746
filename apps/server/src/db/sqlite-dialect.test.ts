import { copyFile, mkdtemp, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as soon } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type Database, openDatabase } from './database.ts'
import { SqliteError } from './sqlite-thread.ts'

// databases: sqlite, because it tests the driver of SQLite

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

  test('lets nothing into a transaction that is open: all else waits for its end, in the order in which it was asked for', () =>
    withFolder(async (folder) => {
      const { kysely, transact, close } = openDatabase({ dialect: 'sqlite', path: join(folder, 'sitwell.sqlite') })
      await sql`create table word (number integer primary key autoincrement, word text)`.execute(kysely)
      const write = (word: string, to: Pick<typeof kysely, 'getExecutor'> = kysely) =>
        sql`insert into word (word) values (${word})`.execute(to)
      const inOneWay = (word: string) =>
        transact?.([{ sql: 'insert into word (word) values (?)', takes: [0], isSelect: false }], [[word]])
      const others: unknown[] = []
      /** The query builder takes its time until it asks. */
      const ask = async (...asked: (() => unknown)[]) => {
        for (const one of asked) {
          others.push(one())
          await soon()
        }
      }
      const failing = kysely.transaction().execute(async (transaction) => {
        await write('taken back', transaction)
        const three = async (next: typeof kysely) => {
          await write('three', next)
          await ask(() => write('seven'))
          await write('four', next)
        }
        await ask(
          () => write('one'),
          () => inOneWay('two'),
          () => kysely.transaction().execute(three),
          () => write('five'),
          () => inOneWay('six'),
        )
        await write('taken back too', transaction)
        throw new Error('No.')
      })
      await expect(failing).rejects.toThrow('No.')
      for (let index = 0; index < others.length; index += 1) await others[index]
      const { rows } = await sql<{ word: string }>`select word from word order by number`.execute(kysely)
      expect(rows.map(({ word }) => word)).toEqual(['one', 'two', 'three', 'four', 'five', 'six', 'seven'])
      await close()
    }))

  /** How many commits are in a write-ahead log: of the pages in it, those that end one say how large the file is then. */
  const commitsIn = async (path: string) => {
    const log = await readFile(`${path}-wal`)
    const [headBytes, frameBytes] = [32, 24 + 4096]
    const frames = Array.from(
      { length: Math.floor((log.length - headBytes) / frameBytes) },
      (_, index) => headBytes + index * frameBytes,
    )
    return frames.filter((at) => log.readUInt32BE(at + 4) > 0).length
  }

  /**
   * A database with an empty table of words, whose thread can't begin until it is let: all that is asked before has come by then, and
   * waits together however slow the machine is.
   */
  const withWords = (use: (path: string, database: Database, begin: () => void) => Promise<void>) =>
    withFolder(async (folder) => {
      const path = join(folder, 'sitwell.sqlite')
      const holder = new DatabaseSync(path)
      holder.exec('create table word (number integer primary key autoincrement, word text unique); begin exclusive')
      const database = openDatabase({ dialect: 'sqlite', path })
      await use(path, database, () => holder.close())
      await database.close()
    })

  const wordsIn = async ({ kysely }: Database) => {
    const { rows } = await sql<{ word: string }>`select word from word order by number`.execute(kysely)
    return rows.map(({ word }) => word)
  }

  const inOneWay = ({ transact }: Database, ...words: string[]) =>
    transact?.(
      [{ sql: 'insert into word (word) values (?)', takes: [0], isSelect: false }],
      words.map((word) => [word]),
    )

  test('puts what waits together onto the disk at once; what fails takes nothing else down, and nothing of its own stays', () =>
    withWords(async (path, database, begin) => {
      const { kysely } = database
      const write = (word: string) => sql`insert into word (word) values (${word})`.execute(kysely)
      const count = async () =>
        (await sql<{ count: number }>`select count(*) as count from word`.execute(kysely)).rows[0]?.count
      const inTransaction = () =>
        kysely.transaction().execute((transaction) => sql`insert into word (word) values ('six')`.execute(transaction))
      const asked: (() => unknown)[] = [
        () => write('one'),
        () => inOneWay(database, 'two', 'three'),
        () => write('one'),
        () => inOneWay(database, 'four', 'two'),
        count,
        () => inOneWay(database, 'five'),
        inTransaction,
        () => write('seven'),
      ]
      const asking: Promise<unknown>[] = []
      for (const ask of asked) {
        // One that fails is looked at with all the others.
        const one = Promise.resolve(ask())
        one.catch(() => {})
        asking.push(one)
        await soon()
      }
      begin()
      const outcomes = await Promise.allSettled(asking)
      expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([true, true, false, false, true, true, true, true])
      expect(outcomes[4]).toMatchObject({ value: 3 })
      expect(await wordsIn(database)).toEqual(['one', 'two', 'three', 'five', 'six', 'seven'])
      expect(await commitsIn(path)).toBe(3)
    }))

  test('has no room for one of what waits together, and keeps the rest', () =>
    withWords(async (_, database, begin) => {
      const asking = [
        sql`pragma max_page_count = 20`.execute(database.kysely),
        soon().then(() => inOneWay(database, 'one')),
        soon().then(() => inOneWay(database, 'two', 'x'.repeat(200_000))),
        soon().then(() => inOneWay(database, 'three')),
      ]
      await soon()
      begin()
      expect(await Promise.allSettled(asking)).toMatchObject([
        { status: 'fulfilled' },
        { status: 'fulfilled' },
        { reason: { code: 'SQLITE_13' } },
        { status: 'fulfilled' },
      ])
      expect(await wordsIn(database)).toEqual(['one', 'three'])
    }))

  test('goes on where a transaction could not begin', () =>
    withFolder(async (folder) => {
      const { kysely, close } = openDatabase({ dialect: 'sqlite', path: join(folder, 'sitwell.sqlite') })
      const other = openDatabase({ dialect: 'sqlite', path: join(folder, 'sitwell.sqlite') })
      await sql`pragma busy_timeout = 1`.execute(kysely)
      await other.kysely.transaction().execute(async () => {
        await expect(kysely.transaction().execute(async () => {})).rejects.toMatchObject({ code: 'SQLITE_5' })
      })
      expect((await sql`select 1 as one`.execute(kysely)).rows).toEqual([{ one: 1 }])
      await kysely.transaction().execute(async () => {})
      await other.close()
      await close()
    }))

  test('that is closed refuses what is asked for behind that, and keeps nobody waiting', () =>
    withFolder(async (folder) => {
      const { kysely, transact, close } = openDatabase({ dialect: 'sqlite', path: join(folder, 'sitwell.sqlite') })
      await sql`create table word (word text)`.execute(kysely)
      const write = async () =>
        transact?.([{ sql: 'insert into word (word) values (?)', takes: [0], isSelect: false }], [['late']])
      const closing = close()
      const meanwhile = write().then(
        () => 'written',
        (error: unknown) => String(error),
      )
      await closing
      expect(await meanwhile).toMatch(/^written$|closed/)
      await expect(write()).rejects.toThrow('The database is closed.')
      await close()
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

  test('whose file is written over by an older one that is sound acknowledges nothing more', () =>
    withFolder(async (folder) => {
      const { path, database } = await withNumbers(folder)
      await copyFile(path, `${path}.backup`)
      const change = () => sql`update number set value = value + 100`.execute(database.kysely)
      await change()
      await sql`pragma wal_checkpoint(passive)`.execute(database.kysely)
      await change()
      await copyFile(`${path}.backup`, path)
      await expect(change()).rejects.toEqual(lost)
      await database.close()
    }))

  test('whose file is written over while nothing is left in its log acknowledges nothing more, though the next commit begins the log anew', () =>
    withFolder(async (folder) => {
      const { path, database } = await withNumbers(folder)
      await copyFile(path, `${path}.backup`)
      const change = () => sql`update number set value = value + 100`.execute(database.kysely)
      await change()
      await sql`pragma wal_checkpoint(passive)`.execute(database.kysely)
      await copyFile(`${path}.backup`, path)
      await expect(change()).rejects.toEqual(lost)
      await database.close()
    }))

  test('writes nothing over what is put back once it has said that its file is lost, not as it closes either', () =>
    withFolder(async (folder) => {
      const { path, database, add } = await withNumbers(folder)
      await copyFile(path, `${path}.backup`)
      const sum = await sumOf(`${path}.backup`)
      for (let value = 12; value <= 40; value += 1) await add(value)
      await sql`pragma wal_checkpoint(passive)`.execute(database.kysely)
      for (let value = 41; value <= 80; value += 1) await add(value)
      await copyFile(`${path}.backup`, path)
      await expect(add(81)).rejects.toEqual(lost)
      await copyFile(`${path}.backup`, path)
      await expect(add(82)).rejects.toEqual(lost)
      await database.close()
      expect(await sumOf(path)).toBe(sum)
      expect((await readdir(folder)).filter((name) => name.endsWith('-wal'))).toEqual([])
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

  test('is held: another program that looks into its file doesn’t take itself for the last one, and the log away as it leaves', () =>
    withFolder(async (folder) => {
      const path = join(folder, 'sitwell.sqlite')
      const database = openDatabase({ dialect: 'sqlite', path })
      await sql`create table number (value integer)`.execute(database.kysely)
      const { ino } = await stat(path)
      // What Linux says of the locks on a file; newer programs than Debian's own look at those of other files too.
      const locks = async () => (await readFile('/proc/locks', 'utf8')).split('\n').filter((line) => line.includes(`:${ino} `))
      expect(await locks()).toEqual([expect.stringMatching(new RegExp(`READ +${process.pid} `))])
      await database.close()
      expect(await locks()).toEqual([])
    }))
})
