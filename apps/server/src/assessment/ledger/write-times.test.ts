import { calls } from '@sitwell/contract'
import { describe, expect, test } from 'vitest'
import { bothDatabases } from '../../testing/databases.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import { arrange, doCall, sitExam, tryCall } from '../../testing/test-world.ts'

describe.each(bothDatabases)('times and logs that come together on %s', (database) => {
  test('are each kept with their own form run, and one of them that is refused takes no other down', async () => {
    const server = await startTestServer({ database })
    const worlds = await Promise.all([31, 32, 33, 34].map((orgId) => arrange(server, { orgId })))
    const sittings = await Promise.all(worlds.map(async (world) => ({ world, ...(await sitExam(server, world)) })))
    const [first] = sittings
    if (!first) throw new Error('nobody sits')
    const completed = { formRunGuid: first.formRunGuid, timeRemaining: 500, elapsedTime: 100 }
    await doCall(server, calls.complete, { body: completed }, first.token)
    const tellTime = ({ world, token, formRunGuid }: (typeof sittings)[number], index: number) => {
      const body = {
        formRunGuid,
        timeRemaining: 500 - index,
        elapsedTime: 100 + index,
        page: `${world.prefix}-q2`,
        sequence: 7,
      }
      return tryCall(server, calls.saveTime, { body }, token)
    }
    const tellLog = ({ token, formRunGuid }: (typeof sittings)[number], index: number) => {
      const activities = [
        { id: 'one', type: 1, value: index },
        { id: 'two', type: 2, value: null },
      ]
      return tryCall(server, calls.activityLog, { params: { formRunGuid }, body: { formRunGuid, activities } }, token)
    }
    const [times, logs] = await Promise.all([
      Promise.all(sittings.map(tellTime)),
      Promise.all([...sittings.map(tellLog), ...sittings.map(tellLog)]),
    ])
    expect(times.map((one) => one.status)).toEqual([409, 200, 200, 200])
    expect(logs.map((one) => one.status)).toEqual(Array(8).fill(200))
    const { kysely } = server.db
    const runs = await kysely.selectFrom('form_run').selectAll().orderBy('org_id').execute()
    expect(runs.slice(1).map((run) => [run.time_remaining_ms, run.elapsed_ms, run.page, run.last_sequence])).toEqual(
      [1, 2, 3].map((index) => [(500 - index) * 1000, (100 + index) * 1000, `${worlds[index]?.prefix}-q2`, 7]),
    )
    const activities = await kysely.selectFrom('activity').selectAll().orderBy('org_id').orderBy('activity_id').execute()
    expect(activities.map((one) => [one.org_id, one.activity_id, one.value])).toEqual(
      [31, 32, 33, 34].flatMap((orgId, index) => [
        [orgId, 'one', String(index)],
        [orgId, 'two', 'null'],
      ]),
    )
    await server.stop()
  })
})
