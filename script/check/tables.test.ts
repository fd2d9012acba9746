import { expect, test } from 'vitest'
import { type FoundUse, problemsOfTables } from './tables.ts'
import { tablesOfSchema, tablesOfSource } from './tables-of-source.ts'

const tables = new Set(['answer', 'answer_event', 'mark', 'person'])
const found = (source: string) =>
  Object.fromEntries(tablesOfSource(source, tables).map(({ table, isWritten }) => [table, isWritten ? 'written' : 'read']))

test('the tables are those that the schema names', () => {
  expect(
    tablesOfSchema('export interface Row {\n  id: number\n}\nexport interface Schema {\n  answer: Row\n  mark: Row\n}\n'),
  ).toEqual(['answer', 'mark'])
})

test.each([
  ["kysely.selectFrom('answer').selectAll()", { answer: 'read' }],
  ["kysely\n  .selectFrom('answer as a')\n  .innerJoin('person', 'x', 'y')", { answer: 'read', person: 'read' }],
  ["kysely.selectFrom(['answer', 'mark as m'])", { answer: 'read', mark: 'read' }],
  ["kysely.insertInto('answer').values({ mark: 1 })", { answer: 'written' }],
  ["kysely.selectFrom('mark'); kysely.deleteFrom('mark')", { mark: 'written' }],
  ['sql`insert into answer_event select * from answer`', { answer_event: 'written', answer: 'read' }],
  ['sql`update mark set x = 1`', { mark: 'written' }],
  ["'delete from answer'", { answer: 'written' }],
  ["for (const table of ['answer', 'mark'] as const) kysely.deleteFrom(table)", { answer: 'written', mark: 'written' }],
  ["const kind = 'answer'; say('a mark from a person of ours')", {}],
])('of a source, the tables in its queries are found: %s', (source, expected) => {
  expect(found(source)).toEqual(expected)
})

const rules = {
  tables: ['answer', 'mark'],
  owners: new Map([
    ['answer', 'answers'],
    ['mark', 'results'],
  ]),
  exceptions: [{ folder: 'results', why: 'marks are given for answers', reads: ['answer'] }],
}
const use = (folder: string, table: string, isWritten = false): FoundUse => ({
  folder,
  table,
  isWritten,
  file: `${folder}/x.ts`,
})
const allowed = [use('answers', 'answer', true), use('results', 'mark', true), use('results', 'answer')]

test('an owner does as it likes with its table, and others what they have leave for', () => {
  expect(problemsOfTables(allowed, rules)).toEqual([])
})

test('whoever reads or writes another’s table without leave is refused, and leave to read is none to write', () => {
  expect(problemsOfTables([...allowed, use('results', 'answer', true)], rules)).toEqual([
    'results/x.ts writes answer, which answers owns: ask for what its owner offers',
  ])
  expect(problemsOfTables([...allowed, use('answers', 'mark')], rules)).toEqual([
    'answers/x.ts reads mark, which results owns: ask for what its owner offers',
  ])
})

test('leave that nobody uses, a table without an owner and an owner without a table are refused', () => {
  expect(problemsOfTables(allowed.slice(0, 2), rules)).toEqual(['results needs no leave to read answer any more'])
  expect(problemsOfTables(allowed, { ...rules, tables: ['answer', 'mark', 'person'] })).toEqual([
    'person has no owner: say which folder it is',
  ])
  expect(problemsOfTables(allowed, { ...rules, tables: ['answer'] })).toEqual(['there is no table mark any more'])
})
