import { randomUUID } from 'node:crypto'
import { calls, type InputOf } from '@sitwell/contract'
import { beforeEach, expect, test } from 'vitest'
import { withdrawAllRoles } from '../testing/change-roles.ts'
import { bothDatabases } from '../testing/databases.ts'
import { describeOnEach } from '../testing/describe-on-each.ts'
import { arrange, doCall, examOf, refusalIn, saveOf, signIn, sitExam, tryCall, type World } from '../testing/test-world.ts'
import { timedExam } from '../testing/timed-exam.ts'
import { pauseRefusal } from './remote-pause.ts'

const minute = 60_000

describeOnEach(bothDatabases, 'an invigilator on %s', { isClockHeld: true }, ({ server, pass, nextOrgId }) => {
  let world: World
  let learner: string
  let invigilator: string
  let formRunGuid: string
  let orgId: number

  beforeEach(() => {
    orgId = nextOrgId()
  })

  const sit = async (exam = examOf(`o${orgId}`, { settings: { examTime: 600, isExtendable: true } })) => {
    world = await arrange(server, {
      orgId,
      exam,
      invigilated: true,
      file: { settings: { AllowRemotePause: '1' } },
    })
    const sitting = await sitExam(server, world)
    learner = sitting.token
    formRunGuid = sitting.formRunGuid
    invigilator = (await signIn(server, world, 'invigilator')).access_token
  }
  const state = () => doCall(server, calls.dashState, { query: { formRunGuid } }, learner)
  const alert = () => doCall(server, calls.dashExtendableAlert, { query: { formRunGuid } }, learner)
  const request = (more: object = {}) =>
    tryCall(server, calls.requestExtension, { body: { orgID: world.orgId, formRunGuid, ...more } }, learner)
  const decide = (extendable: number) =>
    tryCall(server, calls.decideExtension, { body: { formRunGuid, extendable } }, invigilator)
  const pause = (paused: boolean, target: object = { formRunGuid }) =>
    doCall(server, calls.pauseFormRuns, { body: { ...target, paused } }, invigilator)
  /** The learner takes an offer to continue, by its number in the ledger. */
  const resume = (offer: number) => doCall(server, calls.resumeSitting, { body: { formRunGuid, offer } }, learner)
  const addTime = (more: Partial<InputOf<typeof calls.addTime>['body']> = {}) =>
    tryCall(server, calls.addTime, { body: { formRunGuid, seconds: 60, ...more } }, invigilator)
  const complete = () => doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 1, elapsedTime: 0 } }, learner)
  const sittings = (query: { examGuid?: string; scheduleGuid?: string } = {}) =>
    doCall(server, calls.dashFormRuns, { query }, invigilator)

  // API-317 API-318 ENT-319 ENT-320 EXT-310
  test('grants an extension that a learner asked for when the time was up, once', async () => {
    await sit()
    pass(10 * minute)
    expect(await alert()).toEqual({ status: 0, extendable: 0 })
    expect(refusalIn(await decide(300))).toMatchObject({ status: 409, code: 'CANNOT_CHANGE_TIME' })
    for (let twice = 0; twice < 2; twice += 1) expect(JSON.parse((await request()).text)).toEqual({ status: 1 })
    expect(await state()).toMatchObject({ awaitingExtension: true, extensionStatus: 1, isExtendable: true })
    pass(2 * minute)
    expect((await decide(300)).status).toBe(200)
    expect(await alert()).toEqual({ status: 2, extendable: 300 })
    expect(await state()).toMatchObject({
      awaitingExtension: false,
      isExtendable: false,
      examTime: 900,
      examTimeRemaining: 300,
    })
    expect(refusalIn(await request())).toMatchObject({ status: 409, code: 'CANNOT_CHANGE_TIME' })
    expect(refusalIn(await decide(300))).toMatchObject({ status: 409, code: 'CANNOT_CHANGE_TIME' })
    const content = await doCall(server, calls.examJson, { query: world.entry }, learner)
    expect(content.settings).toMatchObject({ isExtendable: false, examTime: 900, examTimeRemaining: 300 })
  })

  test('gives a learner whole what it gives, whatever their browser claimed that did not know of it', async () => {
    await sit()
    pass(9 * minute)
    const claim = { body: { formRunGuid, timeRemaining: 1, elapsedTime: 599, page: 'x' } }
    await doCall(server, calls.saveTime, claim, learner)
    expect(await state()).toMatchObject({ examTimeRemaining: 1, elapsedTime: 599 })
    await request()
    await decide(600)
    expect(await state()).toMatchObject({ examTimeRemaining: 660, elapsedTime: 540 })
    // It had waited in a browser without a connection.
    await doCall(server, calls.saveTime, claim, learner)
    expect(await state()).toMatchObject({ examTimeRemaining: 660, elapsedTime: 540 })
    const { settings } = await doCall(server, calls.examJson, { query: world.entry }, learner)
    expect(settings).toMatchObject({ examTimeRemaining: 660, elapsedTime: 540 })
  })

  // ENT-320
  test('declines a request, which may be made again; a withdrawn one is nobody’s to grant', async () => {
    await sit()
    await request()
    await decide(0)
    expect(await alert()).toEqual({ status: 3, extendable: 0 })
    await request()
    expect(JSON.parse((await request({ withdraw: true })).text)).toEqual({ status: 4 })
    expect(refusalIn(await decide(60)).code).toBe('CANNOT_CHANGE_TIME')
  })

  test('is asked for no extension of an exam that doesn’t allow one, nor of another organisation', async () => {
    await sit(examOf(`o${orgId}`))
    expect(refusalIn(await request())).toMatchObject({ status: 409, code: 'CANNOT_CHANGE_TIME' })
    expect(refusalIn(await request({ orgID: world.orgId + 1 }))).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    expect(refusalIn(await decide('abc' as unknown as number))).toMatchObject({ status: 400, code: 'INVALID_REQUEST' })
    for (const seconds of [-1, 0, 1e12, Number.NaN])
      expect(refusalIn(await addTime({ seconds })).code, String(seconds)).toBe('INVALID_REQUEST')
  })

  // PAUSE-313
  test('pauses and resumes a learner, whose time stands still meanwhile', async () => {
    await sit()
    pass(minute)
    expect(await pause(true)).toEqual({ changed: [formRunGuid] })
    expect(await pause(true)).toEqual({ changed: [] })
    pass(4 * minute)
    expect(await state()).toMatchObject({ paused: true, examTimeRemaining: 540 })
    expect((await sittings())[0]).toMatchObject({ status: 'paused' })
    expect(await pause(false)).toEqual({ changed: [formRunGuid] })
    await resume(3)
    pass(minute)
    expect(await state()).toMatchObject({ paused: false, examTimeRemaining: 480 })
    pass(8 * minute)
    expect((await sittings())[0]).toMatchObject({ status: 'time-up' })
  })

  // PAUSE-313 RUN-358
  test('pauses by the policy of the organisation, of which 29 has it, unless a setting says otherwise; resuming is always possible', async () => {
    await sit()
    const allow = (value: string | undefined) => {
      const where = { org_id: world.orgId, name: 'AllowRemotePause' }
      const { kysely } = server.db
      return value === undefined
        ? kysely
            .deleteFrom('setting')
            .where((set) => set.and(where))
            .execute()
        : kysely
            .insertInto('setting')
            .values({ ...where, value })
            .execute()
    }
    const tryPause = (paused: boolean) => tryCall(server, calls.pauseFormRuns, { body: { formRunGuid, paused } }, invigilator)
    await pause(true)
    await allow(undefined)
    expect(await pause(false)).toEqual({ changed: [formRunGuid] })
    expect(refusalIn(await tryPause(true))).toMatchObject({ status: 409, code: 'CANNOT_CHANGE_TIME' })
    await allow('1')
    expect(await pause(true)).toEqual({ changed: [formRunGuid] })
    expect(await pauseRefusal(server.db, 29)).toBeUndefined()
  })

  // NET-305
  test('a lost connection is taken out of the time where the exam pauses for it, back to the last that was heard of the learner', async () => {
    await sit()
    const absent = (absentTime: number, more: object = {}) =>
      tryCall(server, calls.reportAbsence, { body: { formRunGuid, absentTime, ...more } }, learner)
    pass(8 * minute)
    expect(refusalIn(await absent(60))).toMatchObject({ status: 409, code: 'CANNOT_CHANGE_TIME' })
    await server.db.kysely
      .insertInto('setting')
      .values({ org_id: world.orgId, name: 'NotifyLearnerImmediatelyOnConnectionLoss', value: '1' })
      .execute()
    // Gone for five minutes of which the last three were beyond the end: the two that were left are given back.
    pass(5 * minute)
    const requestId = randomUUID()
    for (let twice = 0; twice < 2; twice += 1)
      expect(JSON.parse((await absent(300.0004, { requestId })).text)).toMatchObject({ paused: false, examTimeRemaining: 120 })
    const save = saveOf(world, formRunGuid, { answerText: 'Ash', options: [{ optionID: 'a', optionText: 'Ash' }] })
    await doCall(server, calls.saveAnswer, { body: save }, learner)
    pass(minute)
    // What was given before doesn't count again, and nothing beyond the last that was heard.
    expect(JSON.parse((await absent(60)).text)).toMatchObject({ examTimeRemaining: 120 })
    expect((await state()).examTimeRemaining).toBe(120)
    await complete()
    expect(refusalIn(await absent(60))).toMatchObject({ status: 409, code: 'FORM_RUN_COMPLETED' })
    const events = await doCall(server, calls.dashEvents, { query: { formRunGuid } }, invigilator)
    expect(events.filter(({ kind }) => kind === 'absence')).toMatchObject([
      { author: world.entry.userGuid, seconds: 300 },
      { author: world.entry.userGuid, seconds: 60 },
    ])
  })

  // NET-305
  test('a lost connection is taken out of the time whole though somebody wrote it down, or gave time for it, meanwhile', async () => {
    await sit(examOf(`o${orgId}`, { settings: { examTime: 300 } }))
    const row = { org_id: world.orgId, name: 'NotifyLearnerImmediatelyOnConnectionLoss', value: '1' }
    await server.db.kysely.insertInto('setting').values(row).execute()
    pass(3 * minute)
    await doCall(server, calls.noteIncident, { body: { formRunGuid, text: 'The connection of room 4 is lost' } }, invigilator)
    await addTime()
    pass(minute)
    const absent = { body: { formRunGuid, absentTime: 180 } }
    expect(await doCall(server, calls.reportAbsence, absent, learner)).toMatchObject({
      examTimeRemaining: 300,
      elapsedTime: 60,
    })
    pass(5 * minute)
    const save = () => doCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid) }, learner)
    expect(await save()).not.toHaveProperty('late')
    pass(minute)
    expect(await save()).toMatchObject({ late: true })
  })

  test('adds time to the next part where the learner has yet to leave one that is closed', async () => {
    await sit(timedExam(`o${orgId}`))
    const [first, second] = (await state()).sections
    pass(12 * minute)
    const body = { formRunGuid, timeRemaining: 0, elapsedTime: 600, page: `o${orgId}-a1` }
    await doCall(server, calls.saveTime, { body: { ...body, completedParts: [first?.id ?? ''] } }, learner)
    await addTime({ seconds: 300 })
    expect((await state()).sections.slice(0, 2)).toMatchObject([
      { complete: true, sectionTime: first?.sectionTime, sectionTimeRemaining: 0 },
      { complete: false, sectionTimeRemaining: (second?.sectionTimeRemaining ?? 0) + 300 },
    ])
  })

  test('adds time as often as needed, each request once, and only where something is timed', async () => {
    await sit(timedExam(`o${orgId}`))
    const requestId = randomUUID()
    await addTime({ requestId })
    await addTime({ requestId })
    await addTime()
    expect((await state()).sections[0]).toMatchObject({
      sectionTime: 720,
      sectionTimeRemaining: 840,
      readingTimeRemaining: 120,
    })
    const body = { formRunGuid, timeRemaining: 1, elapsedTime: 1, page: `${world.prefix}-c1` }
    await doCall(server, calls.saveTime, { body }, learner)
    expect(refusalIn(await addTime())).toMatchObject({ status: 409, code: 'CANNOT_CHANGE_TIME' })
  })

  test('gives time of any fraction of a second', async () => {
    await sit()
    expect((await addTime({ seconds: 1.0005 })).status).toBe(200)
    await request()
    expect((await decide(60.0006)).status).toBe(200)
    expect(await state()).toMatchObject({ examTime: 661.002, extendable: 60.001 })
  })

  test('sees how learners stand though one of them sent the highest sequence that there is, and a save without one after it', async () => {
    await sit()
    const save = (sequence?: number) =>
      tryCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid, { sequence }) }, learner)
    const claim = { formRunGuid, timeRemaining: 1, elapsedTime: 1, page: 'x' }
    for (const sequence of [2 ** 52 + 1, Number.MAX_SAFE_INTEGER]) {
      expect(refusalIn(await save(sequence))).toMatchObject({ status: 400, code: 'INVALID_REQUEST' })
      const time = await tryCall(server, calls.saveTime, { body: { ...claim, sequence } }, learner)
      expect(refusalIn(time)).toMatchObject({ status: 400, code: 'INVALID_REQUEST' })
    }
    expect((await save(2 ** 52)).status).toBe(200)
    expect((await save()).status).toBe(200)
    expect(await sittings()).toMatchObject([{ formRunGuid }])
  })

  test('does so for all of an exam that are under way, and for nobody else', async () => {
    const prefix = `o${orgId}`
    const names = ['one', 'two', 'three', 'later']
    const people = names.map((username, index) => ({
      userId: index + 10,
      userGuid: `${prefix}-${username}`,
      username,
      password: `${username}-secret`,
      firstName: username,
      lastName: 'Wood',
    }))
    const staff = { ...people[0], userId: 1, userGuid: `${prefix}-invigilator`, username: 'invigilator', invigilator: true }
    world = await arrange(server, {
      orgId,
      file: {
        settings: { AllowRemotePause: '1' },
        people: [...people, { ...staff, password: 'invigilator-secret', firstName: 'I', lastName: 'N' }],
        schedules: names.map((username) => ({ guid: `${prefix}-${username}`, username, exam: `${prefix}-exam` })),
      },
    })
    const examGuid = world.entry.examGuid
    const runs: string[] = []
    for (const name of names.slice(0, 3)) {
      learner = (await signIn(server, world, name)).access_token
      const query = { ...world.entry, userGuid: `${prefix}-${name}`, scheduleGuid: `${prefix}-${name}` }
      formRunGuid = (await doCall(server, calls.start, { query }, learner)).formRunGUID
      runs.push(formRunGuid)
    }
    await complete()
    invigilator = (await signIn(server, world, 'invigilator')).access_token
    const { changed } = await pause(true, { examGuid })
    expect(changed.sort()).toEqual(runs.slice(0, 2).sort())
    const seen = await sittings({ examGuid })
    expect(seen.map(({ username, status }) => [username, status]).sort()).toEqual([
      ['later', 'not-started'],
      ['one', 'paused'],
      ['three', 'completed'],
      ['two', 'paused'],
    ])
    expect(await sittings({ scheduleGuid: `${prefix}-one` })).toMatchObject([{ username: 'one', firstName: 'one' }])
    for (const target of [{}, { formRunGuid, examGuid }])
      expect(
        refusalIn(await tryCall(server, calls.pauseFormRuns, { body: { ...target, paused: true } }, invigilator)),
      ).toMatchObject({ status: 400, code: 'INVALID_REQUEST' })
  })

  test('changes nothing of a completed exam but may write down what happened; the ledger tells who did what', async () => {
    await sit()
    await pause(true)
    await pause(false)
    await addTime()
    await complete()
    for (const refused of [await addTime(), await decide(0)])
      expect(refusalIn(refused)).toMatchObject({ status: 409, code: 'FORM_RUN_COMPLETED' })
    await doCall(server, calls.noteIncident, { body: { formRunGuid, text: 'The light went out.' } }, invigilator)
    const events = await doCall(server, calls.dashEvents, { query: { formRunGuid } }, invigilator)
    const by = `${world.prefix}-invigilator`
    expect(events.map(({ at, ...event }) => event)).toEqual([
      { number: 1, kind: 'start', author: world.entry.userGuid, partId: `${world.prefix}-section` },
      { number: 2, kind: 'pause', author: by },
      { number: 3, kind: 'resume-offer', author: by, seconds: 120 },
      { number: 4, kind: 'extra-time', author: by, seconds: 60 },
      { number: 5, kind: 'complete', author: world.entry.userGuid, because: 'chosen' },
      { number: 6, kind: 'incident', author: by, text: 'The light went out.' },
    ])
  })

  test('sees an exam as it stood at its completion, whatever is written down afterwards', async () => {
    await sit()
    pass(minute)
    await complete()
    const before = (await sittings())[0]?.state
    pass(5 * minute)
    const body = { formRunGuid, text: 'A fire alarm' }
    await doCall(server, calls.noteIncident, { body }, invigilator)
    expect((await sittings())[0]?.state).toEqual({ ...before, number: (before?.number ?? 0) + 1, time: expect.any(String) })
  })

  test('lets late answers count: of each question the newest, marked anew, and the history stays as it was', async () => {
    await sit(examOf(`o${orgId}`, { settings: { examTime: 600 } }))
    const option = (id: string, text: string) => ({ answerText: text, options: [{ optionID: id, optionText: text }] })
    const save = (sequence: number, answer: object) => {
      const body = saveOf(world, formRunGuid, { sequence, timeRemaining: 0, ...answer })
      return tryCall(server, calls.saveAnswer, { body }, learner)
    }
    const accept = () => doCall(server, calls.acceptLateAnswers, { body: { formRunGuid } }, invigilator)
    const score = async () => {
      const marks = await server.db.kysely.selectFrom('mark').selectAll().where('form_run_guid', '=', formRunGuid).execute()
      return marks.reduce((sum, mark) => sum + mark.score, 0)
    }
    const outcomes = async () => {
      const rows = await server.db.kysely
        .selectFrom('answer_event')
        .select('outcome')
        .where('form_run_guid', '=', formRunGuid)
        .orderBy('sequence')
        .execute()
      return rows.map((row) => row.outcome)
    }
    await save(1, option('a', 'Ash'))
    pass(12 * minute)
    await save(3, option('b', 'Birch'))
    await save(2, option('c', 'Cedar'))
    expect(await accept()).toEqual({ accepted: 1, changed: [formRunGuid] })
    expect(await accept()).toEqual({ accepted: 0, changed: [] })
    await complete()
    expect(await score()).toBe(2)
    pass(60_000)
    expect((await save(4, option('c', 'Cedar'))).status).toBe(409)
    expect(await accept()).toEqual({ accepted: 1, changed: [formRunGuid] })
    expect(await score()).toBe(0)
    expect(await outcomes()).toEqual(['applied', 'over-time', 'over-time', 'late'])
    expect((await sittings())[0]).toMatchObject({ lateAnswers: 3 })
    const events = await doCall(server, calls.dashEvents, { query: { formRunGuid } }, invigilator)
    expect(events.filter(({ kind }) => kind === 'incident').map(({ text }) => text)).toEqual([
      'Late answers accepted: 1',
      'Late answers accepted: 1',
    ])
  })

  test('a late answer that was let count is told as one that counts when its request comes again', async () => {
    await sit(examOf(`o${orgId}`, { settings: { examTime: 600 } }))
    const save = (sequence: number, requestId: string) =>
      tryCall(
        server,
        calls.saveAnswer,
        { body: saveOf(world, formRunGuid, { sequence, timeRemaining: 0, requestId }) },
        learner,
      )
    const replyTo = async (...asked: Parameters<typeof save>) => JSON.parse((await save(...asked)).text)
    const accept = () => doCall(server, calls.acceptLateAnswers, { body: { formRunGuid } }, invigilator)
    const [overTime, late] = [randomUUID(), randomUUID()]
    pass(12 * minute)
    expect(await replyTo(1, overTime)).toEqual({ saved: true, applied: false, sequence: 1, late: true })
    await accept()
    expect(await replyTo(1, overTime)).toEqual({ saved: true, applied: true, sequence: 1 })
    await complete()
    pass(minute)
    expect((await save(2, late)).status).toBe(409)
    await accept()
    expect(await replyTo(2, late)).toEqual({ saved: true, applied: true, sequence: 2 })
  })

  test('never changes the time of their own exam', async () => {
    const prefix = `o${orgId}`
    const schedule = { guid: `${prefix}-schedule`, username: 'invigilator', exam: `${prefix}-exam` }
    world = await arrange(server, {
      orgId,
      invigilated: true,
      file: { schedules: [schedule], settings: { AllowRemotePause: '1' } },
    })
    invigilator = (await signIn(server, world, 'invigilator')).access_token
    const query = { ...world.entry, userGuid: `${prefix}-invigilator` }
    formRunGuid = (await doCall(server, calls.start, { query }, invigilator)).formRunGUID
    expect(refusalIn(await addTime())).toMatchObject({ status: 403, code: 'NOT_ALLOWED' })
    expect(await pause(true, { examGuid: world.entry.examGuid })).toEqual({ changed: [] })
  })

  test('whose role was taken away is refused at the next call', async () => {
    await sit()
    expect((await addTime()).status).toBe(200)
    await withdrawAllRoles(server, { orgId: world.orgId, userGuid: `${world.prefix}-invigilator` })
    expect(refusalIn(await addTime())).toMatchObject({ status: 403, code: 'NOT_ALLOWED' })
  })
})
