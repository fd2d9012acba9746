import { calls } from '@sitwell/contract'
import { beforeEach, expect, test } from 'vitest'
import { bothDatabases } from '../testing/databases.ts'
import { describeOnEach } from '../testing/describe-on-each.ts'
import { openOffice } from '../testing/open-office.ts'
import { acceptOption, arrangeRules } from '../testing/rules-desk.ts'
import { arrange, doCall, examOf, personOf, saveOf, signIn } from '../testing/test-world.ts'
import { countedSittings } from './count-sittings.ts'

const learners = 12

test('the first attempts of whoever completed them count, and each other sitting is left out for one reason', () => {
  const sitting = (user_guid: string, more: object = {}) => ({
    ...{ org_id: 1, exam_guid: 'e', form_run_guid: user_guid, schedule_guid: 's', user_guid, version: 1, completed_at: 1 },
    ...{ practice: 0, delivery_id: null },
    ...more,
  })
  const all = [
    sitting('practice', { practice: 1 }),
    sitting('practice'),
    sitting('twice'),
    sitting('twice'),
    sitting('open', { completed_at: null }),
    sitting('open'),
    sitting('older', { version: 2 }),
    sitting('older'),
    sitting('delivered', { delivery_id: 'd' }),
  ]
  const { counted, excluded } = countedSittings(all, { version: 1 })
  expect(counted.map(({ user_guid }) => user_guid)).toEqual(['practice', 'twice', 'delivered'])
  expect(excluded).toEqual({ open: 1, later: 3, practice: 1 })
  const delivered = countedSittings(all, { version: 1, deliveryId: 'd' })
  expect(delivered.counted).toHaveLength(1)
  expect(delivered.excluded).toEqual({ open: 0, later: 0, practice: 0 })
})

describeOnEach(bothDatabases, 'statistics of an exam on %s', {}, ({ server, nextOrgId }) => {
  let orgId: number
  let prefix: string

  const arrangeExam = async () => {
    const names = Array.from({ length: learners }, (_, at) => `learner-${at + 1}`)
    const people = [
      ...names.map((username, at) => personOf(prefix, username, at + 1)),
      ...(['chief', 'marker', 'auditor'] as const).map((username, at) => ({
        ...personOf(prefix, username, 50 + at),
        roles: [username === 'chief' ? ('chief-examiner' as const) : username],
      })),
    ]
    const schedules = names.map((username) => ({ guid: `${prefix}-${username}`, username, exam: `${prefix}-exam` }))
    return arrange(server, { orgId, file: { people, schedules, settings: { OfficeSecondStep: 'off' } } })
  }

  /** A learner answers the first question, and the second one if they are clever, and hands in. */
  const sit = async (world: Awaited<ReturnType<typeof arrange>>, number: number, isComplete = true) => {
    const { access_token: token, UserGUID: userGuid } = await signIn(server, world, `learner-${number}`)
    const query = { ...world.entry, userGuid, scheduleGuid: `${prefix}-learner-${number}` }
    const { formRunGUID: formRunGuid } = await doCall(server, calls.start, { query }, token)
    const isClever = number > learners / 2
    const chosen = isClever ? { optionID: 'b', optionText: 'Birch' } : { optionID: 'a', optionText: 'Ash' }
    const first = { answerText: chosen.optionText, options: [chosen], sequence: 1 }
    await doCall(server, calls.saveAnswer, { body: saveOf({ prefix }, formRunGuid, first) }, token)
    const second = { questionNumber: 2, questionVersionId: `${prefix}-q2`, page: `${prefix}-q2`, sequence: 2 }
    const options = [
      { optionID: 'a', optionText: 'Ash' },
      { optionID: 'c', optionText: 'Cedar' },
    ]
    const body = saveOf({ prefix }, formRunGuid, { ...second, answerText: 'Ash|Cedar', options })
    if (isClever) await doCall(server, calls.saveAnswer, { body }, token)
    if (isComplete) await doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 10, elapsedTime: 590 } }, token)
  }

  beforeEach(() => {
    orgId = nextOrgId()
    prefix = `o${orgId}`
  })

  // OFFICE-407
  test('name the questions, the people they are of, and whom they leave out with the reason', async () => {
    const world = await arrangeExam()
    for (let number = 1; number <= learners - 1; number += 1) await sit(world, number)
    await sit(world, learners, false)
    const chief = await openOffice(server, orgId, 'chief')
    const found = await chief.doIt(calls.officeExamStatistics, { query: { examGuid: `${prefix}-exam` } })
    expect(found).toMatchObject({ examName: examOf(prefix).name, version: 3, versions: [3], maxMarks: 8 })
    expect([found.people, found.excluded]).toEqual([11, { open: 1, later: 0, practice: 0, unmarked: 0 }])
    const [first, second, essay] = found.questions
    expect(first).toMatchObject({ number: 1, text: 'Which bends?', type: 'RADIO', maxMarks: 2, people: 11, omitted: 0 })
    expect(first?.facility).toBeCloseTo(5 / 11)
    expect(first?.options.map(({ text, byFifth }) => [text, byFifth])).toEqual([
      ['Ash', [6, 0, 0, 0, 0]],
      ['Birch', [0, 0, 5, 0, 0]],
      ['Cedar', [0, 0, 0, 0, 0]],
    ])
    // Whoever saw neither the second question nor a later one did not reach it.
    expect(second).toMatchObject({ people: 5, omitted: 0, notReached: 6, facility: 'too-few' })
    // Nobody wrote the essay, so that nobody has to mark it.
    expect(essay).toMatchObject({ people: 0, notReached: 11, unmarked: 0 })
  })

  // OFFICE-407
  test('count an answer that waits for somebody in no total', async () => {
    const world = await arrangeExam()
    for (let number = 1; number <= learners; number += 1) await sit(world, number)
    await server.db.kysely
      .updateTable('mark')
      .set({ needs_person: 1 })
      .where('org_id', '=', orgId)
      .where('question_id', '=', `${prefix}-q2`)
      .where('score', '>', 0)
      .execute()
    const chief = await openOffice(server, orgId, 'chief')
    const { people, excluded, questions } = await chief.doIt(calls.officeExamStatistics, {
      query: { examGuid: `${prefix}-exam`, version: 3 },
    })
    expect([people, excluded.unmarked]).toEqual([6, 6])
    expect(questions[1]).toMatchObject({ unmarked: 6 })
    expect(questions[0]).toMatchObject({ people: 12, facility: 0.5, corrected: 'too-few' })
  })

  // OFFICE-401 OFFICE-407
  test('of a delivery go by what is decided about its questions, and those of all deliveries say that they do not', async () => {
    const given = Array.from({ length: learners }, (_, at) => ({
      q1: at < 6 ? 'a' : 'b',
      q2: at % 2 === 0 ? '5' : '6',
      q3: 'Birch',
    }))
    const desk = await arrangeRules(server, orgId, given)
    const { deliveryID, chief } = desk
    const query = { examGuid: `${prefix}-exam` }
    const read = (more: object = {}) => chief.doIt(calls.officeExamStatistics, { query: { ...query, deliveryID, ...more } })
    const before = await read()
    expect(before).toMatchObject({ rulesVersion: 0, maxMarks: 10, mean: 4 })
    expect(before.questions.map(({ decided }) => decided)).toEqual([undefined, undefined, undefined, undefined])
    await desk.apply({ decide: [{ questionID: 'q1', kind: 'neutralise', down: 'keep' }] })
    const neutralised = await read()
    expect(neutralised).toMatchObject({ rulesVersion: 1, maxMarks: 8, mean: 3, people: 12 })
    expect(neutralised.questions[0]).toMatchObject({
      ...{ decided: 'neutralise', facility: 0.5, corrected: 'left-out', uncorrected: 'left-out', alphaWithout: 'left-out' },
    })
    // By the fifths of the total without it: half of either choice have the same two totals.
    expect(neutralised.questions[0]?.options.slice(0, 2).map(({ id, byFifth }) => [id, byFifth])).toEqual([
      ['a', [3, 0, 3, 0, 0]],
      ['b', [3, 0, 3, 0, 0]],
    ])
    await desk.apply({
      basedOn: 1,
      takeBack: ['q1'],
      decide: [acceptOption('q1', 'a'), { questionID: 'q2', kind: 'full', down: 'keep' }],
    })
    const accepted = await read()
    expect(accepted).toMatchObject({ rulesVersion: 2, maxMarks: 10, mean: 6 })
    expect(accepted.questions[0]).toMatchObject({ decided: 'accept', facility: 1 })
    // Full marks for all are in the total; the question's own figures still say how it worked.
    expect(accepted.questions[1]).toMatchObject({ decided: 'full', facility: 0.5, corrected: 'left-out' })
    const behind = await chief.doIt(calls.officeResponsesBehind, {
      query: { ...query, deliveryID, questionID: 'q1', option: 'a' },
    })
    expect(behind.responses[0]).toMatchObject({ marks: 2 })
    const all = await chief.doIt(calls.officeExamStatistics, { query })
    expect(all).toMatchObject({ decidedElsewhere: 1, mean: 4, maxMarks: 10 })
    expect([all.rulesVersion, all.questions[0]?.decided]).toEqual([undefined, undefined])
  })

  test('are for whoever reads results, and say nothing of another organisation', async () => {
    const world = await arrangeExam()
    await sit(world, 1)
    const query = { examGuid: `${prefix}-exam` }
    expect(await (await openOffice(server, orgId, 'marker')).refused(calls.officeExamStatistics, { query })).toMatchObject({
      code: 'NOT_ALLOWED',
    })
    const auditor = await openOffice(server, orgId, 'auditor')
    expect((await auditor.doIt(calls.officeExamStatistics, { query })).people).toBe(1)
    for (const asked of [{ examGuid: 'o1-other' }, { ...query, version: 2 }, { ...query, deliveryID: 'd' }])
      expect(await auditor.refused(calls.officeExamStatistics, { query: asked })).toMatchObject({ code: 'NOT_FOUND' })
    const sent = await auditor.tryIt(calls.officeExamStatistics, { query })
    expect(sent.text).not.toContain('SECRETNOTES')
    expect(sent.text).not.toContain('"key"')
  })
})
