import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { bothDatabases } from '../testing/databases.ts'
import { describeOnEach } from '../testing/describe-on-each.ts'
import { nextResponses } from './claims.ts'
import { isOfOthers } from './scopes.ts'

describeOnEach(bothDatabases, 'the next response of a queue on %s', {}, ({ server, database, nextOrgId }) => {
  // OFFICE-310
  test('is read from the index of queues, in its order, and no other row of the queue is looked at', async () => {
    const { kysely } = server.db
    const orgId = nextOrgId()
    const row = (at: number) => ({
      ...{ org_id: orgId, form_run_guid: `run-${at}`, question_id: 'q', part: '', exam_guid: 'exam', version: 1 },
      ...{
        schedule_guid: `schedule-${at}`,
        delivery_id: '',
        user_guid: `learner-${at}`,
        state: 'waiting' as const,
        marks: null,
      },
      ...{ max_marks: 1, sequence: 1, files: '', newest_entry: 0, is_pending: 0, changed_at: at },
    })
    for (let from = 0; from < 3000; from += 500)
      await kysely
        .insertInto('response_mark')
        .values(Array.from({ length: 500 }, (_, at) => row(from + at)))
        .execute()
    if (database === 'postgres') await sql`analyze response_mark`.execute(kysely)
    const queue = { examGuid: 'exam', version: 1, deliveryId: '', questionId: 'q', part: '' }
    const claimer = { orgId, userGuid: 'marker', nowMs: 1 }
    const condition = isOfOthers({ userGuid: 'marker', rules: { marksOwnGroup: false } })
    const query = nextResponses({ claimer, queue, condition }, 'waiting', 5)
    expect((await query.execute(kysely)).rows.map(({ form_run_guid }) => form_run_guid)).toEqual(
      [0, 1, 2, 3, 4].map((at) => `run-${at}`),
    )
    if (database === 'sqlite') {
      const { rows } = await sql<{ detail: string }>`explain query plan ${query}`.execute(kysely)
      const plan = rows.map(({ detail }) => detail).join('\n')
      expect(plan).toMatch(/SEARCH response_mark USING (COVERING )?INDEX response_mark_queue/)
      // Sorted by the index: nothing has to be read to the end first.
      expect(plan).not.toContain('TEMP B-TREE')
      return
    }
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain (analyze, timing off, summary off) ${query}`.execute(kysely)
    const plan = rows.map((one) => one['QUERY PLAN']).join('\n')
    expect(plan).toMatch(/Index (Only )?Scan using response_mark_queue/)
    expect(plan).not.toContain('Sort')
    expect(plan).not.toContain('Seq Scan on response_mark')
    const [, read = ''] = /using response_mark_queue.*?actual rows=([\d.]+)/.exec(plan) ?? []
    expect(Number(read)).toBeLessThanOrEqual(20)
  })
})
