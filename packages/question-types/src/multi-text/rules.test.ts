import { answeredOf } from '@sitwell/exam/paper/answered'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { awkwardText, commonFields } from '../testing/arbitrary.ts'
import { partCharacters, multiTextRules as rules } from './rules.ts'

const read = (...parts: object[]) => rules.publicQuestion.parse({ ...commonFields('MULTITEXT'), parts })
const three = read({ id: 'a' }, { id: 'b', lineCount: 4 }, { id: 'c|,', usesRichText: true })

// ENT-211 QTEXT-216
test('a part brings its fields, those that its author leaves out with their defaults', () => {
  const own = { text: '<p>Why?</p>', marks: 3, lineCount: 30, usesRichText: true, suffix: 'cm', answerText: 'Dear' }
  const more = { score: 1, workingAreaSize: 250, showWordCount: true, allowsPaste: true }
  expect(read({ id: 'a', ...own, ...more }, { id: 'b' }).parts).toEqual([
    { id: 'a', ...own, ...more },
    {
      id: 'b',
      text: '',
      marks: 0,
      lineCount: 1,
      usesRichText: false,
      suffix: '',
      answerText: '',
      workingAreaSize: 400,
      showWordCount: false,
      allowsPaste: false,
    },
  ])
})

// QTEXT-202 QTEXT-215
test('a field of lines has 30 at most', () => {
  const parts = [{ id: 'a', lineCount: 31 }]
  expect(rules.publicQuestion.safeParse({ ...commonFields('MULTITEXT'), parts }).success).toBe(false)
})

// QTEXT-205 QTEXT-206 Q-202
test("the parts' texts are joined by newline, and each part with a text is an option", () => {
  expect(rules.toWire(three, ['one', 'two\nlines', '<p>three</p>'])).toEqual({
    answerText: 'one\ntwo\nlines\n<p>three</p>',
    options: [
      { optionID: 'a', optionText: 'one' },
      { optionID: 'b', optionText: 'two\nlines' },
      { optionID: 'c|,', optionText: '<p>three</p>' },
    ],
  })
  expect(rules.toWire(three, ['', 'two', ''])).toEqual({
    answerText: '\ntwo\n',
    options: [{ optionID: 'b', optionText: 'two' }],
  })
  expect(rules.toWire(three, ['', '', ''])).toEqual({ answerText: '', options: [] })
})

// QTEXT-205 QTEXT-206
test('any texts come back from the wire part by part, line ends and separators in them too', () => {
  const text = fc.array(awkwardText).map((pieces) => pieces.join(''))
  fc.assert(
    fc.property(fc.tuple(text, text, text), (texts) => {
      const wire = rules.toWire(three, texts)
      expect(rules.fromWire(three, wire)).toEqual(texts)
      expect(rules.problemsOf(three, wire)).toEqual([])
    }),
  )
})

test('what the field holds at first is no answer until it is changed, and may be taken out', () => {
  const letter = read({ id: 'a', lineCount: 5, answerText: 'Dear Sir,' }, { id: 'b' })
  const first = rules.initialAnswer(letter)
  expect(first).toEqual(['Dear Sir,', ''])
  expect(answeredOf(rules.partsOf(letter, first))).toBe('not')
  expect(answeredOf(rules.partsOf(letter, ['Dear Sir, I', '']))).toBe('partly')
  expect(answeredOf(rules.partsOf(letter, ['Dear Sir,', 'x']))).toBe('partly')
  expect(answeredOf(rules.partsOf(letter, ['Dear Sir, I', 'x']))).toBe('fully')
  expect(rules.fromWire(letter, rules.toWire(letter, ['', '']))).toEqual(['', ''])
})

test.each([
  [['', ' ', ''], 'not'],
  [['', '', '<p><br></p><ul><li><br></li></ul>'], 'not'],
  [['', '', '<p>a</p>'], 'partly'],
  [['', '', '<p><img src="data:image/png;base64,AAAA" alt=""></p>'], 'partly'],
  [['x', '', ''], 'partly'],
  [['x', 'y', '<p>a</p>'], 'fully'],
] as const)('%j is %s answered', (texts, expected) => expect(answeredOf(rules.partsOf(three, texts))).toBe(expected))

test.each([
  ['a part of another question', { answerText: '', options: [{ optionID: 'z', optionText: 'x' }] }, 'options[0].optionID'],
  [
    'a part twice',
    { answerText: 'x\n\n', options: ['x', 'y'].map((optionText) => ({ optionID: 'a', optionText })) },
    'options[1].optionID',
  ],
  ['a text that the parts lack', { answerText: 'y', options: [{ optionID: 'a', optionText: 'x' }] }, 'answerText'],
])('%s is refused', (_, answer, path) => expect(rules.problemsOf(three, answer)[0]?.path).toBe(path))

test('parts that are full fit into one answer together', () => {
  const full = three.parts.map(() => 'x'.repeat(partCharacters(three)))
  expect(rules.toWire(three, full).answerText.length).toBeLessThanOrEqual(500_000)
})
