import { expect, test } from 'vitest'
import { queriesOutside } from './queries-in-transactions.ts'

const linesOf = (source: string) => queriesOutside(source, 'x.ts').map((problem) => problem.split(' within')[0])
const inTransaction = (body: string) =>
  `const f = (context, database) => database.kysely.transaction().execute(async (transaction) => {\n${body}\n})`

test.each([
  ['await database.kysely.selectFrom("a").execute()', 'database'],
  ['await selectPerson(database, 1)', 'database'],
  ['await selectPerson(context.database, 1)', 'context'],
  ['await openSession(transaction, context)', 'context'],
  ['const run = () => kysely.deleteFrom("a").execute()', 'kysely'],
  ['await read({ ...database })', 'database'],
  ['await read({ kysely: database.kysely })', 'database'],
  ['await read(mainDatabase)', 'mainDatabase'],
])('another connection within a transaction is found: %s', (body, name) => {
  expect(linesOf(inTransaction(body))).toEqual([`x.ts:2 hands on ${name}`])
})

test.each([
  'await transaction.selectFrom("a").execute()',
  'await select({ kysely: transaction, dialect: database.dialect }, context.clock.nowMs())',
  'await read({ ...database, kysely: transaction })',
  'const database = { kysely: transaction }; await select(database)',
  'return { database: 1, context: 2 }',
])('the transaction itself, and single fields, may be used: %s', (body) => {
  expect(linesOf(inTransaction(body))).toEqual([])
})

test('a snapshot is a transaction, an access mode changes nothing, and what comes before or after is outside of it', () => {
  expect(linesOf('readSnapshot(database, async (snapshot) => select(database))')).toEqual(['x.ts:1 hands on database'])
  expect(linesOf("database.kysely.transaction().setAccessMode('read only').execute(async (t) => select(database))")).toEqual([
    'x.ts:1 hands on database',
  ])
  expect(linesOf(`await select(database)\n${inTransaction('')}\nawait select(database)`)).toEqual([])
  expect(linesOf('kysely.transaction().execute((kysely) => select({ kysely }))')).toEqual([])
})
