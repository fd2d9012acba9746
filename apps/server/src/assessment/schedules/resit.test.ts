import { calls } from '@sitwell/contract'
import { expect, test } from 'vitest'
import { bothDatabases } from '../../testing/databases.ts'
import { describeOnEach } from '../../testing/describe-on-each.ts'
import { arrange, doCall, examOf, refusalIn, saveOf, sitExam, tryCall, type World } from '../../testing/test-world.ts'

describeOnEach(bothDatabases, 'sitting a practice exam again on %s', {}, ({ server }) => {
  /** An organisation of its own, with one schedule of an exam that may be resat. */
  const arrangeWith = (orgId: number, schedule: object, settings: object = { allowImmediateResit: true }) => {
    const exam = examOf(`o${orgId}`, { settings: { examTime: 600, ...settings } })
    const schedules = [{ guid: `o${orgId}-schedule`, username: 'learner', exam: exam.examGuid, practice: true, ...schedule }]
    return arrange(server, { orgId, exam, file: { schedules } })
  }
  const complete = (formRunGuid: string, token: string) =>
    doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 10, elapsedTime: 590 } }, token)
  const isOffered = async (formRunGuid: string, token: string) =>
    (await doCall(server, calls.result, { query: { formRunGuid } }, token)).immediateResitAvailable
  const listed = (world: World, token: string) =>
    doCall(server, calls.schedules, { query: { userGuid: world.entry.userGuid } }, token)

  test('a completed attempt makes room for the next, which starts empty; the first one stays as it was', async () => {
    const world = await arrangeWith(301, {})
    const { token, formRunGuid } = await sitExam(server, world)
    await doCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid, { sequence: 1 }) }, token)
    expect(await isOffered(formRunGuid, token)).toBe(false)
    await Promise.all([complete(formRunGuid, token), complete(formRunGuid, token)])
    expect(await isOffered(formRunGuid, token)).toBe(true)

    const schedules = await listed(world, token)
    expect(schedules.map(({ completed }) => completed)).toEqual([true, false])
    const last = schedules.at(-1)
    const entry = { ...world.entry, scheduleGuid: last?.guid ?? '' }
    const { formRunGUID: second } = await doCall(server, calls.start, { query: entry }, token)
    expect(second).not.toBe(formRunGuid)
    const content = await doCall(server, calls.examJson, { query: entry }, token)
    expect(content.questions.some(({ serverAnswer }) => serverAnswer !== undefined)).toBe(false)
    expect(content.settings.examTimeRemaining).toBe(600)
    const again = await tryCall(server, calls.start, { query: world.entry }, token)
    expect(refusalIn(again).code).toBe('FORM_RUN_COMPLETED')

    const { receipt } = await doCall(server, calls.result, { query: { formRunGuid } }, token)
    await complete(second, token)
    expect((await doCall(server, calls.result, { query: { formRunGuid } }, token)).receipt).toEqual(receipt)
    expect((await listed(world, token)).map(({ completed }) => completed)).toEqual([true, true, false])
  })

  test.each([
    ['an exam that is no practice', 302, { practice: false }, { allowImmediateResit: true }],
    ['a practice that says nothing of it', 303, {}, {}],
  ])('%s is not sat again', async (_, orgId, schedule, settings) => {
    const world = await arrangeWith(orgId, schedule, settings)
    const { token, formRunGuid } = await sitExam(server, world)
    await complete(formRunGuid, token)
    expect(await isOffered(formRunGuid, token)).toBe(false)
    expect(await listed(world, token)).toHaveLength(1)
  })

  test('it is not offered once its last date is over', async () => {
    const world = await arrangeWith(304, { completeDt: new Date(server.clock.nowMs() + 3_600_000).toISOString() })
    const { token, formRunGuid } = await sitExam(server, world)
    await complete(formRunGuid, token)
    await server.db.kysely.updateTable('schedule').set({ complete_at: 1 }).where('org_id', '=', 304).execute()
    expect(await isOffered(formRunGuid, token)).toBe(false)
  })
})
