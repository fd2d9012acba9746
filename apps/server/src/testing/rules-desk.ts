import { randomUUID } from 'node:crypto'
import { calls, type InputOf, type ResultDecision, type ResultRulesChange } from '@sitwell/contract'
import { createExamCache } from '../assessment/form-run/index.ts'
import { adjudicate } from '../assessment/marks/index.ts'
import { type AuthoredExam, authoredExam } from '../import/authored-exam.ts'
import type { OfficeBrowser } from './office-browser.ts'
import { openOffice } from './open-office.ts'
import type { TestServer } from './start-test-server.ts'
import { arrange, doCall, personOf, saveOf, signIn } from './test-world.ts'

const options = ['a', 'b', 'c'].map((id) => ({ id, text: `<b>Option ${id}</b>` }))

/** A choice of 2 marks, a typed number of 2, a typed text of 2, and an essay of 4. */
export const examOfRules = (prefix: string, more: Partial<AuthoredExam> = {}): AuthoredExam =>
  authoredExam.parse({
    format: 'sitwell-exam',
    formatVersion: 1,
    examGuid: `${prefix}-exam`,
    examTypeGuid: `${prefix}-type`,
    name: `Rules of ${prefix}`,
    version: 1,
    objectID: 17,
    settings: { examTime: 600 },
    gradeBoundaries: [
      { grade: 'Merit', fromPercent: 75, pass: true },
      { grade: 'Pass', fromPercent: 50, pass: true },
    ],
    sections: [
      {
        id: `${prefix}-section`,
        name: 'First',
        questions: [
          { type: 'RADIO', id: 'q1', text: 'Which bends?', options, key: 'b', marks: 2 },
          {
            type: 'BLANKS',
            id: 'q2',
            text: 'It is [V1] m.',
            key: { V1: { kind: 'numbers', accepted: [{ value: 5 }] } },
            marks: 2,
          },
          {
            type: 'BLANKS',
            id: 'q3',
            text: 'It is [V1].',
            key: { V1: { kind: 'texts', accepted: [{ value: 'Birch' }] } },
            marks: 2,
          },
          { type: 'QUESTIONLTEXT', id: 'q4', text: 'Why?', marks: 4 },
        ],
      },
    ],
    ...more,
  })

/** What a learner gives: an option, two typed texts and an essay; what is missing stays blank. */
export interface GivenByLearner {
  readonly q1?: string
  readonly q2?: string
  readonly q3?: string
  readonly q4?: string
}

/** An organisation with learners who sat an exam in one delivery, and a chief examiner, an auditor and a marker. */
export const arrangeRules = async (
  server: TestServer,
  orgId: number,
  given: readonly GivenByLearner[],
  exam: AuthoredExam = examOfRules(`o${orgId}`),
) => {
  const prefix = `o${orgId}`
  const deliveryID = `${prefix}-delivery`
  const names = given.map((_, at) => `learner-${at + 1}`)
  const people = [
    ...names.map((name, at) => ({ ...personOf(prefix, name, at + 1), lastName: `Wood${at + 1}` })),
    ...(['chief-examiner', 'auditor', 'marker', 'exams-officer', 'owner'] as const).map((role, at) => ({
      ...personOf(prefix, role, 900 + at),
      roles: [role],
    })),
    personOf(prefix, 'narrow', 950),
  ]
  const schedules = names.map((username) => ({
    guid: `${prefix}-${username}`,
    username,
    exam: exam.examGuid,
    releasePolicy: 'confirmed' as const,
  }))
  const world = await arrange(server, { orgId, exam, file: { people, schedules, settings: { OfficeSecondStep: 'off' } } })
  const { kysely } = server.db
  await kysely
    .insertInto('delivery')
    .values({
      ...{
        org_id: orgId,
        delivery_id: deliveryID,
        name: 'Spring',
        search_name: 'spring',
        exam_guid: exam.examGuid,
        exam_version: exam.version,
      },
      ...{
        zone: 'UTC',
        opens: '2026-12-01T09:00',
        opens_second: 0,
        closes: '2026-12-01T12:00',
        closes_second: 0,
        start_at: 0,
        end_at: 1,
      },
      ...{ rules: '{}', shared_hash: null, version: 1, added_by: 'x', added_at: 0, applied_at: 0, cancelled_at: null },
    })
    .execute()
  await kysely.updateTable('schedule').set({ delivery_id: deliveryID }).where('org_id', '=', orgId).execute()

  const sit = async (name: string, { q1, q2, q3, q4 }: GivenByLearner, isComplete = true) => {
    const { access_token: token, UserGUID: userGuid } = await signIn(server, world, name)
    const query = { ...world.entry, userGuid, scheduleGuid: `${prefix}-${name}` }
    const { formRunGUID: formRunGuid } = await doCall(server, calls.start, { query }, token)
    const save = (
      questionVersionId: string,
      answerText: string,
      chosen: InputOf<typeof calls.saveAnswer>['body']['options'] = [],
    ) =>
      doCall(
        server,
        calls.saveAnswer,
        { body: saveOf(world, formRunGuid, { questionVersionId, answerText, options: chosen }) },
        token,
      )
    const text = options.find(({ id }) => id === q1)?.text ?? ''
    if (q1 !== undefined) await save('q1', text, [{ optionID: q1, optionText: text }])
    if (q2 !== undefined) await save('q2', q2)
    if (q3 !== undefined) await save('q3', q3)
    if (q4 !== undefined) await save('q4', q4)
    if (isComplete) await doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 10, elapsedTime: 590 } }, token)
    return { token, formRunGuid, userGuid }
  }
  const sittings: Awaited<ReturnType<typeof sit>>[] = []
  for (const [at, one] of given.entries()) sittings.push(await sit(names[at] ?? '', one))

  const chief = await openOffice(server, orgId, 'chief-examiner')
  const context = { database: server.db, clock: server.clock, exams: createExamCache(server.db, server.clock.nowMs) }
  const preview = (change: Partial<ResultRulesChange>, more: object = {}, one: OfficeBrowser = chief) =>
    one.doIt(calls.officePreviewResultRules, { body: { deliveryID, change: { basedOn: 0, ...change }, ...more } })
  const tryPreview = (change: Partial<ResultRulesChange>, one: OfficeBrowser = chief) =>
    one.refused(calls.officePreviewResultRules, { body: { deliveryID, change: { basedOn: 0, ...change } } })
  return {
    ...{ prefix, deliveryID, world, sittings, chief, context, preview, tryPreview, sit },
    show: (one: OfficeBrowser = chief) => one.doIt(calls.officeResultRules, { query: { deliveryID } }),
    curve: (one: OfficeBrowser = chief) => one.doIt(calls.officeResultCurve, { query: { deliveryID } }),
    answers: (questionID: string, more: object = {}, one: OfficeBrowser = chief) =>
      one.doIt(calls.officeGivenAnswers, { query: { deliveryID, questionID, ...more } }),
    /** Previews a change and applies it. */
    apply: async (change: Partial<ResultRulesChange>, reason = 'The key was wrong.', one: OfficeBrowser = chief) => {
      const { hash } = await preview(change, {}, one)
      return one.doIt(calls.officeApplyResultRules, { body: { deliveryID, change: { basedOn: 0, ...change }, hash, reason } })
    },
    undo: (version: number, reason = 'It was right after all.', one: OfficeBrowser = chief) =>
      one.doIt(calls.officeUndoResultRules, { body: { deliveryID, version, reason } }),
    /** A person decides the marks of a question of a sitting, in billionths. */
    markBy: async (at: number, questionId: string, marks: number) => {
      const formRunGuid = sittings[at]?.formRunGuid ?? ''
      const row = await kysely
        .selectFrom('answer')
        .select('sequence')
        .where('org_id', '=', orgId)
        .where('form_run_guid', '=', formRunGuid)
        .where('question_id', '=', questionId)
        .executeTakeFirst()
      const given = { author: 'chief', requestId: randomUUID(), sequence: row?.sequence, marks, reason: 'So it is.' }
      return adjudicate(context, { orgId, formRunGuid, questionId, part: '' }, given)
    },
  }
}

/** A decision that accepts an option beside the key. */
export const acceptOption = (questionID: string, optionID: string): ResultDecision => ({
  ...{ questionID, kind: 'accept', down: 'keep' },
  also: { answerText: '', options: [{ optionID, optionText: '' }] },
})

/** A decision that accepts a typed text beside the key. */
export const acceptText = (questionID: string, answerText: string): ResultDecision => ({
  ...{ questionID, kind: 'accept', down: 'keep' },
  also: { answerText, options: [] },
})
