import { calls, type InputOf } from '@sitwell/contract'
import { beforeEach, expect, test } from 'vitest'
import { oneDatabase } from '../testing/databases.ts'
import { describeOnEach } from '../testing/describe-on-each.ts'
import { arrange, doCall, examOf, refusalIn, saveOf, signIn, sitExam, tryCall, type World } from '../testing/test-world.ts'

const minute = 60_000

describeOnEach(oneDatabase, 'an invigilator’s resume on %s', { isClockHeld: true }, ({ server, clock, pass, nextOrgId }) => {
  let world: World
  let learner: string
  let invigilator: string
  let formRunGuid: string

  beforeEach(async () => {
    const orgId = nextOrgId()
    const exam = examOf(`o${orgId}`, { settings: { examTime: 600 } })
    const file = { settings: { AllowRemotePause: '1' } }
    world = await arrange(server, { orgId, exam, invigilated: true, file })
    const sitting = await sitExam(server, world)
    learner = sitting.token
    formRunGuid = sitting.formRunGuid
    invigilator = (await signIn(server, world, 'invigilator')).access_token
  })

  const state = () => doCall(server, calls.dashState, { query: { formRunGuid } }, learner)
  const pause = (more: Partial<InputOf<typeof calls.pauseFormRuns>['body']> = {}) =>
    doCall(server, calls.pauseFormRuns, { body: { formRunGuid, paused: true, ...more } }, invigilator)
  const offer = (within?: number) => pause({ paused: false, ...(within !== undefined && { within }) })
  const resume = (taken: number) => doCall(server, calls.resumeSitting, { body: { formRunGuid, offer: taken } }, learner)
  const save = () => doCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid) }, learner)
  const endsAt = async () => {
    const row = await server.db.kysely
      .selectFrom('form_run')
      .select('ends_at')
      .where('form_run_guid', '=', formRunGuid)
      .executeTakeFirstOrThrow()
    return row.ends_at === null ? null : row.ends_at - clock.nowMs()
  }
  const kinds = async () =>
    (await doCall(server, calls.dashEvents, { query: { formRunGuid } }, invigilator)).map(({ kind, author }) => [kind, author])
  const sittings = () => doCall(server, calls.dashFormRuns, { query: {} }, invigilator)

  // PAUSE-309
  test('offers the exam again: the time stands until the learner resumes, and runs from then on', async () => {
    pass(minute)
    await pause()
    expect(await endsAt()).toBeNull()
    pass(4 * minute)
    await offer()
    expect(await endsAt()).toBe(11 * minute)
    pass(minute)
    expect(await state()).toMatchObject({
      paused: false,
      resumeOffer: { number: 3, seconds: 60 },
      pausedTime: 300,
      examTimeRemaining: 540,
    })
    expect((await sittings())[0]).toMatchObject({ status: 'paused' })
    expect(await resume(3)).not.toHaveProperty('resumeOffer')
    expect(await endsAt()).toBe(9 * minute)
    pass(minute)
    // Once more, as after a lost reply.
    expect(await resume(3)).toMatchObject({ paused: false, examTimeRemaining: 480, number: 4 })
    expect((await sittings())[0]).toMatchObject({ status: 'running' })
    expect(await kinds()).toEqual([
      ['start', world.entry.userGuid],
      ['pause', `${world.prefix}-invigilator`],
      ['resume-offer', `${world.prefix}-invigilator`],
      ['resume', world.entry.userGuid],
    ])
  })

  test('lets the time run after two minutes, and what comes later changes nothing of that', async () => {
    pass(minute)
    await pause()
    await offer()
    pass(5 * minute)
    expect(await state()).toMatchObject({ paused: false, pausedTime: 120, examTimeRemaining: 360 })
    expect(await state()).not.toHaveProperty('resumeOffer')
    expect(await resume(3)).toMatchObject({ number: 3, examTimeRemaining: 360 })
    expect(await offer()).toEqual({ changed: [] })
    pass(6 * minute)
    expect(await save()).not.toHaveProperty('late')
    pass(31_000)
    expect(await save()).toMatchObject({ late: true })
    expect((await sittings())[0]).toMatchObject({ status: 'time-up' })
  })

  test('lets it stand as long as the invigilator says, who may say it again', async () => {
    await pause()
    await offer(600)
    pass(5 * minute)
    expect(await offer()).toEqual({ changed: [] })
    expect(await offer(300)).toEqual({ changed: [formRunGuid] })
    pass(4 * minute)
    expect(await state()).toMatchObject({ resumeOffer: { number: 4, seconds: 60 }, examTimeRemaining: 600 })
    expect(await endsAt()).toBe(11 * minute)
    expect(await offer(0)).toEqual({ changed: [formRunGuid] })
    expect(await endsAt()).toBe(10 * minute)
    expect(await state()).toMatchObject({ paused: false, examTimeRemaining: 600 })
    await pause()
    pass(minute)
    await offer(0)
    expect(await endsAt()).toBe(10 * minute)
    expect((await kinds()).map(([kind]) => kind)).toEqual([
      'start',
      'pause',
      'resume-offer',
      'resume-offer',
      'resume',
      'pause',
      'resume',
    ])
  })

  test('is taken back by another pause, which no resume that was meant for the first one ends', async () => {
    await pause()
    await offer()
    pass(minute)
    expect(await pause()).toEqual({ changed: [formRunGuid] })
    expect(await resume(3)).toMatchObject({ paused: true })
    pass(10 * minute)
    expect(await state()).toMatchObject({ paused: true, examTimeRemaining: 600 })
    await offer()
    expect(await resume(3)).toMatchObject({ resumeOffer: { number: 5, seconds: 120 } })
    expect(await resume(5)).not.toHaveProperty('resumeOffer')
  })

  test('gains a learner no more than its bounds, in whatever order they call from wherever they are', async () => {
    const other = (await signIn(server, world)).access_token
    learner = other
    for (let round = 0; round < 3; round += 1) {
      await Promise.all([resume(1), resume(999_999), resume(0)])
      await pause()
      await Promise.all([resume(2), resume(999_999), resume(0)].map((call) => call.catch(() => undefined)))
      await offer(60)
      pass(3 * minute)
      await Promise.all([1, 2, 3].map((taken) => resume(taken)))
    }
    expect(await state()).toMatchObject({ paused: false, pausedTime: 180, examTimeRemaining: 240 })
    expect((await kinds()).map(([kind]) => kind).filter((kind) => kind === 'resume')).toEqual([])
  })

  test('is the learner’s own to take, of an exam that isn’t completed', async () => {
    await pause()
    await offer()
    const body = { formRunGuid, offer: 3 }
    expect(refusalIn(await tryCall(server, calls.resumeSitting, { body }, invigilator))).toMatchObject({ code: 'NOT_FOUND' })
    await doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 1, elapsedTime: 0 } }, learner)
    expect(refusalIn(await tryCall(server, calls.resumeSitting, { body }, learner))).toMatchObject({
      status: 409,
      code: 'FORM_RUN_COMPLETED',
    })
    expect(await state()).not.toHaveProperty('resumeOffer')
    expect((await kinds()).map(([kind]) => kind)).not.toContain('resume')
  })
})
