import type { Answer } from '@sitwell/contract'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { blanksRules } from '../blanks/rules.ts'
import { emptyGridAnswer } from '../grid-form/grid-answer.ts'
import { gridFormRules } from '../grid-form/rules.ts'
import { authoredQuestion, markingOf, toPublicQuestion } from '../marking.ts'
import { typeMarking } from '../registry-marking.ts'
import { tableRules } from '../table/rules.ts'

const cells = (...texts: string[]) => texts.map((text) => [text])
const table = {
  type: 'QTABLE',
  columns: [{ text: 'A' }],
  rows: [{ id: 'r', text: 'R' }],
}
const form = (component: object) => ({ type: 'QGRID', rows: [{ cells: [{ components: [component] }] }] })
const wireOfForm = (question: object, text: string) =>
  gridFormRules.toWire(gridFormRules.publicQuestion.parse(question), { ...emptyGridAnswer, values: new Map([['f', text]]) })

/** Each place that takes a typed key: its question with the key, and the answer that a learner makes by typing a text there. */
const places: Record<
  string,
  { asks(key: object): object & { type: string }; answers(question: object, text: string): Answer }
> = {
  'a part': {
    asks: (key) => ({ type: 'MULTITEXT', parts: [{ id: 'a', key }] }),
    answers: (_, text) => ({ answerText: '', options: [{ optionID: 'a', optionText: text }] }),
  },
  'a legacy control': {
    asks: (key) => ({ type: 'ASCX', controlName: 'typed', key }),
    answers: (_, text) => ({ answerText: text, options: [] }),
  },
  'a blank': {
    asks: (key) => ({ type: 'BLANKS', text: 'It is [V1].', key: { V1: key } }),
    answers: (question, text) => blanksRules.toWire(blanksRules.publicQuestion.parse(question), [text]),
  },
  'a cell': {
    asks: (key) => ({ ...table, key: { r: [key] } }),
    answers: (question, text) => tableRules.toWire(tableRules.publicQuestion.parse(question), { rows: cells(text), box: '' }),
  },
  'an answer box': {
    asks: (key) => ({ ...table, key: {}, showAnswerInputField: true, answerKey: key }),
    answers: (question, text) => tableRules.toWire(tableRules.publicQuestion.parse(question), { rows: cells(''), box: text }),
  },
  'a field of a form': {
    asks: (key) => ({ ...form({ kind: 'input', id: 'f', label: 'F' }), key: { fields: { f: key } } }),
    answers: wireOfForm,
  },
  'a text area of a form': {
    asks: (key) => ({ ...form({ kind: 'textarea', id: 'f', label: 'F' }), key: { fields: { f: key } } }),
    answers: wireOfForm,
  },
}

const texts = (fields: object, ...values: string[]) => ({
  kind: 'texts',
  accepted: values.map((value) => ({ value })),
  ...fields,
})
const numbers = (value: number, fields: object = {}) => ({ kind: 'numbers', accepted: [{ value, ...fields }] })
const gravity = numbers(9.81, { tolerance: 0.02 })

test.each([
  [gravity, '9,81', true],
  [gravity, '٩٫٨١', true],
  [gravity, '9.83', true],
  [gravity, '9.830000000000000001', false],
  [numbers(1500), '1,500.0', true],
  [numbers(1500), '1.500', true],
  [numbers(-1000, { tolerancePercent: 1 }), '−1 010', true],
  [numbers(6.02e23, { tolerancePercent: 1 }), '6.022e23', true],
  [numbers(5), '5 kg', false],
  [texts({}, 'Straße'), ' STRASSE ', true],
  [texts({}, 'colour', 'color'), 'Color', true],
  [texts({}, 'New York'), 'new   york', true],
  [texts({ ignoreCase: false }, 'pH'), 'PH', false],
  [texts({ ignoreAccents: true }, 'café'), 'cafe', true],
  [texts({}, 'café'), 'cafe\u0301', true],
  [texts({ ignoreSpaces: true }, 'x + 1'), 'x+1', true],
])('%j and "%s" typed: right %s in every type that takes typed keys', (key, text, right) => {
  const judged = Object.entries(places).flatMap(([name, { asks, answers }]) => {
    if (name === 'a text area of a form' && key.kind === 'numbers') return []
    const question = authoredQuestion.parse({ id: 'q', text: '', ...asks(key) })
    const shown = { ...toPublicQuestion(question), number: 1, paperPartId: 'p' }
    const { score, maxScore, needsPerson } = markingOf(question).mark(question, answers(shown, text))
    return [[name, { right: score === maxScore, needsPerson }]]
  })
  expect(Object.fromEntries(judged)).toEqual(Object.fromEntries(judged.map(([name]) => [name, { right, needsPerson: false }])))
})

test('these are all types that take typed keys', () => {
  const takesTyped = Object.entries(typeMarking).filter(([, marking]) => {
    const { properties = {} } = z.toJSONSchema(marking.authoredQuestion, { io: 'input', unrepresentable: 'any' })
    // What is said of an answer may hang on what was typed, whatever the type.
    const { feedback: _, ...own } = properties
    return /"const":"(texts|numbers)"/.test(JSON.stringify(own))
  })
  const tested = Object.values(places).map(({ asks }) => asks(gravity).type)
  expect(takesTyped.map(([type]) => type).sort()).toEqual([...new Set(tested)].sort())
})
