import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { migrationOfSound } from './sound-database.ts'

const databaseOf = (...statements: readonly string[]) => {
  const database = new DatabaseSync(':memory:')
  for (const statement of statements) database.exec(statement)
  return database
}
const before = ['create table migration (version bigint primary key, name text, applied_at bigint)']
const since = ['create table migration_applied (name text primary key, timestamp text)']

test('the newest migration is told of a backup from before the migrator, and of one since', () => {
  const old = [...before, "insert into migration values (9, 'part windows', 0), (27, 'courses-further', 0)"]
  expect(migrationOfSound(databaseOf(...old))).toBe(27)
  const carried = [...since, "insert into migration_applied values ('009-part-windows', ''), ('104-something', '')"]
  expect(migrationOfSound(databaseOf(...old, ...carried))).toBe(104)
  expect(migrationOfSound(databaseOf(...carried))).toBe(104)
})
