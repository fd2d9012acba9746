import type { Answer } from '@sitwell/contract'
import { answeredOf } from '@sitwell/exam/paper/answered'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { answeredParts, type FilesAtQuestion, type QuestionType, readAnswer, rulesOf, typeRules, wantsAnswer } from './rules.ts'
import { commonFields } from './testing/arbitrary.ts'
import { sampleOf } from './testing/type-samples.ts'

const types = Object.keys(typeRules) as QuestionType[] // Boundary: the registry has a line for each type.
const filesOf = (...names: string[]): FilesAtQuestion => ({ names: new Set(names), areAll: true })
const empty: Answer = { answerText: '', options: [] }

describe.each(types)('%s', (type) => {
  const { question, answers } = sampleOf(type)
  const stateOf = (answer: Answer, files?: FilesAtQuestion) => answeredOf(answeredParts(question, answer, files))

  test('is not answered by nothing', () => {
    expect(stateOf(empty)).toBe('not')
    expect(stateOf(empty, filesOf())).toBe('not')
  })

  test('has no more than it asks for, and is answered only if there is something to read or a file', () => {
    fc.assert(
      fc.property(answers, (answer) => {
        const parts = answeredParts(question, answer)
        expect(parts.given).toBeGreaterThanOrEqual(0)
        expect(parts.given).toBeLessThanOrEqual(parts.wanted)
        const isClosedForm = type === 'QGRID' && parts.wanted === 1
        if (rulesOf(type).takesAnswer && parts.given > 0 && !isClosedForm) expect(readAnswer(question, answer)).not.toEqual([])
      }),
    )
  })

  test('that is answered by files is so whatever was saved', () => {
    if (rulesOf(type).answersByFiles !== true) return
    fc.assert(
      fc.property(answers, (answer) => {
        expect(stateOf(answer, filesOf())).toBe('not')
        expect(stateOf(answer, filesOf('a.pdf'))).toBe('fully')
      }),
    )
    expect(wantsAnswer(question)).toBe(true)
  })
})

/** A question of each type with several parts, how one of them alone is answered, and all of them. */
const options = [
  { id: 'a', text: 'A' },
  { id: 'b', text: 'B' },
]
const input = (id: string) => ({ kind: 'input', id, label: id })
const grid = (...components: object[]) => ({ rows: [{ cells: [{ components }] }] })
const values = (entries: Record<string, string>) => ({
  action: null,
  confirmed: false,
  values: new Map(Object.entries(entries)),
  rowStates: new Map(),
})
const map = { src: 'resources/map.png', alt: 'A map' }
const place = { y: 0, width: 9, height: 9, most: 2 }
const areas = [
  { id: 'n', name: 'N', x: 0, ...place },
  { id: 's', name: 'S', x: 30, ...place },
  { id: 'e', name: 'E', x: 60, ...place },
]
const severalParts: readonly [QuestionType, what: string, fields: object, some: unknown, all: unknown][] = [
  ['MULTICHOICE', 'one of at least two options', { options, minOptions: 2 }, ['a'], ['a', 'b']],
  ['MATCH', 'one of two pairs', { options, selections: options }, ['a', null], ['a', 'a']],
  ['HOTTEXT', 'one of at least two passages', { text: '[H1] [H2]', options, minOptions: 2 }, ['a'], ['a', 'b']],
  ['BLANKS', 'one of two blanks', { text: '[V1] [V2]' }, ['', 'x'], ['x', 'y']],
  [
    'QTABLE',
    'one of two cells that are not given',
    {
      columns: [{ text: '1' }],
      rows: [
        { id: 'r', text: '' },
        { id: 's', text: '' },
        { id: 't', text: '', cells: [{ text: '5' }] },
      ],
    },
    { rows: [['x'], [' '], ['']], box: '' },
    { rows: [['x'], ['y'], ['']], box: '' },
  ],
  [
    'QTABLE',
    'the cells without the box beside them',
    { columns: [{ text: '1' }], rows: [{ id: 'r', text: '' }], showAnswerInputField: true },
    { rows: [['x']], box: '' },
    { rows: [['x']], box: 'y' },
  ],
  ['MULTITEXT', 'one of two texts', { parts: [{ id: 'a' }, { id: 'b' }] }, ['x', ''], ['x', 'y']],
  ['QGRID', 'one of two fields', grid(input('a'), input('b')), values({ a: 'x' }), values({ a: 'x', b: 'y' })],
  [
    'QGRID',
    'a ticked box beside an empty field',
    grid(input('a'), { kind: 'checkbox', id: 'b', label: 'b' }),
    values({ b: '1' }),
    values({ a: 'x' }),
  ],
  [
    'QGRID',
    'a date without its day',
    grid({ kind: 'input', id: 'a', label: 'a', format: 'date' }),
    values({ a: '2026-05-00' }),
    values({ a: '2026-05-01' }),
  ],
  [
    'QGRID',
    'fewer pairs than the least',
    grid({ kind: 'areaPairs', id: 'a', label: 'a', ...map, least: 2, areas }),
    values({ a: 'n:s' }),
    values({ a: 'n:s s:e' }),
  ],
  [
    'QGRID',
    'fewer plays than the least',
    grid({ kind: 'recording', id: 'a', label: 'a', src: 'resources/a.mp3', least: 2 }),
    values({ a: '1' }),
    values({ a: '2' }),
  ],
  [
    'QGRID',
    'a form that nobody sent',
    {
      actions: [{ id: 'send', name: 'Send' }],
      ...grid(input('a'), { kind: 'button', name: 'Send', action: 'send' }),
    },
    values({ a: 'x' }),
    { ...values({ a: 'x' }), action: 'send' },
  ],
]

test.each(severalParts)('%s: %s is partly answered', (type, _, fields, some, all) => {
  const rules = rulesOf(type)
  const question = rules.publicQuestion.parse({ ...commonFields(type), ...fields })
  const stateOf = (answer: unknown) => answeredOf(answeredParts(question, rules.toWire(question, answer)))
  expect([stateOf(rules.initialAnswer(question)), stateOf(some), stateOf(all)]).toEqual(['not', 'partly', 'fully'])
})

test('boxes alone are answered by one of them, and a row that does not show asks for nothing', () => {
  const rules = typeRules.QGRID
  const box = (id: string) => ({ kind: 'checkbox', id, label: id })
  const boxes = rules.publicQuestion.parse({ ...commonFields('QGRID'), ...grid(box('a'), box('b')) })
  expect(answeredOf(rules.partsOf(boxes, values({})))).toBe('not')
  expect(answeredOf(rules.partsOf(boxes, values({ b: '1' })))).toBe('fully')
  const row = (state: string) => ({ family: 'f', state, cells: [{ components: [input(state)] }] })
  const family = rules.publicQuestion.parse({ ...commonFields('QGRID'), rows: [row('one'), row('two')] })
  expect(answeredOf(rules.partsOf(family, values({ one: 'x' })))).toBe('fully')
  expect(answeredOf(rules.partsOf(family, { ...values({ one: 'x' }), rowStates: new Map([['f', 'two']]) }))).toBe('not')
})

test('a form whose file was deleted lacks it, and one of which nobody knows the files does not', () => {
  const rules = typeRules.QGRID
  const form = rules.publicQuestion.parse({
    ...commonFields('QGRID'),
    ...grid({ kind: 'fileButton', id: 'a', label: 'a' }, input('b')),
  })
  const answer = values({ a: 'map.pdf', b: 'x' })
  const stateWith = (files?: FilesAtQuestion) => {
    const { lacksFile, ...parts } = rules.partsOf(form, answer, files)
    return [answeredOf(parts), lacksFile]
  }
  expect(stateWith()).toEqual(['fully', false])
  expect(stateWith({ ...filesOf(), areAll: false })).toEqual(['fully', false])
  expect(stateWith(filesOf('map.pdf'))).toEqual(['fully', false])
  expect(stateWith(filesOf())).toEqual(['partly', true])
})
