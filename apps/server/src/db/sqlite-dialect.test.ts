import { mkdtemp, rm, writeFile } from 'node:fs/promises'
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
})
