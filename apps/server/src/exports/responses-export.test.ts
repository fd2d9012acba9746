import { calls } from '@sitwell/contract'
import { authoredQuestion } from '@sitwell/question-types/marking'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { eraseFormRun } from '../assessment/answers/index.ts'
import { createExamCache, selectFormRunOfOrganisation } from '../assessment/form-run/index.ts'
import { adjudicate } from '../assessment/marks/index.ts'
import type { AuthoredExam, AuthoredSection } from '../import/authored-exam.ts'
import { storeExam } from '../organisation/store-exam.ts'
import { erasePerson } from '../privacy/erase-person.ts'
import { bothDatabases } from '../testing/databases.ts'
import { arrangeDeliveries, type DeliveryDesk } from '../testing/delivery-desk.ts'
import { describeOnEach } from '../testing/describe-on-each.ts'
import { quickPasswords } from '../testing/quick-passwords.ts'
import { doCall, examOf, saveOf } from '../testing/test-world.ts'

const answersAlone = { answers: true, marks: false, files: false, activity: false }
const oneMark = 1_000_000_000

interface Given {
  readonly answerText?: string
  readonly options?: readonly { readonly optionID: string; readonly optionText: string }[]
}

const typed = { kind: 'texts', accepted: [{ value: 'oxygen' }] }
const question = (fields: object) => authoredQuestion.parse({ text: '', ...fields })
const options = ['Ash', 'Birch'].map((text) => ({ id: text.slice(0, 1).toLowerCase(), text }))
/** A choice; `key` is the right option. */
const choice = (id: string, key: 'a' | 'b', marks: number, text: string) =>
  question({ type: 'RADIO', id, text, options, key, marks })
const sectionsOf = (sections: readonly AuthoredSection[]) => ({ sections }) as Partial<AuthoredExam>

const chosen = (option: 'a' | 'b'): Given => {
  const optionText = option === 'a' ? 'Ash' : 'Birch'
  return { answerText: optionText, options: [{ optionID: option, optionText }] }
}
const written = (texts: Readonly<Record<string, string>>): Given => ({
  answerText: ['a', 'b', 'c'].map((part) => texts[part] ?? '').join('\n'),
  options: Object.entries(texts).map(([optionID, optionText]) => ({ optionID, optionText })),
})

describeOnEach(bothDatabases, 'the export of responses on %s', { isClockHeld: true }, ({ server, nextOrgId, pass }) => {
  const window = { opens: '2026-11-21T08:00', closes: '2026-11-21T18:00' }
  const context = () => ({
    database: server.db,
    clock: server.clock,
    exams: createExamCache(server.db, server.clock.nowMs),
  })

  /** Learner `learner` sits what their page shows, gives these answers by question, and hands in. */
  const sit = async (
    desk: DeliveryDesk,
    learner: number,
    answers: Readonly<Record<string, Given>>,
    parts: Readonly<Record<string, string>> = {},
  ) => {
    const { formRunGUID: formRunGuid } = JSON.parse((await desk.begin(learner)).text) as { formRunGUID: string }
    const { token } = await desk.schedulesOf(learner)
    pass(60_000)
    for (const [at, [questionVersionId, given]] of Object.entries(answers).entries()) {
      const partId = parts[questionVersionId]
      if (partId !== undefined) {
        const body = { formRunGuid, partId, page: questionVersionId, sequence: at }
        await doCall(server, calls.partKey, { body }, token)
      }
      const body = saveOf(desk, formRunGuid, {
        ...{ questionVersionId, page: questionVersionId, sequence: at + 1 },
        ...{ answerText: given.answerText ?? '', options: [...(given.options ?? [])] },
      })
      await doCall(server, calls.saveAnswer, { body }, token)
    }
    await doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 10, elapsedTime: 590 } }, token)
    return formRunGuid
  }

  const takeOf = async (
    desk: DeliveryDesk,
    deliveryID: string,
    what: 'people' | 'questions' | 'responses',
    set: number | 'now',
  ) => {
    const body = { deliveryID, set, what, format: 'csv' } as const
    const { status, text } = await desk.officer.tryIt(calls.officeExportResults, { body }, { readAs: 'latin1' })
    expect(status).toBe(200)
    return Papa.parse<Record<string, string>>(Buffer.from(text, 'latin1').toString().slice(1), {
      ...{ header: true, skipEmptyLines: true },
    }).data
  }
  const responsesOf = async (desk: DeliveryDesk, deliveryID: string, set: number | 'now' = 'now') =>
    (await takeOf(desk, deliveryID, 'responses', set)).map((row) =>
      ['person', 'question', 'part', 'answer', 'answer_state', 'score', 'max_score'].map((column) => row[column]).join('|'),
    )
  const compute = async (desk: DeliveryDesk, deliveryID: string) =>
    (await desk.officer.doIt(calls.officeComputeResults, { body: { deliveryID } })).set.set

  // OFFICE-408
  test('each part has a row: marked by a person or by its key, left blank, or erased', async () => {
    const orgId = nextOrgId()
    const several = question({
      ...{ type: 'MULTITEXT', id: 'several' },
      parts: [
        { id: 'a', marks: 1, key: typed },
        { id: 'b', marks: 2 },
        { id: 'c', marks: 3, usesRichText: true },
      ],
    })
    const section = { id: 's', name: 'One', questions: [choice('one', 'b', 2, 'Which bends?'), several] }
    const desk = await arrangeDeliveries(server, orgId, examOf(`o${orgId}`, sectionsOf([section])))
    const { deliveryID } = await desk.applied({ window })
    const first = await sit(desk, 1, { several: written({ a: 'oxygen', b: 'Because.', c: '<p></p>' }) })
    await sit(desk, 2, { one: chosen('b') })
    await adjudicate(
      context(),
      { orgId, formRunGuid: first, questionId: 'several', part: 'b' },
      { author: 'chief', requestId: 'r', sequence: 1, marks: 1.5 * oneMark, reason: 'So it is.' },
    )
    const blank = ['2|several|||blank|0|6', '2|several|a||blank|0|1', '2|several|b||blank|0|2', '2|several|c||blank|0|3']
    const ofFirst = [
      '1|one|||blank|0|2',
      '1|several||oxygen\nBecause.|given|2.5|6',
      '1|several|a|oxygen|given|1|1',
      '1|several|b|Because.|given|1.5|2',
      '1|several|c||blank|0|3',
    ]
    const all = ['2|one||Birch|given|2|2', ...blank, '3||||||', ...ofFirst]
    expect(await responsesOf(desk, deliveryID)).toEqual(all)
    expect(await responsesOf(desk, deliveryID, await compute(desk, deliveryID))).toEqual(all)
    // An erased answer is not called blank, and no mark is computed from it: a part has the mark that a person gave, as long as marks are kept.
    await server.db.kysely
      .transaction()
      .execute((transaction) => eraseFormRun(transaction, { orgId, formRunGuid: first }, answersAlone, server.clock.nowMs()))
    const erased = (marksOfB: string) => [
      ...['one|||erased|0|2', 'several|||erased|2.5|6'],
      ...['several|a||erased||1', `several|b||erased|${marksOfB}|2`, 'several|c||erased||3'],
    ]
    for (const from of ['now', 1] as const)
      expect((await responsesOf(desk, deliveryID, from)).slice(-5)).toEqual(erased('1.5').map((row) => `1|${row}`))
    const run = await selectFormRunOfOrganisation(server.db, orgId, first)
    const person = await server.db.kysely
      .selectFrom('person')
      .selectAll()
      .where('org_id', '=', orgId)
      .where('user_guid', '=', run?.user_guid ?? '')
      .executeTakeFirstOrThrow()
    await erasePerson(server.db, person, { nowMs: server.clock.nowMs(), passwords: quickPasswords })
    for (const from of ['now', 1] as const)
      expect((await responsesOf(desk, deliveryID, from)).filter((row) => row.startsWith('|'))).toEqual(
        erased('').map((row) => `|${row}`),
      )
  })

  // OFFICE-403
  test('every sitting has the questions and the marks of its version of the exam', async () => {
    const orgId = nextOrgId()
    const versionOf = (version: number, key: 'a' | 'b', extra: string) =>
      examOf(`o${orgId}`, {
        ...{ version },
        ...sectionsOf([
          {
            ...{ id: 's', name: 'One' },
            questions: [choice('one', key, 2, `Version ${version}`), choice(extra, 'b', 3, 'Only here')],
          },
        ]),
      })
    const desk = await arrangeDeliveries(server, orgId, versionOf(3, 'a', 'old'))
    const { deliveryID } = await desk.applied({ window })
    await sit(desk, 1, { one: chosen('a'), old: chosen('b') })
    const next = { exam: versionOf(4, 'b', 'new'), resources: [], schedules: [], leftOut: [] }
    await server.db.kysely.transaction().execute((transaction) => storeExam(transaction, orgId, next, server.clock.nowMs()))
    await desk.change(deliveryID, { window, examVersion: 4 })
    await desk.apply(deliveryID)
    await sit(desk, 2, { one: chosen('a') })
    const set = await compute(desk, deliveryID)
    for (const from of ['now', set] as const) {
      const people = await takeOf(desk, deliveryID, 'people', from)
      expect(people.map((row) => [row['person'], row['exam_version'], row['score'], row['max_score']])).toEqual([
        ['2', '4', '0', '5'],
        ['3', '', '', ''],
        ['1', '3', '5', '5'],
      ])
      const questions = await takeOf(desk, deliveryID, 'questions', from)
      expect(questions.map((row) => ['one', 'new', 'old'].map((id) => row[id]))).toEqual([
        ['0', '0', ''],
        ['', '', ''],
        ['2', '', '3'],
      ])
      expect(await responsesOf(desk, deliveryID, from)).toEqual([
        ...['2|one||Ash|given|0|2', '2|new|||blank|0|3', '3||||||'],
        ...['1|one||Ash|given|2|2', '1|old||Birch|given|3|3'],
      ])
    }
    const texts = await takeOf(desk, deliveryID, 'responses', set)
    expect(texts.filter((row) => row['question'] === 'one').map((row) => row['question_text'])).toEqual([
      'Version 4',
      'Version 3',
    ])
  })

  // OFFICE-403
  test('a question of a part that was not asked has no row, whether or not the result waits', async () => {
    const orgId = nextOrgId()
    const isAsh = { on: 'option', question: 'way', option: 'a' } as const
    const essay = question({ type: 'QUESTIONLTEXT', id: 'essay', text: 'Why?', marks: 4 })
    const sections = [
      { id: 'first', name: 'First', questions: [choice('way', 'a', 1, 'Which way?')] },
      { id: 'ash', name: 'Ash', askedIf: [isAsh], questions: [choice('of-ash', 'b', 2, 'Of ash?')] },
      {
        ...{ id: 'birch', name: 'Birch', askedIf: [{ on: 'not', rule: isAsh }] },
        questions: [choice('of-birch', 'b', 5, 'Of birch?'), essay],
      },
    ] as readonly AuthoredSection[]
    const desk = await arrangeDeliveries(server, orgId, examOf(`o${orgId}`, sectionsOf(sections)))
    const { deliveryID } = await desk.applied({ window })
    await sit(desk, 1, { way: chosen('a'), 'of-ash': chosen('b') }, { 'of-ash': 'ash' })
    await sit(desk, 2, { way: chosen('b'), essay: { answerText: 'Because.' } }, { essay: 'birch' })
    await sit(desk, 3, { way: chosen('b'), 'of-birch': chosen('b') }, { 'of-birch': 'birch' })
    const set = await compute(desk, deliveryID)
    for (const from of ['now', set] as const) {
      const people = await takeOf(desk, deliveryID, 'people', from)
      expect(people.map((row) => [row['person'], row['score'], row['max_score'], row['waiting']])).toEqual([
        ['2', '', '', '1'],
        ['3', '5', '10', '0'],
        ['1', '3', '3', '0'],
      ])
      expect(await responsesOf(desk, deliveryID, from)).toEqual([
        ...['2|way||Birch|given||', '2|of-birch|||blank||', '2|essay||Because.|given||'],
        ...['3|way||Birch|given|0|1', '3|of-birch||Birch|given|5|5', '3|essay|||blank|0|4'],
        ...['1|way||Ash|given|1|1', '1|of-ash||Birch|given|2|2'],
      ])
    }
  })
})
