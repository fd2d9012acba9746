import { calls, type InputOf } from '@sitwell/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bothDatabases } from './databases.ts'
import { startServerIn, startTestServer, type TestServer } from './start-test-server.ts'
import { createTestClock } from './test-clock.ts'
import {
  type Answer,
  arrange,
  countOrganisations,
  doCall,
  examOf,
  refusalIn,
  saveOf,
  signIn,
  sitExam,
  tryCall,
  type World,
} from './test-world.ts'

/** This many requests of one kind at the same moment, from two devices, over two servers. */
const many = 12

const statusesOf = (answers: readonly Answer[]) =>
  answers.map((answer) => (answer.status === 200 ? 'taken' : refusalIn(answer).code)).sort()

describe.each(bothDatabases)('what is sent many times at the same moment, over two servers on %s,', (database) => {
  const { clock, pass } = createTestClock()
  let server: TestServer
  let second: TestServer
  let world: World
  let learner: string
  let invigilator: string
  let formRunGuid: string
  const nextOrgId = countOrganisations()

  beforeAll(async () => {
    server = await startTestServer({ database, clock })
    second = await startServerIn(server.config, { clock })
  })
  beforeEach(async () => {
    const orgId = nextOrgId()
    const prefix = `o${orgId}`
    const settings = { AllowRemotePause: '1', NotifyLearnerImmediatelyOnConnectionLoss: '1' }
    const exam = examOf(prefix, { settings: { examTime: 600, isExtendable: true } })
    const schedules = [
      { guid: `${prefix}-schedule`, username: 'learner', exam: exam.examGuid },
      { guid: `${prefix}-locked`, username: 'learner', exam: exam.examGuid, password: 'Open2026' },
    ]
    world = await arrange(server, { orgId, exam, invigilated: true, file: { settings, schedules } })
    ;({ token: learner, formRunGuid } = await sitExam(server, world))
    invigilator = (await signIn(server, world, 'invigilator')).access_token
  })
  afterAll(async () => {
    await second.stop()
    await server.stop()
  })

  const together = (ask: (to: TestServer, index: number) => Promise<Answer>) =>
    Promise.all(Array.from({ length: many }, (_, index) => ask(index % 2 === 0 ? server : second, index)))
  const events = async (kind: string) => {
    const all = await doCall(server, calls.dashEvents, { query: { formRunGuid } }, invigilator)
    return all.filter((event) => event.kind === kind)
  }
  const left = async () => (await doCall(server, calls.dashState, { query: { formRunGuid } }, learner)).examTimeRemaining

  const askMore = (to: TestServer, withdraw = false) =>
    tryCall(to, calls.requestExtension, { body: { orgID: world.orgId, formRunGuid, withdraw } }, learner)

  test('gives a lost connection back once', async () => {
    pass(60_000)
    const report = (more: Partial<InputOf<typeof calls.reportAbsence>['body']>) => (to: TestServer) =>
      tryCall(to, calls.reportAbsence, { body: { formRunGuid, absentTime: 3600, ...more } }, learner)
    await together(report({}))
    await together(report({ endedAgo: 1 }))
    expect(await left()).toBe(600)
    expect(await events('absence')).toHaveLength(1)
  })

  test('tries the password of an exam ten times, and no more', async () => {
    const body = { scheduleGuid: `${world.prefix}-locked`, password: 'guess', userGuid: world.entry.userGuid }
    const answers = await together((to) => tryCall(to, calls.checkPassword, { body }, learner))
    expect(statusesOf(answers)).toEqual([...Array(many - 10).fill('TOO_MANY_REQUESTS'), ...Array(10).fill('taken')])
    const entry = { ...world.entry, scheduleGuid: body.scheduleGuid }
    for (const call of [calls.start, calls.examJson])
      expect(refusalIn(await tryCall(second, call, { query: entry }, learner)).code).toBe('PASSWORD_REQUIRED')
  })

  test('extends an exam once, whoever grants it', async () => {
    await together((to) => askMore(to))
    expect(await events('extension-request')).toHaveLength(1)
    const body = { formRunGuid, extendable: 60 }
    const granted = await together((to) => tryCall(to, calls.decideExtension, { body }, invigilator))
    expect(statusesOf(granted).filter((status) => status === 'taken')).toHaveLength(1)
    expect(await left()).toBe(660)
  })

  test('lengthens no ledger by requests that are taken back, and made again, without end', async () => {
    for (let times = 0; times < 22; times += 1) {
      await askMore(server)
      await askMore(second, true)
    }
    expect(await events('extension-request')).toHaveLength(20)
    expect(refusalIn(await askMore(server)).code).toBe('CANNOT_CHANGE_TIME')
  })

  test('goes on after a pause once, and takes the time from then', async () => {
    const pause = (paused: boolean) => doCall(server, calls.pauseFormRuns, { body: { formRunGuid, paused } }, invigilator)
    await pause(true)
    pass(30_000)
    await pause(false)
    const { resumeOffer } = await doCall(server, calls.dashState, { query: { formRunGuid } }, learner)
    const offer = resumeOffer?.number ?? 0
    await together((to) => tryCall(to, calls.resumeSitting, { body: { formRunGuid, offer, takenAgo: 0 } }, learner))
    pass(10_000)
    await together((to) => tryCall(to, calls.resumeSitting, { body: { formRunGuid, offer, takenAgo: 3600 } }, learner))
    expect(await left()).toBe(590)
    expect((await events('resume')).map(({ author }) => author)).toEqual([`${world.prefix}-learner`])
  })

  test('takes the place of a lost form run once', async () => {
    const lost = { formRunGuid, from: 'made-up', generation: 'another', answers: 0, used: [{ seconds: 60 }] }
    await together((to) => tryCall(to, calls.takePlace, { body: lost }, learner))
    expect(await left()).toBe(540)
    const answers = await together((to, index) =>
      tryCall(to, calls.takePlace, { body: { ...lost, from: `made-up-${index}`, used: [] } }, learner),
    )
    expect(statusesOf(answers)).toEqual([...Array(many - 9).fill('TOO_MANY_REQUESTS'), ...Array(9).fill('taken')])
  })

  test('makes one form run of starts, one completion of many, and counts nothing after its mark was told', async () => {
    const started = await together((to) => tryCall(to, calls.start, { query: world.entry }, learner))
    expect(new Set(started.map(({ text }) => JSON.parse(text).formRunGUID))).toEqual(new Set([formRunGuid]))
    pass(1000)
    const time = { formRunGuid, timeRemaining: 599, elapsedTime: 1 }
    const wrong = { answerText: 'Ash', options: [{ optionID: 'a', optionText: 'Ash' }] }
    await doCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid, { ...wrong, sequence: 1 }) }, learner)
    await together((to) => tryCall(to, calls.complete, { body: time }, learner))
    expect(await events('complete')).toHaveLength(1)
    pass(120_000)
    await together((to) => tryCall(to, calls.result, { query: { formRunGuid } }, learner))
    const saves = await together((to, index) =>
      tryCall(to, calls.saveAnswer, { body: saveOf(world, formRunGuid, { sequence: 10 + index }) }, learner),
    )
    expect(new Set(statusesOf(saves))).toEqual(new Set(['FORM_RUN_COMPLETED']))
    const { answer } = await server.db.kysely
      .selectFrom('answer')
      .select('answer')
      .where('form_run_guid', '=', formRunGuid)
      .executeTakeFirstOrThrow()
    expect(JSON.parse(answer).answerText).toBe('Ash')
  })
})
