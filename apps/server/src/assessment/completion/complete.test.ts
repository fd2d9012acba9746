import { randomUUID } from 'node:crypto'
import { calls } from '@sitwell/contract'
import { beforeEach, expect, test } from 'vitest'
import { bothDatabases } from '../../testing/databases.ts'
import { describeOnEach } from '../../testing/describe-on-each.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import { arrange, doCall, examOf, refusalIn, saveOf, signIn, sitExam, tryCall, type World } from '../../testing/test-world.ts'
import { untilLockedOut } from '../../testing/until-locked-out.ts'
import { lockFormRun } from '../form-run/ledger-queries.ts'

describeOnEach(bothDatabases, 'completing an exam on %s', { config: { useResetScheduleCheat: true } }, (suite) => {
  const { database, server, nextOrgId } = suite
  let world: World
  let token: string
  let formRunGuid: string

  const begin = async (resultFeedbackMask?: number, more: Parameters<typeof examOf>[1] = {}) => {
    const orgId = nextOrgId()
    const exam =
      resultFeedbackMask === undefined ? undefined : examOf(`o${orgId}`, { settings: { resultFeedbackMask }, ...more })
    world = await arrange(server, { orgId, ...(exam && { exam }) })
    const sitting = await sitExam(server, world)
    token = sitting.token
    formRunGuid = sitting.formRunGuid
  }
  beforeEach(async () => {
    await begin()
  })

  const save = (more: Parameters<typeof saveOf>[2]) =>
    doCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid, more) }, token)
  const complete = (more: object = {}) =>
    tryCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 10, elapsedTime: 590, ...more } }, token)
  const result = () => doCall(server, calls.result, { query: { formRunGuid } }, token)
  const question = (number: number) => `${world.prefix}-q${number}`
  const chosen = (number: number, ...texts: string[]) => ({
    questionVersionId: question(number),
    questionNumber: number,
    answerText: texts.join('|'),
    options: texts.map((text) => ({ optionID: text.slice(0, 1).toLowerCase(), optionText: text })),
  })

  // API-307 ENT-325
  test('a completion is answered with its moment and the number of answers, a second one alike', async () => {
    await save({ sequence: 1 })
    const first = await complete({ ClientTime: '2026-11-21T11:30:00Z', IsFromLocalStorage: true, examTimeRemaining: 10 })
    expect(JSON.parse(first.text)).toMatchObject({ completed: true, answers: 1, completedAt: expect.stringMatching(/Z$/) })
    expect((await complete()).text).toBe(first.text)
  })

  test('two completions at one moment make one', async () => {
    await save({ sequence: 1 })
    const both = await Promise.all([complete(), complete()])
    expect(both.map((one) => one.status)).toEqual([200, 200])
    expect(both[0]?.text).toBe(both[1]?.text)
  })

  test('saves of the same writer that never came are named, and nothing is completed until they have', async () => {
    const writerId = randomUUID()
    await save({ sequence: 2, writerId })
    await save({ sequence: 3, writerId: randomUUID() })
    const refused = refusalIn(await complete({ writerId, sequences: [1, 2, 3] }))
    expect(refused).toMatchObject({ status: 409, code: 'MISSING_REQUESTS', missing: [1, 3] })
    await save({ sequence: 1, writerId })
    await save({ sequence: 3, writerId, requestId: randomUUID() })
    expect((await complete({ writerId, sequences: [1, 2, 3] })).status).toBe(200)
  })

  // ENT-324 API-309
  test('what the key can mark is marked at once', async () => {
    await save({ sequence: 1, ...chosen(1, 'Birch') })
    await save({ sequence: 2, ...chosen(2, 'Ash', 'Cedar') })
    await complete()
    const { receipt: _, ...marked } = await result()
    expect(marked).toEqual({
      marked: true,
      score: 4,
      maxScore: 8,
      percentScore: 50,
      grade: '',
      pass: null,
      immediateResitAvailable: false,
      formRunID: 1,
      feedbackMessage: '',
      feedbackMessageID: null,
    })
  })

  const silentGrades = [
    { grade: 'Merit', fromPercent: 75, pass: true },
    { grade: 'Fail', fromPercent: 0, pass: false },
  ]

  // RES-314
  test.each([
    [0, { score: 0, percentScore: 0, grade: '', pass: null }],
    [1, { score: 4, percentScore: 0, grade: '', pass: null }],
    [2, { score: 0, percentScore: 0, grade: 'Fail', pass: false }],
    [4, { score: 0, percentScore: 50, grade: '', pass: null }],
    [7, { score: 4, percentScore: 50, grade: 'Fail', pass: false }],
  ])(
    'of a result leaves the server what the mask %i shows, and where nothing is said at any grade, nothing was told',
    async (mask, shown) => {
      await begin(mask, { gradeBoundaries: silentGrades })
      await save({ sequence: 1, ...chosen(1, 'Birch') })
      await save({ sequence: 2, ...chosen(2, 'Ash', 'Cedar') })
      await complete()
      expect(await result()).toMatchObject({ marked: true, maxScore: 8, ...shown })
      const { marks_told_at } = await server.db.kysely
        .selectFrom('form_run')
        .select('marks_told_at')
        .where('form_run_guid', '=', formRunGuid)
        .executeTakeFirstOrThrow()
      expect(marks_told_at !== null).toBe(mask !== 0)
    },
  )

  // ENT-324
  test('while a written answer waits for a person the result says that it is not marked, and tells no score', async () => {
    await save({ sequence: 1, ...chosen(1, 'Birch') })
    await save({ sequence: 2, ...chosen(3), answerText: 'Because.' })
    await complete()
    expect(await result()).toMatchObject({ marked: false, score: 0, grade: '', pass: null, awaitingPerson: 1 })
  })

  test('before the completion there is no mark to be had', async () => {
    await save({ sequence: 1, ...chosen(1, 'Birch') })
    expect(await result()).toMatchObject({ marked: false, score: 0, percentScore: 0 })
  })

  // API-310 API-224
  test('a query tells whether a form run is completed', async () => {
    const query = async () => {
      const properties = ['ID', 'GUID', 'Processed'] as const
      const filter = { property: 'GUID' as const, operator: 'equals', value: formRunGuid }
      return doCall(server, calls.formRunsQuery, { body: { properties: [...properties], filter } }, token)
    }
    expect(await query()).toEqual({ results: [{ ID: 1, GUID: formRunGuid, Processed: false }] })
    await complete()
    expect((await query()).results[0]?.Processed).toBe(true)
  })

  test('a completed exam is neither opened nor started again', async () => {
    await complete()
    for (const call of [calls.examJson, calls.start]) {
      const answer = await tryCall(server, call, { query: world.entry }, token)
      expect(refusalIn(answer)).toMatchObject({ status: 409, code: 'FORM_RUN_COMPLETED' })
    }
    expect(await doCall(server, calls.canStart, { query: world.entry }, token)).toMatchObject({ canStart: false })
  })

  // API-305
  test('the time is kept as the lowest that was claimed, with the place, until the completion', async () => {
    const saveTime = (timeRemaining: number, elapsedTime: number, page: string) => {
      const ClientTime = '2026-11-21T11:30:00Z'
      const body = { formRunGuid, timeRemaining, elapsedTime, page, ClientTime, IsFromLocalStorage: false }
      return tryCall(server, calls.saveTime, { body }, token)
    }
    expect((await saveTime(400, 200, question(2))).text).toBe('{}')
    await saveTime(450, 150, question(3))
    const content = await doCall(server, calls.examJson, { query: world.entry }, token)
    expect(content.settings).toMatchObject({ examTimeRemaining: 400, elapsedTime: 200 })
    expect(content.currentQuestionId).toBe(question(3))
    await complete()
    expect(refusalIn(await saveTime(1, 1, question(1)))).toMatchObject({ status: 409, code: 'FORM_RUN_COMPLETED' })
  })

  // API-308 ENT-326
  test('activities are kept as they come, each id once', async () => {
    const log = (ids: string[]) => {
      const activities = ids.map((id) => ({ id, type: 3, value: { to: id } }))
      return doCall(server, calls.activityLog, { params: { formRunGuid }, body: { formRunGuid, activities } }, token)
    }
    await log(['one', 'two', 'one'])
    await log(['two', 'three'])
    const rows = await server.db.kysely.selectFrom('activity').selectAll().where('form_run_guid', '=', formRunGuid).execute()
    expect(rows.map((row) => [row.activity_id, row.type, JSON.parse(row.value)]).sort()).toEqual([
      ['one', 3, { to: 'one' }],
      ['three', 3, { to: 'three' }],
      ['two', 3, { to: 'two' }],
    ])
  })

  // ADM-303
  test("an administrator sends a learner's activities; those of other organisations and other learners don't", async () => {
    const home = await arrange(server, { orgId: nextOrgId(), everyone: true })
    const away = await arrange(server, { orgId: nextOrgId(), everyone: true })
    const sitting = await sitExam(server, home)
    const log = async (where: World, username: string) => {
      const { access_token } = await signIn(server, where, username)
      const body = { formRunGuid: sitting.formRunGuid, activities: [{ id: username, type: 3, value: 'q1' }] }
      return tryCall(server, calls.activityLog, { params: { formRunGuid: sitting.formRunGuid }, body }, access_token)
    }
    expect(refusalIn(await log(home, 'other'))).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    expect(refusalIn(await log(away, 'admin'))).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    expect(await log(home, 'admin')).toMatchObject({ status: 200 })
    const { kysely } = server.db
    const rows = await kysely.selectFrom('activity').selectAll().where('form_run_guid', '=', sitting.formRunGuid).execute()
    expect(rows.map(({ org_id, activity_id }) => [org_id, activity_id])).toEqual([[home.orgId, 'admin']])
  })

  // API-210 API-321
  test('a reset sets a schedule back, where the server allows it', async () => {
    await save({ sequence: 1 })
    await complete()
    await doCall(server, calls.reset, { query: world.entry }, token)
    const content = await doCall(server, calls.examJson, { query: world.entry }, token)
    expect(content).toMatchObject({ settings: { examTimeRemaining: 600 } })
    for (const name of ['formRunGuid', 'saves']) expect(content).not.toHaveProperty(name)
  })

  // SQLite has one writer.
  if (database === 'postgres')
    test('a reset waits for a save that is under way, and takes it away with the rest', async () => {
      await save({ sequence: 1 })
      const { kysely } = server.db
      let resetting: ReturnType<typeof tryCall> | undefined
      await kysely.transaction().execute(async (transaction) => {
        await lockFormRun(transaction, { orgId: world.orgId, formRunGuid })
        resetting = tryCall(server, calls.reset, { query: world.entry }, token)
        await untilLockedOut(server.db)
        await transaction.updateTable('answer').set({ workings: 'x' }).where('form_run_guid', '=', formRunGuid).execute()
      })
      expect((await resetting)?.status).toBe(200)
      expect(await kysely.selectFrom('answer').selectAll().where('form_run_guid', '=', formRunGuid).execute()).toEqual([])
    })
})

// API-210
test('a server that was not told so resets nothing', async () => {
  const server = await startTestServer({ database: 'sqlite' })
  const world = await arrange(server)
  const { token } = await sitExam(server, world)
  const answer = await tryCall(server, calls.reset, { query: world.entry }, token)
  expect(refusalIn(answer)).toMatchObject({ status: 403, code: 'NOT_ALLOWED' })
  await server.stop()
})
