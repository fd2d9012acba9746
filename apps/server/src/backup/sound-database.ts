import type { DatabaseSync } from 'node:sqlite'
import { migrationTable } from '../db/migration-tables.ts'

const textOf = (row: Readonly<Record<string, unknown>>) => String(Object.values(row)[0])

/** The newest migration of a database that is sound in all its pages and rows. Throws, and says what is wrong with it. */
export const migrationOfSound = (database: DatabaseSync): string => {
  const found = database.prepare('pragma integrity_check(5)').all().map(textOf)
  if (found.join() !== 'ok') throw new Error(`The database is damaged: ${found.join('; ')}`)
  const orphans = database.prepare('pragma foreign_key_check').all()
  if (orphans.length > 0) throw new Error(`The database is damaged: ${orphans.length} rows lead nowhere.`)
  return String(database.prepare(`select coalesce(max(name), '') as newest from ${migrationTable}`).get()?.newest)
}
