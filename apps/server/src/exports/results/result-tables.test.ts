import { languages } from '@sitwell/i18n/languages'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Cell, type ExportTable, exactMarks } from '../tables/table.ts'
import { exactPercent } from './exact-percent.ts'
import { machineWords, wordsIn } from './export-words.ts'
import type { ExportedResults, ExportedRow } from './exported-row.ts'
import { peopleTable } from './people-table.ts'
import { questionsTable } from './questions-table.ts'
import { responsesTable } from './responses-table.ts'

const oneMark = 1_000_000_000

const row = (more: Partial<ExportedRow> = {}): ExportedRow => ({
  ...{ userGuid: 'ada', userId: 7, username: 'ada', firstName: 'Ada', lastName: 'Byron', identifier: 'L-7', outcome: 'sat' },
  ...{ decided: undefined, isWithheld: false, withheld: undefined, waiting: 0, sittings: 1, examVersion: 3 },
  ...{ formRunGuid: 'run', handedInAtMs: Date.UTC(2026, 11, 3, 11), score: 0, maxScore: 3 * oneMark, grade: 'Fail' },
  ...{
    passed: false,
    marks: JSON.stringify([
      ['q1', 0, 2 * oneMark],
      ['q2', oneMark / 3, oneMark],
    ]),
  },
  ...more,
})
const absent = row({
  ...{ outcome: 'absent', decided: { reason: 'She was ill.' }, sittings: 0, examVersion: null, formRunGuid: null },
  ...{ handedInAtMs: null, score: null, maxScore: null, grade: null, passed: null, marks: null },
})

const results = (rows: readonly ExportedRow[]): ExportedResults => ({
  ...{ delivery: 'Trees in December', exam: 'Trees', zone: 'Europe/Berlin', set: 2, state: 'released' },
  asOfMs: Date.UTC(2026, 11, 4),
  rows: (async function* () {
    for (const one of rows) yield [one]
  })(),
})

/** Cells by their columns' names for machines. */
const read = async ({ columns, rows }: ExportTable) => {
  const all: Record<string, Cell | undefined>[] = []
  for await (const some of rows)
    for (const cells of some) {
      expect(cells).toHaveLength(columns.length)
      all.push(Object.fromEntries(columns.map(({ name }, index) => [name, cells[index]])))
    }
  return all
}

const option = (id: string, text: string) => ({ id, text })
const questions = [
  { type: 'RADIO', id: 'q1', number: 1, text: '<p>Which <b>bends</b>?</p>', options: [option('a', 'Ash')] },
  { type: 'QUESTIONLTEXT', id: 'q2', number: 2, text: 'Why?' },
  { type: 'STATICTEXT', id: 'q3', number: 3, text: 'Read this.' },
] as never

// OFFICE-408
test('a zero is a zero, and whoever was absent has an outcome and no score', async () => {
  const [sat, away] = await read(peopleTable(results([row(), absent]), machineWords))
  expect(sat).toMatchObject({
    ...{ person: { number: '7' }, identifier: 'L-7', outcome: 'sat', score: { number: '0' }, max_score: { number: '3' } },
    ...{ percent: { number: '0' }, grade: 'Fail', passed: 'no', withheld: 'no', handed_in_at: '2026-12-03T12:00:00+01:00' },
    ...{ set: { number: '2' }, set_state: 'released', as_of: '2026-12-04T01:00:00+01:00' },
  })
  expect(away).toMatchObject({
    ...{ outcome: 'absent', outcome_reason: 'She was ill.', score: null, max_score: null, percent: null, grade: null },
    ...{ passed: null, handed_in_at: null, exam_version: null },
  })
})

test('who was erased has no name left, and who is withheld says why', async () => {
  const erased = row({ userId: undefined, username: '', firstName: '', lastName: '', identifier: undefined })
  const withheld = row({ isWithheld: true, withheld: { reason: 'Under review' } })
  const [first, second] = await read(peopleTable(results([erased, withheld]), machineWords))
  expect(first).toMatchObject({ person: null, identifier: '', last_name: '', first_name: '' })
  expect(second).toMatchObject({ withheld: 'yes', withheld_reason: 'Under review' })
})

test('each question is a column of marks; one that somebody was not asked is an empty cell', async () => {
  const drawn = row({ marks: JSON.stringify([['q2', oneMark / 2, oneMark]]) })
  const rows = await read(questionsTable(results([row(), drawn, absent]), questions, machineWords))
  expect(rows.map(({ q1, q2, outcome }) => [outcome, q1, q2])).toEqual([
    ['sat', { number: '0' }, exactMarks(oneMark / 3)],
    ['sat', null, { number: '0.5' }],
    ['absent', null, null],
  ])
  const german = languages.find(({ tag }) => tag === 'de')
  const { columns } = questionsTable(results([]), questions, german ? wordsIn(german) : machineWords)
  expect(columns.at(-3)).toMatchObject({ name: 'q1', title: '1. Which bends?' })
})

test('a response is plain text beside what it earned, and no HTML or key is in it', async () => {
  const answer = (answerText: string, options: object[] = []) => JSON.stringify({ answerText, options })
  const given = {
    answers: new Map([
      ['q1', { answer: answer('x', [{ optionID: 'a', optionText: 'An <i>ash</i> &amp; more' }]), saved_at: 0 }],
      ['q2', { answer: answer('=1+1 <script>alert(1)</script>'), saved_at: Date.UTC(2026, 11, 3, 10) }],
    ]),
    files: new Map([['q2', ['notes.pdf', 'more.pdf']]]),
    questions: new Map(['q1', 'q2'].map((id) => [id, { state: 'given' as const, parts: [] }])),
  }
  const table = responsesTable(
    results([row(), absent]),
    () => questions,
    async () => new Map([['run', given]]),
    machineWords,
  )
  const [first, second, third, ...none] = await read(table)
  expect(none).toEqual([])
  expect(first).toMatchObject({
    question: 'q1',
    question_text: 'Which bends?',
    answer: 'An ash & more',
    score: { number: '0' },
  })
  expect(second).toMatchObject({
    ...{ question: 'q2', answer: '=1+1 <script>alert(1)</script>', files: 'notes.pdf\nmore.pdf' },
    ...{ score: exactMarks(oneMark / 3), max_score: { number: '1' }, saved_at: '2026-12-03T11:00:00+01:00' },
  })
  expect(third).toMatchObject({ outcome: 'absent', question: null, answer: null, score: null })
})

test('parts that are marked by themselves have rows of their own below their question, and one that waits has no score', async () => {
  const parts = [
    { id: 'a', usesRichText: false, answerText: '' },
    { id: 'b', usesRichText: true, answerText: '' },
  ]
  const multi = [{ type: 'MULTITEXT', id: 'q2', number: 2, text: 'Why, and how?', parts }] as never
  const options = [
    { optionID: 'a', optionText: 'Because.' },
    { optionID: 'b', optionText: '<p>With <b>care</b></p>' },
  ]
  const given = {
    answers: new Map([['q2', { answer: JSON.stringify({ answerText: '', options }), saved_at: 0 }]]),
    files: new Map(),
    questions: new Map([
      [
        'q2',
        {
          state: 'given' as const,
          parts: [
            { part: 'a', marks: oneMark / 2, maxMarks: oneMark },
            { part: 'b', marks: null, maxMarks: 2 * oneMark },
          ],
        },
      ],
    ]),
  }
  const table = (some: ExportedRow) =>
    responsesTable(
      results([some]),
      () => multi,
      async () => new Map([['run', given]]),
      machineWords,
    )
  expect(
    (await read(table(row())))
      .map(({ question, part, answer, score, max_score }) => [question, part, answer, score, max_score])
      .slice(1),
  ).toEqual([
    ['q2', 'a', 'Because.', { number: '0.5' }, { number: '1' }],
    ['q2', 'b', 'With care', null, { number: '2' }],
  ])
  expect((await read(table(row())))[0]).toMatchObject({ question: 'q2', part: '', score: exactMarks(oneMark / 3) })
  // Whoever has no score, as somebody whose answers wait, has none of a part.
  expect(await read(table(row({ marks: null, score: null })))).toHaveLength(1)
})

test('a percentage is rounded once, half up', () => {
  expect(
    [
      [0, 3],
      [1, 3],
      [2, 3],
      [1, 800],
      [-1, 8],
      [-1, 3],
      [7, 7],
    ].map(([one = 0, all = 1]) => exactPercent(one, all).number),
  ).toEqual([...['0', '33.33', '66.67', '0.13', '-12.5', '-33.33', '100']])
  fc.assert(
    fc.property(fc.nat(1_000_000_000), fc.integer({ min: 1, max: 1_000_000_000 }), (score, max) => {
      const off = Number(exactPercent(score, max).number) - (100 * score) / max
      expect(Math.abs(off)).toBeLessThanOrEqual(0.005 + 1e-7)
    }),
  )
})

test('every column has a title in each language, and no two of a file share one', () => {
  for (const language of languages)
    for (const { columns } of [
      peopleTable(results([]), wordsIn(language)),
      responsesTable(
        results([]),
        () => [],
        async () => new Map(),
        wordsIn(language),
      ),
    ]) {
      const titles = columns.map(({ title }) => title)
      expect(titles.every((title) => title !== '')).toBe(true)
      expect(new Set(titles).size).toBe(titles.length)
    }
})
