import { expect, test } from 'vitest'
import { secretsSelected } from './secret-columns.ts'

test.each([
  ["kysely.selectFrom('person').selectAll().execute()", ['person']],
  ["kysely\n  .selectFrom('session as own')\n  .where('a', '=', 1)\n  .selectAll('own')", ['session']],
  ["kysely.selectFrom('answer').innerJoin('person', 'a', 'b').selectAll('person')", ['person']],
  ["kysely.selectFrom('answer').innerJoin('person', 'a', 'b').selectAll()", ['person']],
  ["kysely.updateTable('mfa').set({}).returningAll()", ['mfa']],
  ["kysely.selectFrom(['answer', 'person as p']).selectAll('p')", ['person']],
  ['sql`select person.*, 1 from person`', ['person']],
  ['sql`select * from office_session`', ['office_session']],
])('a query that selects secrets without naming them is found: %s', (source, tables) => {
  expect(secretsSelected(source)).toEqual(tables)
})

test.each([
  "kysely.selectFrom('person').select(['password_hash']).execute()",
  "kysely.selectFrom('answer').innerJoin('person', 'a', 'b').selectAll('answer')",
  "kysely.selectFrom('person').select('user_id').execute()\nkysely.selectFrom('answer').selectAll()",
  "kysely.selectFrom('answer').selectAll().execute()\nkysely.selectFrom('person').select('user_id')",
  "kysely.selectFrom('personal_note').selectAll()",
  'sql`select count(*) from person`',
])('one that names its columns, or reads all of another table, is not: %s', (source) => {
  expect(secretsSelected(source)).toEqual([])
})
