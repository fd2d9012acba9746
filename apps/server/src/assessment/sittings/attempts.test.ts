import { calls } from '@sitwell/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bothDatabases } from '../../testing/databases.ts'
import { describeOnEach } from '../../testing/describe-on-each.ts'
import { arrange, doCall, examOf, refusalIn, saveOf, signIn, sitExam, tryCall, type World } from '../../testing/test-world.ts'
import { resultOf } from '../results/result-of.ts'
import { windowOf } from '../schedules/results-window.ts'

const dayMs = 24 * 3_600_000

describeOnEach(bothDatabases, 'looking at results later on %s', { isClockHeld: true }, ({ server, clock, pass, nextOrgId }) => {
  const arrangeWith = (settings: Record<string, string> = {}, of: object = {}) => {
    const orgId = nextOrgId()
    const prefix = `o${orgId}`
    const exam = examOf(prefix, { settings: { examTime: 600, outroText: '<p>Bye.</p>', ...of } })
    const schedules = [{ guid: `${prefix}-schedule`, username: 'learner', exam: exam.examGuid, practice: true }]
    return arrange(server, { orgId, exam, everyone: true, file: { settings, schedules } })
  }
  const complete = (formRunGuid: string, token: string) =>
    doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 10, elapsedTime: 590 } }, token)
  const attemptsOf = (world: World, token: string) =>
    doCall(server, calls.attempts, { query: { examGuid: world.entry.examGuid } }, token)
  const isNotFound = async ({ entry: { examGuid } }: World, token: string) =>
    refusalIn(await tryCall(server, calls.attempts, { query: { examGuid } }, token)).code === 'NOT_FOUND'
  const listed = async (world: World, token: string) =>
    (await doCall(server, calls.schedules, { query: { userGuid: world.entry.userGuid } }, token)).map(
      ({ attempts }) => attempts,
    )
  const askResult = (formRunGuid: string, token: string) => tryCall(server, calls.result, { query: { formRunGuid } }, token)
  const completedDaysAgo = ({ orgId }: World, days: number) =>
    server.db.kysely
      .updateTable('form_run')
      .set({ completed_at: clock.nowMs() - days * dayMs })
      .where('org_id', '=', orgId)
      .execute()
  const saveWritten = (world: World, formRunGuid: string, token: string) =>
    doCall(
      server,
      calls.saveAnswer,
      { body: saveOf(world, formRunGuid, { questionVersionId: `${world.prefix}-q3`, answerText: 'Because.', options: [] }) },
      token,
    )

  test('each attempt is listed with what its page shows, the first one first; none before it is completed', async () => {
    const world = await arrangeWith({}, { allowImmediateResit: true, resultFeedbackMask: 2 })
    const { token, formRunGuid } = await sitExam(server, world)
    expect(await isNotFound(world, token)).toBe(true)
    expect(await listed(world, token)).toEqual([undefined])
    await complete(formRunGuid, token)
    pass(1)
    const schedules = await doCall(server, calls.schedules, { query: { userGuid: world.entry.userGuid } }, token)
    const entry = { ...world.entry, scheduleGuid: schedules.at(-1)?.guid ?? '' }
    const { formRunGUID: second } = await doCall(server, calls.start, { query: entry }, token)
    await complete(second, token)
    const { attempts, over } = await attemptsOf(world, token)
    expect(over).toBe(0)
    expect(attempts.map((attempt) => attempt.formRunGuid)).toEqual([formRunGuid, second])
    expect(attempts[0]).toEqual({
      formRunGuid,
      completedAt: expect.stringMatching(/Z$/),
      examName: `Trees of ${world.prefix}`,
      practice: true,
      downloadablePractice: false,
      resultFeedbackMask: 2,
      outroText: '<p>Bye.</p>',
      proctoredOutroText: '',
    })
    // The schedule of the next attempt, which takes the others' place in the list, names them too.
    expect(await listed(world, token)).toEqual([2, 2, 2])
  })

  test('pictures of the text after the exam open later, and no other file of the exam does', async () => {
    const outroText = '<p>Bye.<img src="pictures/a%20tree.svg"></p>'
    const shown = await arrangeWith({}, { outroText })
    const sat = await sitExam(server, shown)
    await complete(sat.formRunGuid, sat.token)
    const { attempts } = await attemptsOf(shown, sat.token)
    const { resourceToken: token = '' } = attempts[0] ?? {}
    expect(attempts[0]?.resourceUrl).toBe(`resource/exam/${shown.entry.examGuid}/${shown.entry.versionNumber}/`)
    const statusOf = async (path: string, query: object = {}) => {
      const params = { examGuid: shown.entry.examGuid, version: shown.entry.versionNumber, '*': path }
      return (await tryCall(server, calls.resource, { params, query: { orgID: shown.orgId, token, ...query } })).status
    }
    expect(await statusOf('pictures/a tree.svg')).toBe(200)
    expect(await statusOf('pictures/a tree.svg', { token: `${token}x` })).toBe(404)
    expect(await statusOf('pictures/a tree.svg', { orgID: shown.orgId - 1 })).toBe(404)
    const { kysely } = server.db
    const picture = await kysely
      .selectFrom('exam_resource')
      .selectAll()
      .where('org_id', '=', shown.orgId)
      .executeTakeFirstOrThrow()
    await kysely
      .insertInto('exam_resource')
      .values({ ...picture, path: 'of-a-question.svg' })
      .execute()
    expect(await statusOf('of-a-question.svg')).toBe(404)

    const plain = await arrangeWith()
    const other = await sitExam(server, plain)
    await complete(other.formRunGuid, other.token)
    expect((await attemptsOf(plain, other.token)).attempts[0]).not.toHaveProperty('resourceToken')
  })

  test('nobody else’s are listed, and nobody else is told what they came to', async () => {
    const world = await arrangeWith()
    const { token, formRunGuid } = await sitExam(server, world)
    await complete(formRunGuid, token)
    for (const name of ['other', 'admin']) {
      const stranger = (await signIn(server, world, name)).access_token
      expect(await isNotFound(world, stranger)).toBe(true)
      expect(refusalIn(await askResult(formRunGuid, stranger)).code).toBe('NOT_FOUND')
    }
  })

  test('without a setting results are there for good', async () => {
    const world = await arrangeWith()
    const { token, formRunGuid } = await sitExam(server, world)
    await complete(formRunGuid, token)
    await completedDaysAgo(world, 10_000)
    expect((await attemptsOf(world, token)).attempts).toHaveLength(1)
    expect((await askResult(formRunGuid, token)).status).toBe(200)
  })

  test('after the organisation’s days the server tells nothing any more, whoever asks and however', async () => {
    const world = await arrangeWith({ ResultsDays: '2' })
    const { token, formRunGuid } = await sitExam(server, world)
    await complete(formRunGuid, token)
    await completedDaysAgo(world, 1.99)
    expect((await attemptsOf(world, token)).attempts).toHaveLength(1)
    expect((await askResult(formRunGuid, token)).status).toBe(200)
    await completedDaysAgo(world, 2)
    expect(await attemptsOf(world, token)).toEqual({ attempts: [], over: 1 })
    expect(await listed(world, token)).toEqual([0])
    expect(refusalIn(await askResult(formRunGuid, token))).toMatchObject({ status: 403, code: 'RESULTS_OVER' })
  })

  test('with no days at all the page after the exam is told, and the schedules lead nowhere', async () => {
    const world = await arrangeWith({ ResultsDays: '0' })
    const { token, formRunGuid } = await sitExam(server, world)
    await complete(formRunGuid, token)
    expect((await askResult(formRunGuid, token)).status).toBe(200)
    expect(await attemptsOf(world, token)).toEqual({ attempts: [], over: 1 })
    expect(await listed(world, token)).toEqual([0])
    await completedDaysAgo(world, 1 / 24)
    expect(refusalIn(await askResult(formRunGuid, token)).code).toBe('RESULTS_OVER')
  })

  // RES-314
  test.each([
    [-1, true],
    [7, true],
    [1, true],
    [0, false],
    [6, false],
  ])(
    'what could be marked is told beside what waits for a person, where the mask (%i) shows marks',
    async (mask, isReported) => {
      const world = await arrangeWith({}, { resultFeedbackMask: mask })
      const { token, formRunGuid } = await sitExam(server, world)
      await doCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid) }, token)
      await saveWritten(world, formRunGuid, token)
      expect(JSON.parse((await askResult(formRunGuid, token)).text)).not.toHaveProperty('soFar')
      await complete(formRunGuid, token)
      const result = await doCall(server, calls.result, { query: { formRunGuid } }, token)
      expect(result).toMatchObject({
        marked: false,
        score: 0,
        percentScore: 0,
        maxScore: 8,
        grade: '',
        pass: null,
        awaitingPerson: 1,
      })
      expect(result.soFar).toEqual(isReported ? { score: 2, waiting: 4 } : undefined)
      // Whoever was told a mark, if only a part of it, changes nothing any more.
      const late = saveOf(world, formRunGuid, {
        sequence: 9,
        answerText: 'Ash',
        options: [{ optionID: 'a', optionText: 'Ash' }],
      })
      const answer = await tryCall(server, calls.saveAnswer, { body: late }, token)
      expect(answer.status).toBe(isReported ? 409 : 200)
    },
  )

  test('nothing of it is told while a late answer holds it back, which is said', async () => {
    const world = await arrangeWith()
    const { token, formRunGuid } = await sitExam(server, world)
    await saveWritten(world, formRunGuid, token)
    await complete(formRunGuid, token)
    await doCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid) }, token)
    const result = await doCall(server, calls.result, { query: { formRunGuid } }, token)
    expect(result).toMatchObject({ marked: false, held: true, awaitingPerson: 1 })
    expect(result).not.toHaveProperty('soFar')
    pass(server.config.lateSaveGraceMs + 1)
    const later = await doCall(server, calls.result, { query: { formRunGuid } }, token)
    expect(later).toMatchObject({ marked: false, soFar: { score: 2, waiting: 4 } })
    expect(later).not.toHaveProperty('held')
  })
})

describe('what a form run came to', () => {
  const mark = fc.record({
    score: fc.integer({ min: 0, max: 5 }),
    max_score: fc.integer({ min: 5, max: 9 }),
    needs_person: fc.constantFrom(0, 1),
  })
  const run = { completed_at: 1 }
  const exam = (resultFeedbackMask: number) => ({ ...examOf('x'), settings: { resultFeedbackMask } })

  test('tells a grade only where nothing waits, and never more than what could be marked', () => {
    fc.assert(
      fc.property(fc.array(mark), fc.integer({ min: -1, max: 7 }), fc.boolean(), (marks, mask, isHeld) => {
        const result = resultOf(run, marks as Parameters<typeof resultOf>[1], exam(mask), { isHeld })
        const waits = marks.some((one) => one.needs_person === 1)
        expect(result.marked).toBe(!waits && !isHeld)
        if (!result.marked) expect([result.score, result.grade, result.pass, result.feedback]).toEqual([0, '', null, ''])
        if (result.soFar) expect(result.soFar.score + result.soFar.waiting).toBeLessThanOrEqual(result.maxScore)
        expect(result.soFar !== undefined).toBe(waits && !isHeld && (mask === -1 || (mask & 1) === 1))
      }),
    )
  })
})

describe('the days for which results are shown', () => {
  test.each([null, '', ' ', 'ever', '-1', 'NaN'])('are unlimited where the setting is %j', (setting) => {
    const window = windowOf(setting)
    expect(window.isListed({ completed_at: 0 }, Number.MAX_SAFE_INTEGER)).toBe(true)
    expect(window.isOpen({ completed_at: 0 }, Number.MAX_SAFE_INTEGER)).toBe(true)
  })

  test('shut for good once they are over, and whoever finds a result listed may open it', () => {
    fc.assert(
      fc.property(fc.float({ min: 0, max: 1000, noNaN: true }), fc.nat(2000 * dayMs), fc.nat(dayMs), (days, atMs, laterMs) => {
        const window = windowOf(String(days))
        const completed = { completed_at: 0 }
        if (window.isListed(completed, atMs)) expect(window.isOpen(completed, atMs)).toBe(true)
        if (!window.isOpen(completed, atMs)) expect(window.isOpen(completed, atMs + laterMs)).toBe(false)
        expect(window.isListed(completed, atMs)).toBe(atMs < days * dayMs)
      }),
    )
  })
})
