import { calls } from '@sitwell/contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { verify } from '../commands/verify.ts'
import { bothDatabases } from '../testing/databases.ts'
import { createTestPlace, startServerIn, type TestServer } from '../testing/start-test-server.ts'
import { createTestClock } from '../testing/test-clock.ts'
import { arrange, doCall, examOf, refusalIn, saveOf, signIn, sitExam, tryCall, type World } from '../testing/test-world.ts'

const second = 1000

describe.each(bothDatabases)('a grant that its learner has yet to read, on %s', (database) => {
  let place: Awaited<ReturnType<typeof createTestPlace>>
  let { clock, pass } = createTestClock()
  let server: TestServer
  let world: World
  let learner: string
  let invigilator: string
  let formRunGuid: string

  beforeEach(async () => {
    ;({ clock, pass } = createTestClock())
    place = await createTestPlace({ database, config: { lateSaveGraceMs: 30_000 } })
    server = await startServerIn(place.config, { clock, beatMs: 5 })
    world = await arrange(server, {
      invigilated: true,
      exam: examOf('o1', { settings: { examTime: 600, isExtendable: true } }),
      file: { settings: { AllowRemotePause: '1' } },
    })
    ;({ token: learner, formRunGuid } = await sitExam(server, world))
    invigilator = (await signIn(server, world, 'invigilator')).access_token
  })
  afterEach(async () => {
    await server.stop()
    await place.remove()
  })

  const ask = (more: object = {}) =>
    doCall(server, calls.requestExtension, { body: { orgID: world.orgId, formRunGuid, resumes: true, ...more } }, learner)
  const decide = (extendable: number) =>
    doCall(server, calls.decideExtension, { body: { formRunGuid, extendable } }, invigilator)
  const addTime = () => doCall(server, calls.addTime, { body: { formRunGuid, seconds: 60 } }, invigilator)
  const state = () => doCall(server, calls.dashState, { query: { formRunGuid } }, learner)
  const content = () => tryCall(server, calls.examJson, { query: world.entry }, learner)
  const settings = async () => JSON.parse((await content()).text).settings
  const resume = (offer: number, more: object = {}) =>
    doCall(server, calls.resumeSitting, { body: { formRunGuid, offer, ...more } }, learner)
  const save = (sequence: number, more: object = {}) =>
    doCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid, { sequence, timeRemaining: 0, ...more }) }, learner)
  const run = () =>
    server.db.kysely.selectFrom('form_run').selectAll().where('form_run_guid', '=', formRunGuid).executeTakeFirstOrThrow()
  const isCompleted = async () => (await run()).completed_at !== null
  const kinds = async () =>
    (await doCall(server, calls.dashEvents, { query: { formRunGuid } }, invigilator)).map(({ kind }) => kind)
  /** Two signs of life, and with each a look for exams that are over. */
  const look = async () => {
    const lives = () => server.db.kysely.selectFrom('server_heartbeat').select('server_at').execute()
    for (let times = 0; times < 2; times += 1) {
      const nowMs = clock.nowMs()
      const isSeen = async () => expect((await lives()).some((row) => row.server_at === nowMs)).toBe(true)
      await vi.waitFor(isSeen, { timeout: 60_000 })
      pass(1)
    }
  }
  /** The time is over, and more of it was asked for; the grant is the ledger's third event. */
  const grant = async (seconds: number) => {
    pass(601 * second)
    await ask()
    pass(10 * second)
    await decide(seconds)
  }
  const grantNumber = 3

  // EXT-311 EXT-316
  test('holds the time until they go on: whoever is granted 20 seconds and reads that after 25 has all of them', async () => {
    await grant(20)
    expect(await state()).toMatchObject({
      examTimeRemaining: 20,
      paused: false,
      resumeOffer: { number: grantNumber, seconds: 120, extension: 20 },
      extensionStatus: 2,
    })
    pass(25 * second)
    expect(await state()).toMatchObject({ examTimeRemaining: 20, resumeOffer: { seconds: 95 } })
    expect(await resume(grantNumber)).toMatchObject({ examTimeRemaining: 20, pausedTime: 25 })
    expect(await state()).not.toHaveProperty('resumeOffer')
    expect((await run()).ends_at).toBe(clock.nowMs() + 20 * second)
    pass(15 * second)
    expect(await state()).toMatchObject({ examTimeRemaining: 5 })
    expect(await save(5)).not.toHaveProperty('late')
    expect(await kinds()).toEqual(['start', 'extension-request', 'extension', 'resume'])
    vi.spyOn(console, 'log').mockImplementation(() => {})
    expect(await verify(server.db, { orgId: world.orgId, given: formRunGuid, examGuid: undefined, head: false })).toBe(0)
    vi.restoreAllMocks()
  })

  test('holds it for two minutes at most; a resume that comes later gains nothing', async () => {
    await grant(20)
    pass(130 * second)
    expect(await state()).toMatchObject({ examTimeRemaining: 10, pausedTime: 120 })
    expect(await resume(grantNumber)).toMatchObject({ examTimeRemaining: 10, number: grantNumber })
    pass(15 * second)
    expect(await resume(grantNumber)).toMatchObject({ examTimeRemaining: 0 })
  })

  test('isn’t completed by the server while it holds, and is once the bound and what was granted are over', async () => {
    await grant(20)
    pass(119 * second)
    await look()
    expect(await isCompleted()).toBe(false)
    // The bound, the time that was granted, and the grace.
    pass(1 * second + 20 * second + 55 * second)
    await look()
    expect(await isCompleted()).toBe(false)
    pass(10 * second)
    await vi.waitFor(async () => expect(await isCompleted()).toBe(true), { timeout: 60_000 })
    expect((await kinds()).at(-1)).toBe('complete')
  })

  // EXT-320
  test('gives nothing of the exam out but what was granted, on whatever device; the first to go on lets the time run for all', async () => {
    await grant(90)
    const held = { code: 'EXAM_PAUSED', resumeOffer: { formRunGuid, number: grantNumber, extension: 90 } }
    expect(refusalIn(await content())).toMatchObject(held)
    const first = learner
    learner = (await signIn(server, world)).access_token
    expect(refusalIn(await content())).toMatchObject(held)
    pass(30 * second)
    // The dialog of the first device is still open, whose session has ended by the sign-in on the second one.
    const body = { formRunGuid, offer: grantNumber }
    expect(refusalIn(await tryCall(server, calls.resumeSitting, { body }, first)).code).toBe('DOUBLE_LOGIN')
    await resume(grantNumber)
    pass(10 * second)
    expect(await resume(grantNumber)).toMatchObject({ examTimeRemaining: 80 })
    expect((await content()).status).toBe(200)
    expect(await settings()).toMatchObject({ examTimeRemaining: 80, isExtendable: false })
    expect(await settings()).not.toHaveProperty('awaitingExtension')
    expect((await kinds()).filter((kind) => kind === 'resume')).toHaveLength(1)
  })

  test('counts no answer that is typed while it holds, and all of those that are typed once it has been read', async () => {
    await grant(60)
    const contactAt = clock.nowMs()
    const typed = (ms: number) => ({ typed: { contactAt, steadyMs: ms, wallMs: ms } })
    pass(90 * second)
    expect(await save(5, typed(60 * second))).toMatchObject({ late: true })
    await resume(grantNumber)
    pass(30 * second)
    expect(await save(6, typed(70 * second))).toMatchObject({ late: true })
    expect(await save(7, typed(119 * second))).not.toHaveProperty('late')
  })

  test('is known after the server was started anew: before it is read, and after', async () => {
    await grant(20)
    await server.stop()
    pass(40 * second)
    server = await startServerIn(place.config, { clock, beatMs: 5 })
    expect(await state()).toMatchObject({ examTimeRemaining: 20, resumeOffer: { number: grantNumber, seconds: 80 } })
    await resume(grantNumber)
    await server.stop()
    pass(5 * second)
    server = await startServerIn(place.config, { clock, beatMs: 5 })
    expect(await state()).toMatchObject({ examTimeRemaining: 15 })
  })

  test('takes the resume at the moment that an unreachable page has read it, as far as nothing was heard of it', async () => {
    await grant(60)
    pass(40 * second)
    expect(await resume(grantNumber, { takenAgo: 30 })).toMatchObject({ examTimeRemaining: 30 })
  })

  test('holds nothing for a page of an earlier version, which goes on without resuming', async () => {
    pass(601 * second)
    await ask({ resumes: undefined })
    await decide(20)
    expect(await state()).not.toHaveProperty('resumeOffer')
    pass(15 * second)
    expect(await state()).toMatchObject({ examTimeRemaining: 5 })
    expect(await save(5)).not.toHaveProperty('late')
  })

  test('holds nothing for who goes on already, because time was given in another way: what they type counts', async () => {
    pass(601 * second)
    await ask()
    await addTime()
    pass(10 * second)
    await decide(20)
    expect(await state()).toMatchObject({ examTimeRemaining: 70 })
    expect(await state()).not.toHaveProperty('resumeOffer')
    expect(await save(5)).not.toHaveProperty('late')
  })

  test('is held by a pause as well, and isn’t read by who takes the offer that stood before it', async () => {
    pass(601 * second)
    await ask()
    invigilator = (await signIn(server, world, 'invigilator')).access_token
    const pause = (paused: boolean) => doCall(server, calls.pauseFormRuns, { body: { formRunGuid, paused } }, invigilator)
    await pause(true)
    await pause(false)
    await decide(20)
    expect(await resume(4)).toMatchObject({ resumeOffer: { number: 5, extension: 20 } })
    await pause(true)
    expect(await resume(5)).toMatchObject({ paused: true })
    pass(120 * second)
    await pause(false)
    expect(await resume(7)).toMatchObject({ examTimeRemaining: 20 })
  })
})

describe.each(bothDatabases)('a request for an extension that another browser made, on %s', (database) => {
  const { clock, pass } = createTestClock()
  let place: Awaited<ReturnType<typeof createTestPlace>>
  let server: TestServer

  beforeEach(async () => {
    place = await createTestPlace({ database })
    server = await startServerIn(place.config, { clock })
  })
  afterEach(async () => {
    await server.stop()
    await place.remove()
  })

  // EXT-314 EXT-321
  test('is known to whoever opens the exam: while it is pending, and after a refusal until the exam goes on', async () => {
    const world = await arrange(server, {
      invigilated: true,
      exam: examOf('o1', { settings: { examTime: 600, isExtendable: true } }),
    })
    const { formRunGuid } = await sitExam(server, world)
    const invigilator = (await signIn(server, world, 'invigilator')).access_token
    pass(601 * second)
    // In another browser than the one in which it is sat.
    const token = (await signIn(server, world)).access_token
    const ask = (more: object = {}) =>
      doCall(server, calls.requestExtension, { body: { orgID: world.orgId, formRunGuid, resumes: true, ...more } }, token)
    const decide = (extendable: number) =>
      doCall(server, calls.decideExtension, { body: { formRunGuid, extendable } }, invigilator)
    const isAwaiting = async () => {
      const { settings } = await doCall(server, calls.examJson, { query: world.entry }, token)
      return settings.awaitingExtension
    }
    expect(await isAwaiting()).toBeUndefined()
    await ask()
    // A second time, from whatever device: there is one request.
    await ask()
    expect(await isAwaiting()).toBe(true)
    await ask({ withdraw: true })
    expect(await isAwaiting()).toBeUndefined()
    await ask()
    await decide(0)
    expect(await isAwaiting()).toBe(true)
    await doCall(server, calls.addTime, { body: { formRunGuid, seconds: 60 } }, invigilator)
    expect(await isAwaiting()).toBeUndefined()
    await ask()
    await decide(60)
    const { resumeOffer } = await doCall(server, calls.dashState, { query: { formRunGuid } }, token)
    await doCall(server, calls.resumeSitting, { body: { formRunGuid, offer: resumeOffer?.number ?? 0 } }, token)
    expect(await isAwaiting()).toBeUndefined()
  })
})
