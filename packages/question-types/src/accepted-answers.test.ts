import type { Answer } from '@sitwell/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSameAnswer, mayAccept, nameOfAnswer } from './accepted-answers-marking.ts'
import type { GridForm } from './grid-form/form.ts'
import { emptyGridAnswer } from './grid-form/grid-answer.ts'
import { writeGridText } from './grid-form/wire-text.ts'
import { type AuthoredQuestion, authoredQuestion, markingOf, needsPerson } from './marking.ts'
import { typeMarking } from './registry-marking.ts'

const options = ['a', 'b', 'c'].map((id) => ({ id, text: `Text ${id}` }))
const read = (question: object): AuthoredQuestion => authoredQuestion.parse({ id: 'q', text: '', ...question })
const chosen = (...ids: string[]): Answer => ({
  answerText: '',
  options: ids.map((optionID) => ({ optionID, optionText: '' })),
})
const pairs = (all: Record<string, string>): Answer => ({
  answerText: '',
  options: Object.entries(all).map(([optionID, optionText]) => ({ optionID, optionText })),
})
const text = (answerText: string): Answer => ({ answerText, options: [] })
const texts = (...accepted: string[]) => ({ kind: 'texts', accepted: accepted.map((value) => ({ value })) })
const number = { kind: 'numbers', accepted: [{ value: 5 }] }
const input = (id: string) => ({ kind: 'input', id, label: id })

const radio = read({ type: 'RADIO', options, key: 'b' })
const many = read({ type: 'MULTICHOICE', options, key: ['a', 'b'] })
const match = read({
  type: 'MATCH',
  options,
  selections: [
    { id: 'x', text: 'X' },
    { id: 'y', text: 'Y' },
  ],
  key: { a: 'x', b: 'x', c: 'y' },
})
const lists = [
  {
    id: 'V2',
    options: [
      { id: 'k', text: 'Oak' },
      { id: 'l', text: 'Elm' },
    ],
  },
]
const blanks = read({ type: 'BLANKS', text: '[V1] [V2]', variableOptions: lists, key: { V1: number, V2: { options: ['k'] } } })
const word = read({ type: 'BLANKS', text: '[V1]', key: { V1: texts('Birch') } })
const table = read({
  ...{ type: 'QTABLE', columns: [{ text: '' }, { text: '' }], rows: [{ id: 'r', text: '' }] },
  key: { r: [texts('Oak'), null] },
})
const parts = read({
  type: 'MULTITEXT',
  parts: [
    { id: 'p1', key: texts('Oak') },
    { id: 'p2', key: number },
  ],
})
const control = read({ type: 'ASCX', controlName: 'typed', key: texts('Oak') })
const form = read({
  ...{ type: 'QGRID', rows: [{ cells: [{ components: [input('f'), input('g')] }] }] },
  key: { fields: { f: texts('Oak') } },
})

const fields = (all: Record<string, string>): Answer =>
  text(writeGridText(form as unknown as GridForm, { ...emptyGridAnswer, values: new Map(Object.entries(all)) }))

/** Answers that the key doesn't tell apart, and one that it does. */
const cases: readonly [string, AuthoredQuestion, Answer, Answer, Answer][] = [
  ['a choice', radio, chosen('c'), { ...chosen('c'), answerText: 'Text c' }, chosen('a')],
  ['several, in any order', many, chosen('c', 'a'), chosen('a', 'c', 'a'), chosen('a', 'b', 'c')],
  ['pairs', match, pairs({ a: 'y', b: 'x' }), pairs({ b: 'x', a: 'y' }), pairs({ a: 'y', b: 'x', c: 'y' })],
  ['blanks, a number and a list', blanks, text('6.0|Elm'), text(' 6|Elm'), text('6|Oak')],
  ['a typed word', word, text('Silver  birch'), text(' SILVER BIRCH'), text('Silver-birch')],
  ['cells, those alone that the key marks', table, text('Elm,left'), text('ELM,right'), text('Ash,left')],
  [
    'texts of a question with several',
    parts,
    pairs({ p1: 'Elm', p2: '7' }),
    pairs({ p2: '7.00', p1: ' elm' }),
    pairs({ p1: 'Elm' }),
  ],
  [
    'fields of a form, those alone that the key marks',
    form,
    fields({ f: 'Elm', g: '1' }),
    fields({ f: ' ELM ' }),
    fields({ f: 'Ash' }),
  ],
  ['what a control posted', control, text('Elm'), text('elm '), text('Elms')],
]

describe('an accepted answer', () => {
  // OFFICE-401
  test.each(cases)('is %s, as its key compares', (_, question, one, same, other) => {
    expect(mayAccept(question)).toBe(true)
    expect([isSameAnswer(question, one, same), isSameAnswer(question, one, other)]).toEqual([true, false])
    expect(nameOfAnswer(question, one)).toBe(nameOfAnswer(question, same))
    expect(nameOfAnswer(question, other)).not.toBe(nameOfAnswer(question, one))
    // Nothing is accepted with an answer of nothing.
    expect([isSameAnswer(question, text(''), text('')), nameOfAnswer(question, text(''))]).toEqual([false, undefined])
  })

  test('answers that are the same have the same marks by the key', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'A', 'b', ' ', '1', ',', '.', '|', 'é'), maxLength: 4 })
    const given = fc.oneof(
      letters.map(text),
      fc.subarray(['a', 'b', 'c']).map((ids) => chosen(...ids)),
      fc
        .dictionary(fc.constantFrom('a', 'b', 'p1', 'p2'), fc.oneof(letters, fc.constantFrom('x', 'y')), { maxKeys: 3 })
        .map(pairs),
    )
    const keyed = [radio, many, match, blanks, word, table, parts, control, form]
    void fc.assert(
      fc.property(fc.constantFrom(...keyed), fc.array(given, { minLength: 20, maxLength: 40 }), (question, all) => {
        const groups = Map.groupBy(all, (one) => nameOfAnswer(question, one) ?? 'nothing')
        const mark = (answer: Answer) => markingOf(question).mark(question, answer).score
        for (const [name, [first, ...others]] of groups)
          for (const other of name === 'nothing' ? [] : others) {
            expect(mark(other)).toBe(first && mark(first))
            expect(first && isSameAnswer(question, first, other)).toBe(true)
          }
      }),
    )
  })

  test('a number that may be read in two ways is accepted with each of them', () => {
    expect(isSameAnswer(blanks, text('1,500|Elm'), text('1500|Elm'))).toBe(true)
    expect(isSameAnswer(blanks, text('1,500|Elm'), text('1.5|Elm'))).toBe(true)
    expect(isSameAnswer(blanks, text('1500|Elm'), text('1.5|Elm'))).toBe(false)
  })

  test('none can be accepted of what persons mark, of what has no marks, and of texts about values that are drawn', () => {
    expect(mayAccept(read({ type: 'QUESTIONLTEXT', marks: 4 }))).toBe(false)
    expect(mayAccept(read({ type: 'ASCX', controlName: 'typed' }))).toBe(false)
    expect(mayAccept(read({ type: 'STATICTEXT' }))).toBe(false)
    expect(mayAccept(read({ type: 'RADIO', options, key: 'b', marks: 0 }))).toBe(false)
    const template = { declarations: [], rules: [] } as never
    expect(mayAccept({ ...word, template })).toBe(false)
    expect(mayAccept({ ...radio, template })).toBe(true)
  })

  test('answers of every type that a key marks can be told apart', () => {
    const without = Object.entries(typeMarking).flatMap(([type, marking]) => ('compared' in marking ? [] : [type]))
    expect(without.sort()).toEqual(['EVIDENCE', 'QUESTIONLTEXT', 'STATICTEXT', 'VISITED'])
    expect(needsPerson(form)).toBe(false)
  })
})
