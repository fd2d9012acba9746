import { randomUUID } from 'node:crypto'
import { calls, type InputOf } from '@sitwell/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { findingsOf, verifyFormRun } from '../assessment/evidence/verify-form-run.ts'
import { createExamCache } from '../assessment/form-run/exam-cache.ts'
import { completeEndedOf } from '../testing/complete-ended-of.ts'
import { oneDatabase } from '../testing/databases.ts'
import { describeOnEach } from '../testing/describe-on-each.ts'
import { arrange, doCall, examOf, refusalIn, saveOf, signIn, sitExam, tryCall, type World } from '../testing/test-world.ts'

const minute = 60_000

describeOnEach(oneDatabase, 'a lost connection that an exam pauses for, on %s,', { isClockHeld: true }, (suite) => {
  const { server, clock, pass, nextOrgId } = suite
  let world: World
  let learner: string
  let invigilator: string
  let formRunGuid: string

  beforeEach(async () => {
    const orgId = nextOrgId()
    const settings = { AllowRemotePause: '1', NotifyLearnerImmediatelyOnConnectionLoss: '1' }
    const exam = examOf(`o${orgId}`, { settings: { examTime: 600 } })
    world = await arrange(server, { orgId, exam, invigilated: true, file: { settings } })
    const sitting = await sitExam(server, world)
    learner = sitting.token
    formRunGuid = sitting.formRunGuid
    invigilator = (await signIn(server, world, 'invigilator')).access_token
  })

  const saveTime = () =>
    doCall(
      server,
      calls.saveTime,
      { body: { formRunGuid, timeRemaining: 600, elapsedTime: 0, page: `${world.prefix}-q1` } },
      learner,
    )
  const absent = (absentTime: number, more: Partial<InputOf<typeof calls.reportAbsence>['body']> = {}) =>
    doCall(server, calls.reportAbsence, { body: { formRunGuid, absentTime, ...more } }, learner)
  const left = async () => (await doCall(server, calls.dashState, { query: { formRunGuid } }, learner)).examTimeRemaining
  const pause = (paused: boolean) => doCall(server, calls.pauseFormRuns, { body: { formRunGuid, paused } }, invigilator)
  const absences = async () =>
    (await doCall(server, calls.dashEvents, { query: { formRunGuid } }, invigilator)).filter(({ kind }) => kind === 'absence')

  test('is not believed of a browser that told its time every three seconds, however often and by whichever device it claims', async () => {
    for (let round = 0; round < 20; round += 1) {
      pass(3000)
      await saveTime()
      await Promise.all([absent(3600), absent(3600, { endedAgo: 3 }), absent(3600, { requestId: randomUUID() })])
    }
    expect(await absences()).toEqual([])
    expect(await left()).toBe(540)
  })

  test('gives a client that saves every 3.3 seconds one of those gaps for a claim, however long that is', async () => {
    for (let saves = 0; saves < 18; saves += 1) {
      pass(3300)
      await doCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid) }, learner)
    }
    pass(3300)
    expect((await absent(3600)).examTimeRemaining).toBe(Math.ceil(600 - 18 * 3.3))
    await Promise.all([absent(3600), absent(60), absent(60, { requestId: randomUUID() })])
    expect(await left()).toBe(Math.ceil(600 - 18 * 3.3))
    expect(await absences()).toHaveLength(1)
  })

  // NET-305
  test('is believed though the live connection, or a page that was loaded again, was heard before the claim came', async () => {
    pass(minute)
    await saveTime()
    pass(2 * minute)
    await left()
    pass(20_000)
    expect((await absent(140)).examTimeRemaining).toBe(600 - 60 - 20)
    pass(2 * minute)
    await left()
    pass(2000)
    await left()
    expect((await absent(122)).examTimeRemaining).toBe(600 - 60 - 20 - 2)
  })

  // NET-305
  test('is taken out of the time once, as far as nothing was heard, and not of what an answer arrived in', async () => {
    pass(5 * minute)
    await absent(180)
    await Promise.all([absent(180), absent(60), absent(60, { endedAgo: 60 })])
    expect(await left()).toBe(480)
    await doCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid) }, learner)
    pass(minute)
    await saveTime()
    expect((await absent(10)).examTimeRemaining).toBe(430)
    // The silence of the first two minutes was one too: the browser may say so later, and once.
    expect((await absent(120, { endedAgo: 240 })).examTimeRemaining).toBe(550)
    expect((await absent(120, { endedAgo: 240 })).examTimeRemaining).toBe(550)
  })

  // NET-305
  test('is believed later too, though saves got through before the claim did', async () => {
    pass(minute)
    await saveTime()
    // Away for two minutes; the report met a 503, and the saves behind it didn't.
    pass(2 * minute)
    for (let saves = 0; saves < 5; saves += 1) {
      await saveTime()
      pass(10_000)
    }
    expect((await absent(120, { endedAgo: 50 })).examTimeRemaining).toBe(600 - 180 - 50 + 120)
    expect(await absences()).toMatchObject([{ seconds: 120, author: world.entry.userGuid }])
  })

  // NET-305
  test('is believed of each of several short losses, though the reports come only after all of them', async () => {
    for (let lost = 0; lost < 3; lost += 1) {
      pass(20_000)
      await saveTime()
      pass(2000)
      await saveTime()
    }
    // Each report has met a 503 until now.
    await absent(20, { endedAgo: 46 })
    await absent(20, { endedAgo: 24 })
    expect((await absent(20, { endedAgo: 2 })).examTimeRemaining).toBe(594)
    expect((await absent(20, { endedAgo: 46 })).examTimeRemaining).toBe(594)
  })

  // NET-305
  test('is taken out whole though an invigilator paused and resumed the exam within it, and no moment of it twice', async () => {
    pass(minute)
    await saveTime()
    pass(minute)
    await pause(true)
    pass(minute)
    await pause(false)
    pass(3 * minute)
    // A minute was used, five were silent: one of them in the pause, two in front of the offer to continue.
    expect(await absent(300)).toMatchObject({ examTimeRemaining: 540, pausedTime: 300, paused: false })
    expect(await absent(300)).toMatchObject({ examTimeRemaining: 540, pausedTime: 300 })
  })

  describe('over the end of the time', () => {
    const serverCompletes = async () => {
      await completeEndedOf(server)
      learner = (await signIn(server, world)).access_token
      invigilator = (await signIn(server, world, 'invigilator')).access_token
    }
    const ledger = async () =>
      (await doCall(server, calls.dashEvents, { query: { formRunGuid } }, invigilator)).map(({ kind, author }) => [
        kind,
        author,
      ])
    const run = () =>
      server.db.kysely.selectFrom('form_run').selectAll().where('form_run_guid', '=', formRunGuid).executeTakeFirstOrThrow()
    const isCompleted = async () => (await run()).completed_at !== null
    const refusedAbsence = async (absentTime: number, more: Partial<InputOf<typeof calls.reportAbsence>['body']> = {}) =>
      refusalIn(await tryCall(server, calls.reportAbsence, { body: { formRunGuid, absentTime, ...more } }, learner)).code
    const complete = (more: Partial<InputOf<typeof calls.complete>['body']> = {}) =>
      tryCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 0, elapsedTime: 600, ...more } }, learner)

    test('is given back though the server completed the exam meanwhile: it goes on with what was left, and not a second more', async () => {
      pass(8 * minute)
      await saveTime()
      pass(40 * minute)
      await serverCompletes()
      expect(await isCompleted()).toBe(true)
      const requestId = randomUUID()
      expect(await absent(40 * 60, { requestId })).toMatchObject({ completed: false, examTimeRemaining: 120 })
      expect(await ledger()).toEqual([
        ['start', world.entry.userGuid],
        ['complete', 'server'],
        ['absence', world.entry.userGuid],
        ['reopen', 'server'],
      ])
      pass(minute)
      // The reply was lost: the same report again changes nothing.
      expect(await absent(40 * 60, { requestId })).toMatchObject({ completed: false, examTimeRemaining: 60 })
      expect(await doCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid) }, learner)).toMatchObject({
        applied: true,
      })
      pass(minute)
      expect((await complete()).status).toBe(200)
      expect((await ledger()).at(-1)).toEqual(['complete', world.entry.userGuid])
      const context = { database: server.db, exams: createExamCache(server.db, clock.nowMs), clock }
      expect(findingsOf(await verifyFormRun(context, await run()))).toEqual([])
    })

    test('time goes by from when the server heard again, completed or not', async () => {
      pass(8 * minute)
      await saveTime()
      pass(40 * minute)
      await serverCompletes()
      await left()
      pass(100_000)
      expect(await absent(40 * 60, { endedAgo: 100 })).toMatchObject({ completed: false, examTimeRemaining: 20 })
    })

    test('is not given back once nothing is left of it, nor for what the server heard of', async () => {
      pass(8 * minute)
      await saveTime()
      pass(40 * minute)
      await serverCompletes()
      await left()
      pass(2 * minute)
      expect(await refusedAbsence(40 * 60, { endedAgo: 120 })).toBe('FORM_RUN_COMPLETED')
      expect(await isCompleted()).toBe(true)
    })

    test('is not given back where the learner had finished', async () => {
      pass(8 * minute)
      await saveTime()
      pass(minute)
      expect((await complete({ timeRemaining: 60 })).status).toBe(200)
      expect(await refusedAbsence(60)).toBe('FORM_RUN_COMPLETED')
    })

    test('is given back to an exam that its own browser completed for want of time, before it could tell', async () => {
      pass(2 * minute)
      await saveTime()
      pass(8 * minute)
      expect((await complete()).status).toBe(200)
      expect(await absent(5 * 60, { endedAgo: 60 })).toMatchObject({ completed: false, examTimeRemaining: 300 })
    })

    test('is final once a mark was told, and a day later', async () => {
      pass(8 * minute)
      await saveTime()
      pass(40 * minute)
      await serverCompletes()
      const reportedAt = (ms: number | null) =>
        server.db.kysely.updateTable('form_run').set({ marks_told_at: ms }).where('form_run_guid', '=', formRunGuid).execute()
      await reportedAt(clock.nowMs())
      expect(await refusedAbsence(40 * 60)).toBe('FORM_RUN_COMPLETED')
      await reportedAt(null)
      pass(25 * 60 * minute)
      learner = (await signIn(server, world)).access_token
      expect(await refusedAbsence(26 * 3600)).toBe('FORM_RUN_COMPLETED')
    })
  })
})
