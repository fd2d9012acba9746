import fc from 'fast-check'
import { expect, test } from 'vitest'
import { awkwardText, commonFields } from '../testing/arbitrary.ts'
import { tableMarking as marking } from './marking.ts'
import { tableRules as rules, withCell } from './rules.ts'

const columns = [{ text: 'Acid' }, { text: 'pH' }]
const rows = [
  { id: 'r1', text: 'Vinegar' },
  { id: 'r2', text: 'Lemon' },
]
const asked = (more = {}) => rules.publicQuestion.parse({ ...commonFields('QTABLE'), columns, rows, ...more })
const boxed = { showAnswerInputField: true }

// QTABLE-204 QTABLE-206 Q-202 REC-311
test('cells travel joined by commas, rows by a bar, and row by row in the options', () => {
  const answer = {
    rows: [
      ['acetic', '2.4'],
      ['citric', ''],
    ],
    box: '',
  }
  expect(rules.toWire(asked(), answer)).toEqual({
    answerText: 'acetic,2.4|citric,',
    options: [
      { optionID: 'r1', optionText: 'acetic|2.4' },
      { optionID: 'r2', optionText: 'citric|' },
    ],
  })
  expect(rules.toWire(asked(), rules.initialAnswer(asked()))).toEqual({ answerText: '', options: [] })
})

// QTABLE-205
test('the answer box stands behind a last bar, as it was typed', () => {
  const answer = {
    rows: [
      ['', ''],
      ['citric', ''],
    ],
    box: 'Because, or | not',
  }
  expect(rules.toWire(asked(boxed), answer)).toEqual({
    answerText: ',|citric,|Because, or | not',
    options: [{ optionID: 'r2', optionText: 'citric|' }],
  })
})

// QTABLE-204 QTABLE-206
test('a comma or a bar that was typed is escaped in the joined text, and stands as it is in the options', () => {
  const answer = {
    rows: [
      ['a,b', 'c|d'],
      ['\\', ''],
    ],
    box: '',
  }
  expect(rules.toWire(asked(), answer)).toEqual({
    answerText: 'a\\,b,c\\|d|\\\\,',
    options: [
      { optionID: 'r1', optionText: 'a,b|c|d' },
      { optionID: 'r2', optionText: '\\|' },
    ],
  })
})

// QTABLE-204 QTABLE-205
test('any cells and any box come back from the wire as they were typed', () => {
  const size = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }), fc.boolean())
  const cell = fc.oneof(fc.constant(''), awkwardText, fc.constantFrom(',', '\\', '\\,', '\\\\|', '"a,b"'))
  fc.assert(
    fc.property(
      size.chain(([height, width, showAnswerInputField]) =>
        fc.record({
          rows: fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: height, maxLength: height }),
          box: showAnswerInputField ? cell : fc.constant(''),
          showAnswerInputField: fc.constant(showAnswerInputField),
        }),
      ),
      ({ showAnswerInputField, ...answer }) => {
        const question = asked({
          columns: answer.rows[0]?.map(() => ({ text: '' })),
          rows: answer.rows.map((_, index) => ({ id: `r${index}`, text: '' })),
          showAnswerInputField,
        })
        const wire = rules.toWire(question, answer)
        expect(rules.fromWire(question, wire)).toEqual(answer)
        expect(rules.problemsOf(question, wire)).toEqual([])
      },
    ),
  )
})

test('a cell that is given takes no answer, and keeps its place in the joined text', () => {
  const question = asked({ rows: [{ ...rows[0], cells: [{ text: 'acetic' }, null] }, rows[1]] })
  const answer = withCell(rules.initialAnswer(question), 0, 1, '2.4')
  expect(rules.toWire(question, answer)).toEqual({
    answerText: ',2.4|,',
    options: [{ optionID: 'r1', optionText: '|2.4' }],
  })
  expect(rules.fromWire(question, { answerText: 'x,2.4|,', options: [] })).toEqual(answer)
})

// QTABLE-202 QTABLE-203
test('the answer box is shown only where it is asked for, with its lines and its label', () => {
  expect(asked()).toMatchObject({ showAnswerInputField: false, noOfAnswerLines: 1, answerLabel: '' })
  const authored = marking.authoredQuestion.parse({ type: 'QTABLE', id: 'q', text: '', columns, rows, ...boxed })
  expect(marking.toPublic({ ...authored, noOfAnswerLines: 4, answerLabel: 'Why?' })).toMatchObject({
    showAnswerInputField: true,
    noOfAnswerLines: 4,
    answerLabel: 'Why?',
  })
})

test.each([
  ['a row of another table', { answerText: 'a,b|,', options: [{ optionID: 'x', optionText: 'a|b' }] }],
  ['more rows than there are', { answerText: 'a,b|,|c', options: [{ optionID: 'r1', optionText: 'a|b' }] }],
  ['options that say something else', { answerText: 'a,b|,', options: [{ optionID: 'r1', optionText: 'a|c' }] }],
])('%s is not an answer to a table', (_, answer) => {
  expect(rules.problemsOf(asked(), answer)).not.toEqual([])
})

const authored = { type: 'QTABLE', id: 'q', text: '', columns, rows, marks: 4 }
const texts = (...values: string[]) => ({ kind: 'texts', accepted: values.map((value) => ({ value })) })
const key = {
  r1: [texts('acetic'), { kind: 'numbers', accepted: [{ value: 2.4, tolerance: 0.1 }] }],
  r2: [texts('citric', 'citric acid'), null],
}
const wire = (cells: string[][], box = '') => rules.toWire(asked(boxed), { rows: cells, box })

test('each cell of the key has its share, by its typed key', () => {
  const question = marking.authoredQuestion.parse({ ...authored, marks: 3, key, markingNotes: 'Secret' })
  const score = (...cells: string[][]) => marking.mark(question, wire(cells)).score
  expect(score(['Acetic', '2,5'], ['citric  acid', 'anything'])).toBe(3)
  expect(score(['acetic', '2.6'], ['', ''])).toBe(1)
  expect(marking.mark(question, undefined).score).toBe(0)
  expect(JSON.stringify(marking.toPublic(question))).not.toMatch(/Secret|2\.4|acid/)
})

test('what has no key waits for a person, unless it is empty', () => {
  const open = marking.authoredQuestion.parse({ ...authored, ...boxed })
  expect(
    marking.mark(
      open,
      wire([
        ['x', ''],
        ['', ''],
      ]),
    ).needsPerson,
  ).toBe(true)
  expect(
    marking.mark(
      open,
      wire([
        [' ', ''],
        ['', ''],
      ]),
    ).needsPerson,
  ).toBe(false)
  const openBox = marking.authoredQuestion.parse({ ...authored, ...boxed, key })
  expect(
    marking.mark(
      openBox,
      wire(
        [
          ['acetic', ''],
          ['', ''],
        ],
        'Because',
      ),
    ).needsPerson,
  ).toBe(true)
  const keyedBox = marking.authoredQuestion.parse({ ...authored, ...boxed, key, answerKey: texts('because') })
  expect(
    marking.mark(
      keyedBox,
      wire(
        [
          ['', ''],
          ['', ''],
        ],
        'Because',
      ),
    ).score,
  ).toBe(1)
})

test.each([
  ['a row twice', { rows: [...rows, { id: 'r1', text: '' }] }, ['rows', 2, 'id']],
  ['more cells than columns', { rows: [{ id: 'r1', text: '', cells: [null, null, null] }] }, ['rows', 0, 'cells']],
  ['a key of no row', { key: { r9: [null] } }, ['key', 'r9']],
  [
    'a key of a given cell',
    { rows: [{ id: 'r1', text: '', cells: [{ text: 'x' }] }], key: { r1: [texts('x')] } },
    ['key', 'r1', 0],
  ],
  ['a key of no box', { answerKey: texts('x') }, ['answerKey']],
])('%s is refused at its place', (_, fields, path) => {
  expect(marking.authoredQuestion.safeParse({ ...authored, ...fields }).error?.issues.map((issue) => issue.path)).toEqual([
    path,
  ])
})
