import { execFile } from 'node:child_process'
import { openSync, readSync, utimesSync, writeSync } from 'node:fs'
import { copyFile, readFile, rename, rm, stat, symlink, truncate, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { rowsAtFirst, withRows } from '../testing/guarded-rows.ts'
import { pageBytes, pagesOf, writePages } from '../testing/pages-of-file.ts'
import { openDatabase } from './database.ts'

// databases: sqlite, because it tests what is done about the files of SQLite

const run = promisify(execFile)
/** What another process does. */
const checkpoint = `
  const { DatabaseSync } = require('node:sqlite')
  new DatabaseSync(process.argv[1]).prepare('pragma wal_checkpoint(passive)').get()
`

/** A checkpoint of another process that dies in the middle of this page: it may write nothing behind that. */
const breakOffCheckpoint = async (path: string, page: number) => {
  const blocks = (page * pageBytes - pageBytes / 2) / 1024
  const shell = `ulimit -f ${blocks}; exec "$0" -e "$1" "$2"`
  await run('bash', ['-c', shell, process.execPath, checkpoint, path]).catch(() => {})
}

/** Where the index of the log says how many frames there are, are moved into the file, and are being moved; and what their pages are. */
const at = { frames: 16, moved: 96, moving: 128, pages: 136 }
const [logHeadBytes, frameHeadBytes] = [32, 24]

/** The steps of a checkpoint as another process takes them, one at a time. Its files are never closed here either. */
const checkpointInSteps = (path: string) => {
  const [file, index, log] = [path, `${path}-shm`, `${path}-wal`].map((one) => openSync(one, 'r+'))
  if (file === undefined || index === undefined || log === undefined) throw new Error('The files were not opened.')
  const word = new Uint32Array(1)
  const read = (position: number) => {
    readSync(index, word, 0, 4, position)
    return word[0] ?? 0
  }
  const write = (position: number, value: number) => writeSync(index, Uint32Array.of(value), 0, 4, position)
  const frames = read(at.frames)
  const frameOf = new Map(Array.from({ length: frames }, (_, frame) => [read(at.pages + 4 * frame), frame]))
  const movePage = (page: number, bytes = pageBytes) => {
    const content = Buffer.alloc(bytes)
    readSync(log, content, 0, bytes, logHeadBytes + (frameOf.get(page) ?? 0) * (frameHeadBytes + pageBytes) + frameHeadBytes)
    writeSync(file, content, 0, bytes, (page - 1) * pageBytes)
  }
  return {
    begin: () => write(at.moving, frames),
    pages: [...frameOf.keys()].sort((one, other) => one - other),
    movePage,
    end: () => write(at.moved, frames),
  }
}

const lost = expect.objectContaining({ code: 'SQLITE_FILE_LOST' })
const doubted = expect.objectContaining({ code: 'SQLITE_FILE_DOUBTED' })

describe('the files of SQLite beside other processes', () => {
  test('are known after a checkpoint was broken off in the middle', () =>
    withRows(async ({ path, told, add, count }) => {
      const before = pagesOf(path)
      // One of those that the server looks at.
      const page = 1 + Math.floor(before.length / 2)
      await breakOffCheckpoint(path, page)
      const after = pagesOf(path)
      const isSame = (one: number) => before[one - 1]?.equals(after[one - 1] ?? Buffer.of())
      expect([page - 1, page, page + 1].map(isSame)).toEqual([false, false, true])
      for (let rows = 1; rows <= 3; rows += 1) await add()
      expect([told, await count()]).toEqual([[], rowsAtFirst + 3])
    }))

  test('are known though a reader holds up a checkpoint, which leaves out the pages that have changed since', () =>
    withRows(async ({ path, told, database, add, count }) => {
      const change = () => sql`update word set word = hex(randomblob(2000)) where number % 2 = 0`.execute(database.kysely)
      const reader = new DatabaseSync(path)
      reader.exec('begin; select count(*) from word')
      await change()
      await run(process.execPath, ['-e', checkpoint, path])
      await add()
      reader.exec('rollback; begin; select count(*) from word')
      await change()
      await run(process.execPath, ['-e', checkpoint, path])
      await add()
      reader.close()
      await run(process.execPath, ['-e', checkpoint, path])
      await add()
      expect([told, await count()]).toEqual([[], rowsAtFirst + 3])
    }))

  test('are known at each step of a checkpoint that is under way', () =>
    withRows(async ({ path, told, add, count }) => {
      const { begin, pages, movePage, end } = checkpointInSteps(path)
      begin()
      await add()
      for (const page of pages) {
        movePage(page)
        if (page % 5 === 1) await add()
      }
      const during = await count()
      end()
      await add()
      // Behind the checkpoint, the log is begun again.
      const other = openDatabase({ dialect: 'sqlite', path })
      await sql`pragma wal_checkpoint(restart)`.execute(other.kysely)
      await other.close()
      await add()
      expect(pages.length).toBeGreaterThanOrEqual(rowsAtFirst)
      expect([told, await count()]).toEqual([[], during + 2])
    }))

  test('are known though the file is written several times within a tick of the clock', () =>
    withRows(async ({ path, told, database, count }) => {
      const tick = () => utimesSync(path, 1, 1)
      // The file stays as long as it is.
      const change = () => sql`update word set word = hex(randomblob(2000)) where number = 1`.execute(database.kysely)
      const other = new DatabaseSync(path)
      const { begin, pages, movePage, end } = checkpointInSteps(path)
      begin()
      for (const page of pages.slice(0, 10)) movePage(page)
      tick()
      await change()
      for (const page of pages.slice(10)) movePage(page)
      end()
      tick()
      await change()
      other.exec('pragma wal_checkpoint(restart)')
      tick()
      await change()
      other.exec('pragma wal_checkpoint(passive)')
      await change()
      other.close()
      expect([told, await count()]).toEqual([[], rowsAtFirst])
    }))

  test('are known again once their folder can be read again', () =>
    withRows(async ({ folder, path, told, add, count }) => {
      const data = join(folder, 'data')
      await rename(data, `${data}.aside`)
      await symlink(data, data)
      await expect(add()).rejects.toEqual(doubted)
      await expect(add()).rejects.toEqual(doubted)
      await unlink(data)
      await rename(`${data}.aside`, data)
      await add()
      expect([told, await count()]).toEqual([['doubted', 'known'], rowsAtFirst + 1])
      expect((await stat(path)).size).toBeGreaterThan(0)
    }))

  test.each([
    ['the file alone', ['']],
    ['all of them', ['', '-wal', '-shm']],
  ])('that were moved away and come back as they were left are used again: %s', (_, ends) =>
    withRows(async ({ path, told, add, count }) => {
      await add()
      for (const end of ends) await rename(path + end, `${path}.aside${end}`)
      await expect(add()).rejects.toEqual(lost)
      await expect(count()).rejects.toEqual(lost)
      for (const end of ends) await rename(`${path}.aside${end}`, path + end)
      await add()
      expect([told, await count()]).toEqual([['doubted', 'lost', 'known'], rowsAtFirst + 3])
    }),
  )

  test('that come back after somebody has written them stay lost', () =>
    withRows(async ({ path, told, add }) => {
      await rename(path, `${path}.aside`)
      await expect(add()).rejects.toEqual(lost)
      const other = new DatabaseSync(`${path}.aside`)
      other.exec('pragma journal_mode = wal; create table more (word text)')
      other.close()
      await rename(`${path}.aside`, path)
      await expect(add()).rejects.toEqual(lost)
      expect(told).toEqual(['doubted', 'lost'])
    }))

  test.each<[string, (path: string) => Promise<unknown>]>([
    ['index of the log is deleted', (path) => rm(`${path}-shm`)],
    [
      'index of the log is replaced',
      async (path) => {
        await copyFile(`${path}-shm`, `${path}.copy`)
        await rename(`${path}.copy`, `${path}-shm`)
      },
    ],
    ['log is cut to nothing', (path) => truncate(`${path}-wal`)],
    ['log is cut by one commit', async (path) => truncate(`${path}-wal`, (await stat(`${path}-wal`)).size - 1)],
    ['log is written over', async (path) => writeFile(`${path}-wal`, Buffer.alloc((await stat(`${path}-wal`)).size))],
    ['file is cut to nothing', (path) => truncate(path)],
    ['file is cut to its half', async (path) => truncate(path, (await stat(path)).size / 2)],
    [
      'file is written over while a checkpoint is under way',
      async (path) => {
        const { begin, pages, movePage } = checkpointInSteps(path)
        begin()
        for (const page of pages.slice(0, 20)) movePage(page)
        writePages(
          path,
          pagesOf(path).map((page, index) => (index >= 20 ? Buffer.alloc(pageBytes, 1) : page)),
        )
      },
    ],
  ])('are lost where the %s', (_, spoil) =>
    withRows(async ({ path, database, told, add }) => {
      await spoil(path)
      await expect(add()).rejects.toEqual(lost)
      await expect(sql`select 1`.execute(database.kysely)).rejects.toEqual(lost)
      expect(told).toEqual(['doubted', 'lost'])
    }),
  )

  test('stay locked while another connection of the same process ends', () =>
    withRows(async ({ path, add }) => {
      const locked = async () => {
        const locks = await readFile('/proc/locks', 'utf8')
        const inodes = await Promise.all([path, `${path}-shm`, `${path}-lock`].map(async (one) => (await stat(one)).ino))
        return inodes.map((inode) => new RegExp(`READ +${process.pid} \\S+:${inode} `).test(locks))
      }
      const other = openDatabase({ dialect: 'sqlite', path })
      await sql`select 1 from word`.execute(other.kysely)
      expect(await locked()).toEqual([true, true, true])
      await other.close()
      expect(await locked()).toEqual([true, true, true])
      await add()
    }))
})
