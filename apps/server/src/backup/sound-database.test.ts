import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { migrationOfSound } from './sound-database.ts'

test('a sound database has the last of its migrations by name, in whatever order they were applied', () => {
  const database = new DatabaseSync(':memory:')
  database.exec('create table migration_applied (name text primary key, timestamp text)')
  for (const name of ['2026-11-29-first', '2027-02-01-later', '2026-12-24-between'])
    database.prepare('insert into migration_applied values (?, ?)').run(name, '')
  expect(migrationOfSound(database)).toBe('2027-02-01-later')
})
