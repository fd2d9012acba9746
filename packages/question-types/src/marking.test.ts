import type { Answer } from '@sitwell/contract'
import { expect, test } from 'vitest'
import { authoredQuestion, markingOf, toPublicQuestion } from './marking.ts'
import { typeMarking } from './registry-marking.ts'

const options = ['a', 'b', 'c', 'd'].map((id) => ({ id, text: `Text ${id}` }))
const chosen = (...ids: string[]): Answer => ({
  answerText: '',
  options: ids.map((optionID) => ({ optionID, optionText: '' })),
})
const mark = (question: unknown, answer: Answer | undefined) => {
  const read = authoredQuestion.parse(question)
  return markingOf(read).mark(read, answer)
}

const radio = { type: 'RADIO', id: 'q', text: '', options, key: 'b', marks: 2 }
const many = { type: 'MULTICHOICE', id: 'q', text: '', options, key: ['a', 'b'], marks: 4 }
const weights = { kind: 'weights', weights: { a: 3, b: 1, c: -2 }, least: -1 }

test.each([
  ['the right option', radio, chosen('b'), 2],
  ['a wrong option', radio, chosen('a'), 0],
  ['no answer', radio, undefined, 0],
  ['an empty answer', { ...radio, credit: { kind: 'all', penalty: 1 } }, chosen(), 0],
  ['a wrong option with a penalty', { ...radio, credit: { kind: 'all', penalty: 0.5 } }, chosen('c'), -0.5],
  ['two options where one is right', radio, chosen('b', 'a'), 0],
  ['an option of another question', radio, chosen('x'), 0],
  ['a part of the credit', { ...radio, credit: { kind: 'weights', weights: { b: 2, c: 1 } } }, chosen('c'), 1],
  [
    'two options where weights would add up',
    { ...radio, credit: { kind: 'weights', weights: { b: 1, c: 1 } } },
    chosen('b', 'c'),
    0,
  ],
  ['exactly the key, in any order', many, chosen('b', 'a'), 4],
  ['one of the key, all or nothing', many, chosen('a'), 0],
  ['the key and one more', many, chosen('a', 'b', 'c'), 0],
  ['one of the key, each its share', { ...many, credit: { kind: 'each' } }, chosen('a'), 2],
  ['one right and one wrong with a penalty', { ...many, credit: { kind: 'each', penalty: 1 } }, chosen('a', 'c'), 1],
  ['more penalties than marks', { ...many, credit: { kind: 'each', penalty: 3 } }, chosen('a', 'c', 'd'), 0],
  ['weighted options', { ...many, credit: weights }, chosen('a', 'c'), 1],
  ['weighted options below the least', { ...many, credit: weights }, chosen('c'), -1],
  ['the same option twice', { ...many, credit: { kind: 'each' } }, chosen('a', 'a'), 2],
] as const)('marks %s', (_, question, answer, score) => {
  expect(mark(question, answer).score).toBe(score)
})

test('a written answer waits for a person, an empty one is marked with 0', () => {
  const written = { type: 'QUESTIONLTEXT', id: 'q', text: '', marks: 5 }
  expect(mark(written, { answerText: 'Because …', options: [] })).toEqual({ score: 0, maxScore: 5, needsPerson: true })
  expect(mark(written, { answerText: ' \n', options: [] })).toEqual({ score: 0, maxScore: 5, needsPerson: false })
  expect(mark(written, undefined).needsPerson).toBe(false)
})

test('a static text is worth nothing', () => {
  expect(mark({ type: 'STATICTEXT', id: 'q', text: 'Read' }, undefined)).toEqual({ score: 0, maxScore: 0, needsPerson: false })
})

test('a visit is worth what its author says, and evidence with marks waits for a person whatever the answer says', () => {
  const visited = { type: 'VISITED', id: 'q', text: '', marks: 1 }
  expect(mark(visited, { answerText: 'visited', options: [] })).toEqual({ score: 1, maxScore: 1, needsPerson: false })
  expect(mark(visited, undefined).score).toBe(0)
  const evidence = { type: 'EVIDENCE', id: 'q', text: '', marks: 5 }
  expect(mark(evidence, undefined)).toEqual({ score: 0, maxScore: 5, needsPerson: true })
  expect(mark({ ...evidence, marks: 0 }, { answerText: 'visited', options: [] }).needsPerson).toBe(false)
})

const typed = { kind: 'texts', accepted: [{ value: 'oxygen' }, { value: 'O', share: 0.5 }], penalty: 1 }
const written = {
  type: 'MULTITEXT',
  id: 'q',
  text: '',
  parts: [
    { id: 'a', marks: 2, key: typed },
    { id: 'b', marks: 3, key: { kind: 'numbers', accepted: [{ value: 1.5, tolerance: 0.1 }] }, suffix: 'kg' },
    {
      ...{ id: 'c', marks: 5, usesRichText: true, answerText: '<p>Dear</p>', markingNotes: 'Look for …' },
      markScheme: { criteria: [], guidance: 'Look for …' },
    },
  ],
}
const wrote = (texts: Record<string, string>): Answer => ({
  answerText: '',
  options: Object.entries(texts).map(([optionID, optionText]) => ({ optionID, optionText })),
})

test.each([
  ['every part with a key', { a: 'Oxygen', b: '1,45' }, 5, false],
  ['a variant for a share', { a: 'O' }, 1, false],
  ['a wrong part with a penalty beside a right one', { a: 'air', b: '1.5' }, 2, false],
  ['more penalties than marks', { a: 'air' }, 0, false],
  ['nothing', {}, 0, false],
  ['what stood there at first', { c: '<p>Dear</p>' }, 0, false],
  ['rich text without a word', { c: '<p><br></p>' }, 0, false],
  ['rich text, which waits for a person', { a: 'Oxygen', c: '<p>Dear Ada</p>' }, 2, true],
  ['a part of another question', { z: 'Oxygen' }, 0, false],
] as const)('a written answer in parts: marks %s', (_, texts, score, needsPerson) => {
  expect(mark(written, wrote(texts))).toEqual({ score, maxScore: 10, needsPerson })
})

test('a legacy control is marked by what it posted, or waits for a person', () => {
  const control = { type: 'ASCX', id: 'q', text: '', controlName: 'x', marks: 2 }
  const key = { kind: 'numbers', accepted: [{ value: 3 }], penalty: 1 }
  expect(mark({ ...control, key }, { answerText: '3.0', options: [] })).toEqual({ score: 2, maxScore: 2, needsPerson: false })
  expect(mark({ ...control, key }, { answerText: '4', options: [] }).score).toBe(0)
  expect(mark(control, { answerText: '3', options: [] })).toEqual({ score: 0, maxScore: 2, needsPerson: true })
  expect(mark(control, undefined).needsPerson).toBe(false)
})

test('neither key nor credit nor mark scheme nor notes for the marker leave the server', () => {
  const markScheme = { criteria: [{ id: 'c1', title: 'Look for …', maxMarks: 1 }], guidance: 'Look for …' }
  const secretText = { kind: 'texts', accepted: [{ value: 'secret' }] }
  const secrets = [
    { ...radio, credit: weights },
    { ...many, credit: weights, maxOptions: 2 },
    { type: 'HOTTEXT', id: 'q', text: '[H1] [H2] [H3] [H4]', options, key: ['a', 'b'], credit: weights, maxOptions: 2 },
    { type: 'TRUEFALSE', id: 'q', text: '', options, key: 'a' },
    { type: 'COMBO', id: 'q', text: '', options, key: 'a' },
    { type: 'RADIOOTHER', id: 'q', text: '', options, key: 'a', markingNotes: 'Look for …' },
    { type: 'MATCH', id: 'q', text: '', options: [{ id: 'a', text: 'A' }], selections: options, key: { a: 'b' } },
    {
      type: 'BLANKS',
      id: 'q',
      text: '[V1] [V2]',
      variableOptions: [{ id: 'V1', options }],
      key: { V1: { options: ['a'] }, V2: secretText },
    },
    { type: 'QTABLE', id: 'q', text: '', columns: [{ text: 'A' }], rows: [{ id: 'r', text: 'R' }], key: { r: [secretText] } },
    { type: 'QUESTIONLTEXT', id: 'q', text: '', markingNotes: 'Look for …' },
    { type: 'STATICTEXT', id: 'q', text: '' },
    { type: 'VISITED', id: 'q', text: '', marks: 1 },
    written,
    { type: 'ASCX', id: 'q', text: '', controlName: 'number-line', key: typed, markingNotes: 'Look for …' },
    { type: 'EVIDENCE', id: 'q', text: '', evidenceText: 'Photos', markingNotes: 'Look for …' },
    { type: 'QGRID', id: 'q', text: '', markingNotes: 'Look for …', rows: [{ cells: [{}] }] },
  ]
  const common = [
    'id',
    'type',
    'text',
    'marks',
    'introText',
    'resourceUrl',
    'versionId',
    'versionNumber',
    'requiresWorkings',
    'requiresCalculator',
  ]
  const own = [
    'options',
    'minOptions',
    'maxOptions',
    'lineCount',
    'showWordCount',
    'evidenceText',
    'dropdownLabel',
    'rows',
    'columns',
    'actions',
    'columns',
    'rows',
    'showAnswerInputField',
    'noOfAnswerLines',
    'answerLabel',
    'selections',
    'dragAndDrop',
    'variableOptions',
    'parts',
    'controlName',
    'properties',
  ]
  expect(new Set(secrets.map((one) => one.type))).toEqual(new Set(Object.keys(typeMarking)))
  for (const secret of secrets) {
    const shown = toPublicQuestion(authoredQuestion.parse({ ...secret, markScheme }))
    expect([...common, ...own]).toEqual(expect.arrayContaining(Object.keys(shown)))
    expect(JSON.stringify(shown)).not.toMatch(/key|accepted|oxygen|markingNotes|markScheme|criteria|Look for|secret/)
    for (const option of 'options' in shown ? (shown.options as object[]) : [])
      expect(['id', 'selected', 'selectedId', 'text']).toEqual(expect.arrayContaining(Object.keys(option)))
  }
})

test.each([
  ['a key that is no option', { ...radio, key: 'z' }, ['key']],
  ['one of several keys that is no option', { ...many, key: ['a', 'z'] }, ['key', 1]],
  ['a duplicate option', { ...radio, options: [...options, { id: 'b', text: 'B again' }] }, ['options', 4, 'id']],
  ['a key that nobody can tick', { ...many, maxOptions: 1 }, ['key']],
  ['a least above the most', { ...many, minOptions: 3, maxOptions: 2 }, ['minOptions']],
  ['a part twice', { type: 'MULTITEXT', id: 'q', text: '', parts: [{ id: 'a' }, { id: 'a' }] }, ['parts', 1, 'id']],
  ['marks that the parts do not come to', { type: 'MULTITEXT', id: 'q', text: '', marks: 3, parts: [{ id: 'a' }] }, ['marks']],
  [
    'a key of several lines',
    { type: 'MULTITEXT', id: 'q', text: '', parts: [{ id: 'a', lineCount: 2, key: typed }] },
    ['parts', 0, 'key'],
  ],
  ['a weight of no option', { ...radio, credit: { kind: 'weights', weights: { z: 1 } } }, ['credit', 'weights', 'z']],
])('%s is refused at its place', (_, question, path) => {
  expect(authoredQuestion.safeParse(question).error?.issues.map((issue) => issue.path)).toEqual([path])
})
