import { expect, test } from 'vitest'
import { checkMigrations, faultsOfFrozen, faultsOfMigrations, faultsOfNames, hashOfMigration } from './migrations.ts'

const migration = (statements: readonly string[], more: { name?: string; goesOn?: string } = {}) => ({
  ...{ name: '2026-12-24-shelf', statements: () => statements },
  ...more,
})
const faultsOf = (...given: Parameters<typeof migration>) => faultsOfMigrations([migration(...given)])

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
])('what servers of the previous version may trip over is refused without a reason why they keep working: %s', (statement) => {
  expect(faultsOf(['alter table person add column fine text', statement])).toEqual([
    expect.stringContaining('migration 2026-12-24-shelf: '),
  ])
  expect(faultsOf([statement], { goesOn: 'nothing has read it since 0.2' })).toEqual([])
})

test('migrations are named by the day on which they were added, and a subject', () => {
  expect(faultsOfNames(['2026-11-29-first', '2026-12-24-two-words', '2026-12-24-x2'])).toEqual([])
  for (const name of [
    '128-shelf',
    '2026-13-01-shelf',
    '2026-02-30-shelf',
    '2026-12-24',
    '2026-12-24-Shelf',
    '2026-12-24 shelf',
  ])
    expect(faultsOfNames([name])).toEqual([expect.stringContaining(`migration ${name}: name it by the day`)])
})

test('migrations are listed in the order of their names, each once', () => {
  for (const names of [
    ['2026-12-24-b', '2026-12-24-a'],
    ['2026-12-24-a', '2026-12-24-a'],
  ])
    expect(faultsOfNames(names)).toEqual([expect.stringContaining('2026-12-24-a: the list of migrations')])
})

test('a migration that was changed, removed or not frozen is refused', () => {
  const shelf = migration(['create table shelf (n bigint)'])
  const frozen = { [shelf.name]: hashOfMigration(shelf) }
  expect(faultsOfFrozen([shelf], frozen)).toEqual([])
  expect(faultsOfFrozen([shelf], {})).toEqual([expect.stringContaining(`add "${shelf.name}": "${frozen[shelf.name]}"`)])
  expect(faultsOfFrozen([migration(['create table shelf (m bigint)'])], frozen)).toEqual([
    expect.stringContaining('was changed'),
  ])
  expect(faultsOfFrozen([], frozen)).toEqual([expect.stringContaining('was removed')])
})

test('all migrations follow these rules', async () => {
  expect(await checkMigrations()).toMatchObject({ ok: true })
})
