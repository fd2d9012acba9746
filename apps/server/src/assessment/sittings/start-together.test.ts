import { calls } from '@sitwell/contract'
import { expect, test } from 'vitest'
import { organisationSetting } from '../../security/organisation/organisation-setting.ts'
import { bothDatabases } from '../../testing/databases.ts'
import { describeOnEach } from '../../testing/describe-on-each.ts'
import { arrange, doCall, signIn } from '../../testing/test-world.ts'
import { findingsOf, verifyFormRun } from '../evidence/verify-form-run.ts'
import { createExamCache } from '../form-run/exam-cache.ts'

describeOnEach(bothDatabases, 'a school that starts at the same moment, on %s', {}, ({ server }) => {
  const each = 20
  const schoolOf = async (orgId: number) => {
    const prefix = `o${orgId}`
    const guids = Array.from({ length: each }, (_, index) => `${prefix}-schedule-${index}`)
    const schedules = guids.map((guid) => ({ guid, username: 'learner', exam: `${prefix}-exam` }))
    const world = await arrange(server, { orgId, file: { schedules } })
    const token = (await signIn(server, world)).access_token
    const queries = guids.map((scheduleGuid) => ({ ...world.entry, scheduleGuid }))
    return { orgId, token, queries }
  }
  type School = Awaited<ReturnType<typeof schoolOf>>
  const start = ({ token }: School, query: School['queries'][number]) => doCall(server, calls.start, { query }, token)
  const open = ({ token }: School, query: School['queries'][number]) => doCall(server, calls.examJson, { query }, token)

  test('gives each schedule one form run of its own, however often it is started, with the next numbers of its organisation', async () => {
    const schools = [await schoolOf(31), await schoolOf(32)]
    const twice = await Promise.all(
      [0, 1].flatMap(() => schools.flatMap((school) => school.queries.map((query) => start(school, query)))),
    )
    const guids = twice.map(({ formRunGUID }) => formRunGUID)
    expect(guids.slice(0, guids.length / 2)).toEqual(guids.slice(guids.length / 2))
    expect(new Set(guids).size).toBe(2 * each)
    const context = { database: server.db, exams: createExamCache(server.db, server.clock.nowMs), clock: server.clock }
    for (const { orgId } of schools) {
      const runs = await server.db.kysely.selectFrom('form_run').selectAll().where('org_id', '=', orgId).execute()
      expect(runs).toHaveLength(each)
      expect(new Set(runs.map((run) => run.form_run_id)).size).toBe(each)
      for (const run of runs) {
        expect(run).toMatchObject({ org_id: orgId, last_event: 1, schedule_guid: expect.stringContaining(`o${orgId}-`) })
        expect(findingsOf(await verifyFormRun(context, run))).toEqual([])
      }
    }
  })

  test('sets sequences of its own aside for each page that opens an exam, and for one that opens it again', async () => {
    const school = await schoolOf(33)
    for (const query of school.queries) await start(school, query)
    const once = await Promise.all(school.queries.map((query) => open(school, query)))
    const twice = await Promise.all(school.queries.flatMap((query) => [open(school, query), open(school, query)]))
    const lastOf = async (orgId: number) => {
      const runs = await server.db.kysely.selectFrom('form_run').selectAll().where('org_id', '=', orgId).execute()
      return new Map(runs.map((run) => [run.form_run_guid, run.last_sequence]))
    }
    const held = await lastOf(33)
    for (const [index, first] of once.entries()) {
      const later = [twice[2 * index], twice[2 * index + 1]].map((exam) => exam?.lastSequence ?? 0)
      expect(new Set([first.lastSequence, ...later]).size).toBe(3)
      expect(Math.min(...later)).toBeGreaterThan(first.lastSequence ?? 0)
      expect(held.get(first.formRunGuid ?? '')).toBe(Math.max(...later))
    }
  })

  test('asks for its settings together, and has what was set a moment ago', async () => {
    await schoolOf(34)
    const set = (value: string) =>
      server.db.kysely
        .insertInto('setting')
        .values({ org_id: 34, name: 'ResultsDays', value })
        .onConflict((conflict) => conflict.columns(['org_id', 'name']).doUpdateSet({ value }))
        .execute()
    const ask = () =>
      Promise.all([
        organisationSetting(server.db, 34, 'ResultsDays'),
        organisationSetting(server.db, 34, 'AllowRemotePause'),
        organisationSetting(server.db, 31, 'ResultsDays'),
        organisationSetting(server.db, 34, 'ResultsDays'),
      ])
    expect(await ask()).toEqual([null, null, null, null])
    await set('3')
    expect(await ask()).toEqual(['3', null, null, '3'])
    await set('4')
    expect(await ask()).toEqual(['4', null, null, '4'])
  })
})
