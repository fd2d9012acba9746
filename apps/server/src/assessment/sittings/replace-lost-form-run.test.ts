import { calls } from '@sitwell/contract'
import { leastAfter, sequencesEach } from '@sitwell/exam/answers/save-sequences'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createKeys } from '../../keys.ts'
import { bothDatabases } from '../../testing/databases.ts'
import { startServerIn, startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { arrange, doCall, examOf, refusalIn, saveOf, signIn, sitExam, tryCall, type World } from '../../testing/test-world.ts'
import { findingsOf, verifyFormRun } from '../evidence/verify-form-run.ts'
import { createExamCache } from '../form-run/exam-cache.ts'
import { isKnownGuid, newFormRunGuid } from '../form-run/form-run-guid.ts'

describe.each(bothDatabases)('a form run that takes the place of one that was lost, on %s', (database) => {
  const { clock, pass } = createTestClock()
  let server: TestServer
  let world: World
  let token: string
  let formRunGuid: string
  let lastOrganisation = 3000

  beforeAll(async () => {
    server = await startTestServer({ database, clock })
  })
  beforeEach(async () => {
    lastOrganisation += 1
    const exam = examOf(`o${lastOrganisation}`, { settings: { examTime: 3600, warningTime: 60 } })
    world = await arrange(server, { orgId: lastOrganisation, exam })
    const sitting = await sitExam(server, world)
    token = sitting.token
    formRunGuid = sitting.formRunGuid
  })
  afterAll(() => server.stop())

  const from = 'a-run-that-is-gone'
  const bodyOf = (more: object = {}) => ({
    formRunGuid,
    from,
    generation: 'another',
    answers: 2,
    used: [{ seconds: 600 }],
    ...more,
  })
  const take = (more: object = {}) => doCall(server, calls.takePlace, { body: bodyOf(more) }, token)
  const left = async () => (await doCall(server, calls.dashState, { query: { formRunGuid } }, token)).examTimeRemaining
  const handIns = async () => {
    const events = await server.db.kysely
      .selectFrom('form_run_event')
      .selectAll()
      .where('form_run_guid', '=', formRunGuid)
      .execute()
    return events.filter(({ kind }) => kind === 'hand-in').map(({ details }) => JSON.parse(details))
  }

  test('has what was used of that one taken out of its time, once, and says so in its ledger', async () => {
    expect(await take()).toEqual({ takesPlace: true })
    expect(await take({ used: [{ seconds: 900 }] })).toEqual({ takesPlace: true })
    expect(await left()).toBe(3000)
    expect(await handIns()).toMatchObject([{ from, answers: 2, used: [{ ms: 600_000 }] }])
  })

  test('has numbers above all of it on its first page too, whose content is read before the start', async () => {
    lastOrganisation += 1
    const unstarted = await arrange(server, { orgId: lastOrganisation })
    const { access_token } = await signIn(server, unstarted)
    const first = async () => (await doCall(server, calls.examJson, { query: unstarted.entry }, access_token)).lastSequence
    const ofLost = await first()
    // As any page it may have used all of its numbers; the restore, and the device that begins again, come a moment later.
    pass(100)
    expect(await first()).toBeGreaterThanOrEqual(ofLost + sequencesEach)
  })

  test('gets no time by it, whatever the browser says was used', async () => {
    await take({ used: [] })
    expect(await left()).toBe(3600)
    await take({ from: 'another-one', used: [{ partId: 'no-part', seconds: 60 }, { seconds: 31_000_000 }] })
    expect(await left()).toBe(0)
    // Nothing of it can be used any more: the end that it began with is none.
    pass(31_000)
    const body = saveOf(world, formRunGuid, { sequence: 1 })
    expect(await doCall(server, calls.saveAnswer, { body }, token)).toMatchObject({ applied: false, late: true })
  })

  test('takes none of one that is there, or that this very database has taken away', async () => {
    expect(await take({ from: formRunGuid })).toEqual({ takesPlace: false })
    expect(await handIns()).toEqual([])
    // Nothing else takes one away: a server that resets nothing knows that it was lost, also if nothing else tells so.
    const { headers } = await tryCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid) }, token)
    expect(await take({ generation: headers.get('sitwell-generation') })).toEqual({ takesPlace: true })
    const resetting = await startServerIn({ ...server.config, useResetScheduleCheat: true }, { clock })
    const body = bodyOf({ from: 'one-that-was-reset', generation: headers.get('sitwell-generation') })
    expect(await doCall(resetting, calls.takePlace, { body }, token)).toEqual({ takesPlace: false })
    await resetting.stop()
    expect(await handIns()).toHaveLength(1)
  })

  test('goes on in the part that its learner had come to; one that never was moves nobody past a part', async () => {
    const prefix = `o${lastOrganisation + 900}`
    const part = (name: string) => ({
      ...examOf(`${prefix}-${name}`).sections[0],
      id: `${prefix}-${name}`,
      oneWay: true,
      sectionTime: 900,
    })
    const exam = examOf(prefix, { settings: { examTime: 3600 }, sections: [part('a'), part('b')] as never })
    world = await arrange(server, { orgId: lastOrganisation + 900, exam })
    ;({ token, formRunGuid } = await sitExam(server, world))
    const [a, b] = [`${prefix}-a`, `${prefix}-b`]
    const state = () => doCall(server, calls.dashState, { query: { formRunGuid } }, token)
    const used = [
      { partId: a, seconds: 60 },
      { partId: b, seconds: 30 },
    ]
    await take({ from: 'one-that-never-was', used })
    expect(await state()).toMatchObject({ partId: a, examTimeRemaining: 3600 - 90 })
    const keys = createKeys(server.config.tokenSecret)
    const place = { org_id: world.orgId, schedule_guid: world.entry.scheduleGuid }
    const elsewhere = newFormRunGuid(keys, { ...place, schedule_guid: 'another' })
    for (const other of [elsewhere, newFormRunGuid(createKeys(Buffer.from('another secret')), place)])
      await take({ from: other, used })
    expect(await state()).toMatchObject({ partId: a, examTimeRemaining: 3600 - 270 })
    expect(isKnownGuid(keys, place, formRunGuid)).toBe(true)
    await take({ from: newFormRunGuid(keys, place), used })
    expect(await state()).toMatchObject({ partId: b, examTimeRemaining: 3600 - 360 })

    // The part that was left for good is closed here too: what was answered there has yet to come, and nothing new does.
    const save = (sequence: number, answerText: string) => {
      const of = { questionVersionId: `${prefix}-a-q3`, page: `${prefix}-a-q3`, options: [], sequence, answerText }
      return doCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid, of) }, token)
    }
    const run = () =>
      server.db.kysely.selectFrom('form_run').selectAll().where('form_run_guid', '=', formRunGuid).executeTakeFirstOrThrow()
    const last = leastAfter(clock.nowMs())
    pass(60_000)
    expect(await save(last - 1, 'of before')).toMatchObject({ applied: true })
    expect(await save(last + 1, 'new')).toMatchObject({ applied: false, barred: 'closed' })
    expect(await state()).toMatchObject({ partId: b })
    pass(10 * 60_000)
    expect(await save(last, 'of before, by its number')).toMatchObject({ applied: false, late: true })
    const context = { database: server.db, exams: createExamCache(server.db, clock.nowMs), clock }
    expect(findingsOf(await verifyFormRun(context, await run()))).toEqual([])
  })

  test('shortens the reading time for a form run that was lost, and for none that is made up', async () => {
    const prefix = `o${lastOrganisation + 700}`
    const section = { ...examOf(prefix).sections[0], id: `${prefix}-a`, readingTime: 120 }
    const exam = examOf(prefix, { settings: { examTime: 3600 }, sections: [section] as never })
    world = await arrange(server, { orgId: lastOrganisation + 700, exam })
    ;({ token, formRunGuid } = await sitExam(server, world))
    const state = () => doCall(server, calls.dashState, { query: { formRunGuid } }, token)
    for (const used of [[{ seconds: 120 }], [{ partId: `${prefix}-a`, seconds: 60 }]])
      await take({ from: `never-was-${used[0]?.seconds}`, used })
    expect(await state()).toMatchObject({ examTimeRemaining: 3600 - 180, sections: [{ readingTimeRemaining: 120 }] })
    const keys = createKeys(server.config.tokenSecret)
    const place = { org_id: world.orgId, schedule_guid: world.entry.scheduleGuid }
    await take({ from: newFormRunGuid(keys, place), used: [{ partId: `${prefix}-a`, seconds: 90 }] })
    expect(await state()).toMatchObject({ examTimeRemaining: 3600 - 180, sections: [{ readingTimeRemaining: 30 }] })
  })

  test('of what never was ten are written down at most, each as one line, and one that was is taken all the same', async () => {
    const used = Array.from({ length: 1000 }, () => ({ seconds: 0.001 }))
    for (let number = 1; number <= 10; number += 1)
      expect(await take({ from: `made-up-${number}`, used })).toEqual({ takesPlace: true })
    const another = await tryCall(server, calls.takePlace, { body: bodyOf({ from: 'made-up-11' }) }, token)
    expect(refusalIn(another)).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' })
    expect(await take({ from: 'made-up-1' })).toEqual({ takesPlace: true })
    expect(await handIns()).toEqual(Array(10).fill(expect.objectContaining({ used: [{ ms: 1000, isAnswering: true }] })))
    expect(await left()).toBe(3590)
    const schedule = { org_id: world.orgId, schedule_guid: world.entry.scheduleGuid }
    const lost = newFormRunGuid(createKeys(server.config.tokenSecret), schedule)
    expect(await take({ from: lost })).toEqual({ takesPlace: true })
    expect(await left()).toBe(2990)
  })

  test('is the caller’s own, and open', async () => {
    const other = await sitExam(server, await arrange(server, { orgId: lastOrganisation + 500 }))
    const stranger = await tryCall(server, calls.takePlace, { body: bodyOf() }, other.token)
    expect(refusalIn(stranger)).toMatchObject({ code: 'NOT_FOUND' })
    await doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 3000, elapsedTime: 600 } }, token)
    expect(refusalIn(await tryCall(server, calls.takePlace, { body: bodyOf() }, token))).toMatchObject({
      code: 'FORM_RUN_COMPLETED',
    })
  })
})
