import { expect, test } from 'vitest'
import { checkMigrations, faultsOfMigrations } from './migrations.ts'

const faultsOf = (statements: readonly string[], more: { version?: number; goesOn?: string } = {}) =>
  faultsOfMigrations([{ version: 900, name: 'x', statements: () => statements, ...more }])

test.each([
  [
    'create table shelf (org_id bigint not null, name text not null, primary key (org_id, name))',
    'create index by_name on shelf (name)',
  ],
  ['create table shelf (n bigint)', 'insert into shelf select 1', 'create unique index one on shelf (n)'],
  ['alter table person add column place text'],
  ['alter table person\n  add column place bigint not null default 0'],
])('tables of its own and columns that may be left out are additions', (...statements) => {
  expect(faultsOf(statements)).toEqual([])
})

test.each([
  'drop table person',
  'alter table person drop column username',
  'alter table person rename to people',
  'alter table person rename column username to name',
  'alter table person add column place text not null',
  'alter table person add column place text unique',
  'create unique index one_name on person (username)',
  'create index by_name on person (username)',
  'drop index by_name',
  'update person set username = lower(username)',
  'delete from person',
])('what servers of the version before may trip over is refused, unless it is said why they go on: %s', (statement) => {
  expect(faultsOf(['alter table person add column fine text', statement])).toEqual([
    expect.stringContaining('migration 900 (x)'),
  ])
  expect(faultsOf([statement], { goesOn: 'nothing has read it since 0.2' })).toEqual([])
  expect(faultsOf([statement], { version: 35 })).toEqual([])
})

test('all migrations keep to it', async () => {
  expect(await checkMigrations()).toMatchObject({ ok: true })
})
