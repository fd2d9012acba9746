import { randomUUID } from 'node:crypto'
import { calls } from '@sitwell/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { bothDatabases } from '../../testing/databases.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { arrange, doCall, saveOf, sitExam, tryCall, type World } from '../../testing/test-world.ts'
import { timedExam } from '../../testing/timed-exam.ts'
import { createExamCache } from '../form-run/exam-cache.ts'
import { lockFormRun, replaceParts } from '../form-run/ledger-queries.ts'
import { formRunStateOf } from './form-run-state.ts'
import { changeLedger, readLedger, statesOf } from './time-ledger.ts'

const minute = 60_000

describe.each(bothDatabases)('the time that the server keeps on %s', (database) => {
  const { clock, pass } = createTestClock()
  let server: TestServer
  let world: World
  let token: string
  let formRunGuid: string
  let lastOrganisation = 300

  beforeAll(async () => {
    server = await startTestServer({ database, clock })
  })
  beforeEach(() => {
    lastOrganisation += 1
  })
  afterAll(() => server.stop())

  const sit = async (more: Omit<Parameters<typeof arrange>[1] & object, 'orgId'> = {}) => {
    world = await arrange(server, { orgId: lastOrganisation, ...more })
    const sitting = await sitExam(server, world)
    token = sitting.token
    formRunGuid = sitting.formRunGuid
  }
  const sitTimed = (settings: object = {}) => sit({ exam: timedExam(`o${lastOrganisation}`, settings) })
  const id = (name: string) => `${world.prefix}-${name}`
  const content = () => doCall(server, calls.examJson, { query: world.entry }, token)
  const saveTime = (more: object) =>
    doCall(
      server,
      calls.saveTime,
      { body: { formRunGuid, timeRemaining: 9000, elapsedTime: 0, page: id('a1'), ...more } },
      token,
    )
  const save = (more: Parameters<typeof saveOf>[2] = {}) =>
    doCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid, { timeRemaining: 9000, ...more }) }, token)
  const saveIn = (question: string, page = question) =>
    save({ questionVersionId: id(question), page: id(page), answerText: question, options: [] })
  const run = () =>
    server.db.kysely.selectFrom('form_run').selectAll().where('form_run_guid', '=', formRunGuid).executeTakeFirstOrThrow()
  const events = () =>
    server.db.kysely.selectFrom('answer_event').selectAll().where('form_run_guid', '=', formRunGuid).execute()
  const ledger = async () => {
    const rows = await server.db.kysely
      .selectFrom('form_run_event')
      .selectAll()
      .where('form_run_guid', '=', formRunGuid)
      .orderBy('number')
      .execute()
    return rows.map(({ number, kind, author }) => [number, kind, author])
  }
  const times = async () => {
    const { sections } = await content()
    return Object.fromEntries(
      sections.map((one) => [
        one.name.at(-1),
        [one.sectionTimeRemaining, one.readingTimeRemaining, one.complete ? 'complete' : 'open'],
      ]),
    )
  }

  test('counts from the start, whether the browser is there or not', async () => {
    await sit()
    pass(5 * minute)
    expect((await content()).settings).toMatchObject({ examTime: 600, examTimeRemaining: 300, elapsedTime: 300 })
    expect(await ledger()).toEqual([[1, 'start', world.entry.userGuid]])
    pass(9 * minute)
    expect((await content()).settings).toMatchObject({ examTimeRemaining: 0, elapsedTime: 600 })
  })

  test('a browser may claim less than there is; what it claims beyond is recorded and gives nothing', async () => {
    await sit()
    pass(2 * minute)
    await doCall(server, calls.saveTime, { body: { formRunGuid, timeRemaining: 580, elapsedTime: 20, page: id('q1') } }, token)
    expect((await content()).settings.examTimeRemaining).toBe(480)
    expect((await run()).beyond_ms).toBe(100_000)
    await save({ timeRemaining: 600, sequence: 1 })
    expect((await run()).beyond_ms).toBe(120_000)
    await save({ timeRemaining: 100, sequence: 2 })
    expect((await content()).settings.examTimeRemaining).toBe(100)
    await doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 9000, elapsedTime: 1 } }, token)
    expect(await run()).toMatchObject({ time_remaining_ms: 100_000, beyond_ms: 9000_000 - 480_000 })
  })

  test('a completion has no more time left than the ledger', async () => {
    await sit()
    pass(4 * minute)
    await doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 600, elapsedTime: 0 } }, token)
    expect((await run()).time_remaining_ms).toBe(6 * minute)
  })

  test('an answer within the grace counts and is marked late; after it, it is kept apart and replaces nothing', async () => {
    await sit()
    await save({ sequence: 1 })
    pass(10 * minute)
    expect(await save({ sequence: 2, timeRemaining: 0 })).toMatchObject({ applied: true })
    pass(30_000)
    expect(await save({ sequence: 3, timeRemaining: 0 })).toMatchObject({ applied: true })
    pass(1)
    const requestId = randomUUID()
    const last = {
      sequence: 4,
      timeRemaining: 0,
      answerText: 'Ash',
      options: [{ optionID: 'a', optionText: 'Ash' }],
      requestId,
    }
    for (let again = 0; again < 2; again += 1)
      expect(await save(last)).toEqual({ saved: true, applied: false, sequence: 4, late: true })
    expect((await events()).map((row) => [row.sequence, row.outcome, row.late_ms]).sort()).toEqual([
      [1, 'applied', null],
      [2, 'applied', null],
      [3, 'applied', 30_000],
      [4, 'over-time', 30_001],
    ])
    expect((await content()).questions[0]?.serverAnswer?.answerText).toBe('Birch')
  })

  // ENT-308 ENT-310 TIME-317 TIME-318
  test('every part has its own time: reading first, then answering; a one-way part is over when it is left', async () => {
    await sitTimed()
    expect(await times()).toEqual({ A: [720, 120, 'open'], B: [1200, 0, 'open'], C: [0, 0, 'open'] })
    pass(3 * minute)
    expect(await times()).toMatchObject({ A: [540, 0, 'open'] })
    await saveTime({ page: id('b1') })
    pass(5 * minute)
    expect(await times()).toEqual({ A: [540, 0, 'complete'], B: [900, 0, 'open'], C: [0, 0, 'open'] })
    await saveTime({ page: id('c1') })
    pass(5 * minute)
    expect(await times()).toMatchObject({ B: [900, 0, 'open'] })
    expect((await ledger()).map(([, kind]) => kind)).toEqual(['start', 'enter', 'enter'])
  })

  test('no answer of a part that is over counts after the grace, and those of the next part do', async () => {
    await sitTimed()
    await saveIn('a1')
    pass(12 * minute)
    expect(await saveIn('a1')).toMatchObject({ applied: true })
    pass(minute)
    expect(await saveIn('a1')).toMatchObject({ applied: false })
    expect(await saveIn('b1')).toMatchObject({ applied: true })
    expect(await saveIn('a2', 'b1')).toMatchObject({ applied: false })
    await saveTime({ page: id('a1') })
    expect((await times()).A).toEqual([0, 0, 'complete'])
    expect((await run()).part_id).toBe(id('b'))
  })

  // SQLite has one writer.
  if (database === 'postgres')
    test('a save that waits while time is given is judged by the time that was given', async () => {
      await sitTimed()
      await saveIn('a1')
      pass(13 * minute)
      const { kysely } = server.db
      const waiting = sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      const place = { orgId: lastOrganisation, formRunGuid }
      let saving: ReturnType<typeof saveIn> | undefined
      await kysely.transaction().execute(async (transaction) => {
        const { last_event } = (await lockFormRun(transaction, place)) ?? { last_event: 0 }
        saving = saveIn('a1')
        await vi.waitFor(async () => expect((await waiting.execute(kysely)).rows).toEqual([{ count: 1 }]), { timeout: 60_000 })
        await replaceParts(
          transaction,
          place,
          new Map([[id('a'), { opensAtMs: undefined, endsAtMs: clock.nowMs() + minute, lastSequence: undefined }]]),
        )
        await transaction
          .updateTable('form_run')
          .set({ last_event: last_event + 1 })
          .where('form_run_guid', '=', formRunGuid)
          .execute()
      })
      expect(await saving).toMatchObject({ applied: true })
    })

  test('a one-way part that was left takes what was numbered before it was left within the grace, and nothing else', async () => {
    await sitTimed()
    await saveTime({ skippedReading: [id('a')] })
    const saveNumbered = (question: string, sequence: number) =>
      save({ questionVersionId: id(question), page: id(question), answerText: question, options: [], sequence })
    expect(await saveNumbered('a1', 1)).toMatchObject({ applied: true })
    expect(await saveNumbered('b1', 4)).toMatchObject({ applied: true })
    expect(await saveNumbered('a2', 5)).toEqual({ saved: true, applied: false, sequence: 5, barred: 'closed' })
    pass(30_000)
    expect(await saveNumbered('a1', 2)).toMatchObject({ applied: true })
    expect(await saveNumbered('a2', 6)).toMatchObject({ applied: false, barred: 'closed' })
    pass(1)
    expect(await saveNumbered('a1', 3)).toMatchObject({ applied: false, late: true })
    expect((await events()).map((row) => [row.sequence, row.outcome]).sort()).toEqual([
      [1, 'applied'],
      [2, 'applied'],
      [3, 'over-time'],
      [4, 'applied'],
      [5, 'closed'],
      [6, 'closed'],
    ])
    expect((await content()).questions.map(({ serverAnswer }) => serverAnswer?.answerText)).toEqual([
      'a1',
      undefined,
      'b1',
      undefined,
    ])
  })

  test('a part that the learner finished is complete, and reading is skipped only where the exam permits it', async () => {
    await sitTimed()
    await saveTime({ page: id('a1'), skippedReading: [id('a')] })
    expect((await times()).A).toEqual([600, 0, 'open'])
    await saveTime({ page: id('c1'), completedParts: [id('a'), id('b'), 'nonsense', 'constructor', '__proto__'] })
    await saveTime({ page: id('c1'), completedParts: [id('a'), id('b')] })
    expect(await times()).toMatchObject({ A: [600, 0, 'complete'], B: [1200, 0, 'complete'], C: [0, 0, 'open'] })
    expect((await ledger()).map(([, kind]) => kind)).toEqual([
      'start',
      'skip-reading',
      'complete-part',
      'complete-part',
      'enter',
    ])
    lastOrganisation += 1
    await sitTimed({ canBypassReadingTime: false })
    await saveTime({ skippedReading: [id('a')] })
    expect((await times()).A).toEqual([720, 120, 'open'])
  })

  // CONST-206
  test('extra time lengthens the exam, and its parts as they are long', async () => {
    const prefix = `o${lastOrganisation}`
    const schedule = { guid: `${prefix}-schedule`, username: 'learner', exam: `${prefix}-exam`, practiceExtraTimeSeconds: 300 }
    await sit({ exam: timedExam(prefix, { examTime: 1800 }), file: { schedules: [schedule] } })
    expect((await content()).settings).toMatchObject({ examTime: 2100, examTimeRemaining: 2100 })
    expect(await times()).toMatchObject({ A: [820, 120, 'open'], B: [1400, 0, 'open'] })
  })

  test('an exam that a demonstration brought stands still until its learner comes', async () => {
    const prefix = `o${lastOrganisation}`
    const state = { commenced: { elapsedSeconds: 120 } }
    const schedule = { guid: `${prefix}-schedule`, username: 'learner', exam: `${prefix}-exam`, state }
    world = await arrange(server, { orgId: lastOrganisation, file: { schedules: [schedule] } })
    pass(600 * minute)
    const sitting = await sitExam(server, world)
    token = sitting.token
    expect((await content()).settings).toMatchObject({ examTimeRemaining: 480, elapsedTime: 120 })
    pass(minute)
    expect((await content()).settings).toMatchObject({ examTimeRemaining: 420 })
  })

  test('what is read while something is written is one moment: a form run is not told to be over by events that open it again', async () => {
    await sit()
    const context = { database: server.db, clock, exams: createExamCache(server.db, clock.nowMs) }
    const place = { orgId: world.orgId, formRunGuid }
    const body = { formRunGuid, timeRemaining: 9000, elapsedTime: 0 }
    await doCall(server, calls.complete, { body }, token)
    const completed = await run()
    await changeLedger(context, place, 'command', () => [{ kind: 'reopen', byMs: minute, text: 'The fire alarm' }])
    // As by a reader whom the writer overtook: the form run is read before it, the ledger after it.
    const states = [
      await readLedger(context, completed),
      (await statesOf(context, world.orgId, [completed], new Map())).get(formRunGuid),
      await readLedger(context, await run()),
    ].map((state) => state && formRunStateOf(state, clock.nowMs()))
    const before = { number: completed.last_event, completed: true }
    expect(states).toMatchObject([before, before, { number: completed.last_event + 1, completed: false }])
  })

  test('learners who move at the same moment from two tabs leave one ledger, each number once', async () => {
    await sitTimed()
    const bodies = ['b1', 'c1', 'b1', 'c1'].map((page) => ({ formRunGuid, timeRemaining: 1, elapsedTime: 1, page: id(page) }))
    const answers = await Promise.all(bodies.map((body) => tryCall(server, calls.saveTime, { body }, token)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const numbers = (await ledger()).map(([number]) => number)
    expect(numbers).toEqual(numbers.map((_, place) => place + 1))
    expect((await run()).last_event).toBe(numbers.length)
  })
})
