import { describe, expect, test } from 'vitest'
import { contactsStatement } from '../assessment/ledger/contact.ts'
import { timesStatement } from '../assessment/ledger/write-times.ts'
import { activitiesStatement } from '../assessment/sittings/activity-log.ts'
import type { PlannedStatement } from '../db/planned-statements.ts'
import { sentStatement } from '../db/sent-rows.ts'
import { bothDatabases } from './databases.ts'
import { startTestServer } from './start-test-server.ts'

test('a statement over what is sent takes arrays on PostgreSQL, and one item after another on SQLite', () => {
  const { planned, step } = sentStatement<{ id: number; word: string }>(
    'words',
    { of_id: ['bigint', ({ id }) => id], new_word: ['text', ({ word }) => word] },
    (told) => `update word set word = new_word from ${told} where id = of_id returning id`,
  )
  expect(planned).toEqual({
    name: 'words',
    text: 'update word set word = new_word from unnest($1::bigint[],$2::text[]) as told (of_id,new_word) where id = of_id returning id',
  })
  expect(step).toEqual({
    sql: 'update word set word = new_word from (select cast(?1 as bigint) as of_id,cast(?2 as text) as new_word) as told where id = of_id returning id',
    takes: [0, 1],
    isSelect: true,
  })
})

describe.skipIf(!bothDatabases.includes('postgres'))(
  'statements over what is sent, on postgres, where nobody has analysed the tables,',
  () => {
    test.each([
      [timesStatement.planned, timesStatement.columns.length],
      [contactsStatement.planned, contactsStatement.columns.length],
    ])('find their form run by its key: %o', async ({ text }: PlannedStatement, columns) => {
      const { db, stop } = await startTestServer({ database: 'postgres' })
      const parameters = Array.from({ length: columns }, () => '{}')
      const rows = (await db.runPlanned?.({ name: 'explain', text: `explain ${text}` }, parameters)) ?? []
      // What PostgreSQL calls its only column.
      const plan = (rows as { 'QUERY PLAN': string }[]).map((row) => row['QUERY PLAN']).join('\n')
      expect(plan).toMatch(/Index Scan using form_run_by_guid on form_run/)
      expect(plan).not.toMatch(/Seq Scan/)
      await stop()
    })

    test('keep activities once', async () => {
      const { db, stop } = await startTestServer({ database: 'postgres' })
      const arrays = ['{1,1}', '{"run","run"}', '{"one","one"}', '{1,1}', '{"1","2"}', '{1,1}']
      await db.runPlanned?.(activitiesStatement.planned, arrays)
      expect(await db.kysely.selectFrom('activity').select(['activity_id', 'value']).execute()).toEqual([
        { activity_id: 'one', value: '1' },
      ])
      await stop()
    })
  },
)
