import { randomUUID } from 'node:crypto'
import { calls, type InputOf } from '@sitwell/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { createTestClock } from '../testing/test-clock.ts'
import { arrange, databases, doCall, examOf, saveOf, signIn, sitExam, type World } from '../testing/test-world.ts'

const minute = 60_000

describe.each(databases)('a lost connection that an exam pauses for, on %s,', (database) => {
  const { clock, pass } = createTestClock()
  let server: TestServer
  let world: World
  let learner: string
  let invigilator: string
  let formRunGuid: string
  let lastOrganisation = 4700

  beforeAll(async () => {
    server = await startTestServer({ database, clock })
  })
  beforeEach(async () => {
    lastOrganisation += 1
    const settings = { AllowRemotePause: '1', NotifyLearnerImmediatelyOnConnectionLoss: '1' }
    const exam = examOf(`o${lastOrganisation}`, { settings: { examTime: 600 } })
    world = await arrange(server, { orgId: lastOrganisation, exam, invigilated: true, file: { settings } })
    const sitting = await sitExam(server, world)
    learner = sitting.token
    formRunGuid = sitting.formRunGuid
    invigilator = (await signIn(server, world, 'invigilator')).access_token
  })
  afterAll(() => server.stop())

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
  test('is taken out whole though an invigilator paused and resumed the exam within it, and no moment of it twice', async () => {
    pass(minute)
    await saveTime()
    pass(minute)
    await pause(true)
    pass(minute)
    await pause(false)
    pass(3 * minute)
    // A minute was used, five were silent: one of them in the pause, two in front of the offer to go on.
    expect(await absent(300)).toMatchObject({ examTimeRemaining: 540, pausedTime: 300, paused: false })
    expect(await absent(300)).toMatchObject({ examTimeRemaining: 540, pausedTime: 300 })
  })
})
