import { calls } from '@sitwell/contract'
import { beforeEach, expect, test } from 'vitest'
import { bothDatabases } from '../testing/databases.ts'
import { describeOnEach } from '../testing/describe-on-each.ts'
import { openOffice } from '../testing/open-office.ts'
import { arrange, doCall, personOf, saveOf, signIn } from '../testing/test-world.ts'

const learners = 12
const beganMs = Date.UTC(2026, 10, 30, 9)
const at = (seconds: number) => new Date(beganMs + seconds * 1000).toISOString()

describeOnEach(bothDatabases, 'the responses behind statistics on %s', {}, ({ server, nextOrgId }) => {
  let orgId: number
  let prefix: string
  let examGuid: string

  const arrangeExam = () => {
    const names = Array.from({ length: learners }, (_, index) => `learner-${index + 1}`)
    const people = [
      ...names.map((username, index) => personOf(prefix, username, index + 1)),
      ...(['auditor', 'marker'] as const).map((username, index) => ({
        ...personOf(prefix, username, 50 + index),
        roles: [username],
      })),
    ]
    const schedules = names.map((username) => ({ guid: `${prefix}-${username}`, username, exam: examGuid }))
    return arrange(server, { orgId, file: { people, schedules, settings: { OfficeSecondStep: 'off' } } })
  }

  /** The first half chooses Ash, the second one Birch. Each stays `number` seconds at the first question and as many at the second, and the last logs nothing. */
  const sit = async (world: Awaited<ReturnType<typeof arrange>>, number: number) => {
    const { access_token: token, UserGUID: userGuid } = await signIn(server, world, `learner-${number}`)
    const query = { ...world.entry, userGuid, scheduleGuid: `${prefix}-learner-${number}` }
    const { formRunGUID: formRunGuid } = await doCall(server, calls.start, { query }, token)
    const isAsh = number <= learners / 2
    const options = [{ optionID: isAsh ? 'a' : 'b', optionText: isAsh ? 'Ash' : 'Birch' }]
    const answer = { answerText: isAsh ? 'Ash' : 'Birch', options, sequence: 1 }
    await doCall(server, calls.saveAnswer, { body: saveOf({ prefix }, formRunGuid, answer) }, token)
    const activities = [
      { id: at(0), type: 6, value: '' },
      { id: at(number), type: 4, value: `${prefix}-q2` },
      { id: at(number + 100), type: 21, value: { event: 'paused' } },
      { id: at(number + 500), type: 21, value: { event: 'resumed' } },
      { id: at(number * 2 + 500), type: 7, value: '' },
      { id: 'no moment', type: 3, value: `${prefix}-q3` },
    ]
    if (number < learners)
      await doCall(
        server,
        calls.activityLog,
        { params: { formRunGuid }, body: { formRunGuid, activities } } as Parameters<
          typeof doCall<typeof calls.activityLog>
        >[2],
        token,
      )
    await doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 10, elapsedTime: 590 } }, token)
  }

  beforeEach(() => {
    orgId = nextOrgId()
    prefix = `o${orgId}`
    examGuid = `${prefix}-exam`
  })

  // OFFICE-407
  test('name who gave them page by page, and how long the pages showed each question', async () => {
    const world = await arrangeExam()
    for (let number = 1; number <= learners; number += 1) await sit(world, number)
    const auditor = await openOffice(server, orgId, 'auditor')
    const query = { examGuid, questionID: `${prefix}-q1` }
    const first = await auditor.doIt(calls.officeResponsesBehind, { query: { ...query, limit: 8 } })
    expect([first.total, first.responses.length]).toEqual([12, 8])
    expect(first.responses[0]).toMatchObject({ state: 'answered', answer: 'Ash', marks: 0, person: { username: 'learner-1' } })
    const rest = await auditor.doIt(calls.officeResponsesBehind, {
      query: { ...query, limit: 8, ...(first.next !== undefined && { cursor: first.next }) },
    })
    expect(rest.responses.map(({ person, answer }) => [person?.username, answer])).toEqual(
      [9, 10, 11, 12].map((number) => [`learner-${number}`, 'Birch']),
    )
    expect(rest.next).toBeUndefined()
    const birch = await auditor.doIt(calls.officeResponsesBehind, { query: { ...query, option: 'b' } })
    expect(birch.total).toBe(6)
    const second = await auditor.doIt(calls.officeResponsesBehind, { query: { ...query, questionID: `${prefix}-q2` } })
    expect(new Set(second.responses.map(({ state }) => state))).toEqual(new Set(['not-reached']))

    const times = await auditor.doIt(calls.officeQuestionTimes, { query: { examGuid } })
    expect([times.reported, times.notReported]).toEqual([11, 1])
    const [one, two, three] = times.questions
    expect(one).toEqual({
      id: `${prefix}-q1`,
      people: 11,
      time: { lowerMs: 3500, medianMs: 6000, upperMs: 8500 },
    })
    // The pause is no time on the question.
    expect(two).toMatchObject({ people: 11, time: { medianMs: 106_000 } })
    expect(three).toMatchObject({ people: 0, time: 'too-few' })
  })

  // OFFICE-407
  test('behind each figure of a question are as many responses as it counts', async () => {
    const world = await arrangeExam()
    const answers = (number: number): readonly (readonly [string, string])[] => {
      const first = number % 5 === 0 ? [] : [['q1', 'abc'[number % 3] ?? 'a'] as const]
      // Some continue to the second question, a few of them to the last, which a person marks; one sees the last alone.
      return [
        ...first,
        ...(number > 3 ? [['q2', 'c'] as const] : []),
        ...(number > 10 || number === 2 ? [['q3', ''] as const] : []),
      ]
    }
    for (let number = 1; number <= learners; number += 1) {
      const { access_token: token, UserGUID: userGuid } = await signIn(server, world, `learner-${number}`)
      const query = { ...world.entry, userGuid, scheduleGuid: `${prefix}-learner-${number}` }
      const { formRunGUID: formRunGuid } = await doCall(server, calls.start, { query }, token)
      for (const [index, [question, option]] of answers(number).entries()) {
        const tree = { a: 'Ash', b: 'Birch', c: 'Cedar' }[option] ?? ''
        const options = option === '' ? [] : [{ optionID: option, optionText: tree }]
        const asked = { page: `${prefix}-${question}`, questionVersionId: `${prefix}-${question}` }
        const answer = { answerText: option === '' ? 'If a < b.' : tree, options, sequence: index + 1, ...asked }
        await doCall(server, calls.saveAnswer, { body: saveOf({ prefix }, formRunGuid, answer) }, token)
      }
      await doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 10, elapsedTime: 590 } }, token)
    }
    const auditor = await openOffice(server, orgId, 'auditor')
    const { questions } = await auditor.doIt(calls.officeExamStatistics, { query: { examGuid } })
    const behind = (questionID: string, query: object) =>
      auditor.doIt(calls.officeResponsesBehind, { query: { examGuid, questionID, ...query } })
    const figures = await Promise.all(
      questions.map(async ({ id, fifths = [], options }) => {
        const count = async (query: object) => (await behind(id, query)).total
        const inFifths = (query: object) => Promise.all([1, 2, 3, 4, 5].map((fifth) => count({ ...query, fifth })))
        const [people, omitted, notReached, unmarked, byFifth] = await Promise.all([
          ...(['counted', 'omitted', 'not-reached', 'waiting'] as const).map((figure) => count({ figure })),
          inFifths({}),
        ])
        const found = { people, omitted, notReached, unmarked, fifths: byFifth }
        const ofOptions = await Promise.all(options.map(({ id: option }) => inFifths({ option })))
        return [id, { ...found, options: ofOptions, of: fifths.length }]
      }),
    )
    expect(figures).toEqual(
      questions.map(({ id, people, omitted, notReached, unmarked, fifths = [], options }) => [
        id,
        {
          ...{ people, omitted, notReached, unmarked, of: fifths.length },
          fifths: fifths.map((one) => one.people),
          options: options.map(({ byFifth }) => byFifth),
        },
      ]),
    )
    expect(questions.map(({ omitted, notReached, unmarked }) => [omitted, notReached, unmarked])).toEqual([
      [2, 0, 0],
      [1, 2, 0],
      [0, 9, 3],
    ])
    expect((await behind(`${prefix}-q1`, { option: 'b' })).responses[0]?.answer).toBe('Birch')
    expect((await behind(`${prefix}-q3`, { figure: 'waiting' })).responses[0]?.answer).toBe('If a < b.')
    const paged = await behind(`${prefix}-q1`, { figure: 'counted', fifth: 1, limit: 1 })
    const foreign = { figure: 'omitted' as const, fifth: 1, limit: 1, cursor: paged.next ?? '' }
    expect(
      await auditor.refused(calls.officeResponsesBehind, { query: { examGuid, questionID: `${prefix}-q1`, ...foreign } }),
    ).toMatchObject({ code: 'INVALID_REQUEST' })
  })

  test('are for whoever reads results, and tell nothing of what is not there', async () => {
    const world = await arrangeExam()
    await sit(world, 1)
    const query = { examGuid, questionID: `${prefix}-q1` }
    const marker = await openOffice(server, orgId, 'marker')
    const auditor = await openOffice(server, orgId, 'auditor')
    for (const call of [calls.officeQuestionTimes, calls.officeResponsesBehind])
      expect(await marker.refused(call, { query })).toMatchObject({ code: 'NOT_ALLOWED' })
    for (const asked of [
      { ...query, examGuid: 'o1-other' },
      { ...query, version: 2 },
      { ...query, deliveryID: 'd' },
    ])
      for (const call of [calls.officeQuestionTimes, calls.officeResponsesBehind])
        expect(await auditor.refused(call, { query: asked })).toMatchObject({ code: 'NOT_FOUND' })
    const unknown = { ...query, questionID: 'none' }
    expect(await auditor.refused(calls.officeResponsesBehind, { query: unknown })).toMatchObject({ code: 'NOT_FOUND' })
    const foreign = { ...query, cursor: 'made-up' }
    expect(await auditor.refused(calls.officeResponsesBehind, { query: foreign })).toMatchObject({ code: 'INVALID_REQUEST' })
  })
})
