import type { DatabaseSync } from 'node:sqlite'
import { migrationTable } from '../db/carry-over.ts'

const textOf = (row: Readonly<Record<string, unknown>>) => String(Object.values(row)[0])

const has = (database: DatabaseSync, table: string) =>
  database.prepare("select 1 from sqlite_master where type = 'table' and name = ?").get(table) !== undefined

/** Databases from before the query builder's migrator have a table of our own for it. */
const newestIn = (database: DatabaseSync): number => {
  const asked = has(database, migrationTable)
    ? `select max(cast(name as integer)) as newest from ${migrationTable}`
    : 'select max(version) as newest from migration'
  return Number(database.prepare(asked).get()?.newest ?? 0)
}

/** The newest migration of a database that is sound in all its pages and rows. Throws, and says what is wrong with it. */
export const migrationOfSound = (database: DatabaseSync): number => {
  const found = database.prepare('pragma integrity_check(5)').all().map(textOf)
  if (found.join() !== 'ok') throw new Error(`The database is damaged: ${found.join('; ')}`)
  const orphans = database.prepare('pragma foreign_key_check').all()
  if (orphans.length > 0) throw new Error(`The database is damaged: ${orphans.length} rows lead nowhere.`)
  return newestIn(database)
}
