import { answeredOf } from '@sitwell/exam/paper/answered'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { awkwardOptions, awkwardText, commonFields } from '../testing/arbitrary.ts'
import { blankIds, splitAtBlanks, withoutOtherBrackets } from './blank-tokens.ts'
import { blanksMarking as marking } from './marking.ts'
import { blanksOf, blanksRules as rules, withValue } from './rules.ts'

const text = '<p>The [V1] barks at the [v2] [sic].</p>'
const variableOptions = [
  { id: 'V1', options: ['dog', 'cat'].map((one) => ({ id: one, text: one })) },
  { id: 'V2', options: ['moon', 'sun | star'].map((one) => ({ id: one, text: one })) },
]
const asked = (more = {}) => rules.publicQuestion.parse({ ...commonFields('BLANKS'), text, variableOptions, ...more })

// QBLANK-205
test('a blank is a letter V and digits in brackets, wherever it stands in the text', () => {
  expect(blankIds('[V1] <b>[v22]</b> [V1] [X1] [V] [V1a] [ V3 ] [[V4]]')).toEqual(['V1', 'V22', 'V4'])
  expect(blankIds('<a title="[V1]">x</a> <!-- [V2] --> <img alt=\'>[V3]\'> [V4] [<b>V5</b>]')).toEqual(['V4'])
  expect(splitAtBlanks('a [V1] b[v2]')).toEqual([{ text: 'a ' }, { blankId: 'V1' }, { text: ' b' }, { blankId: 'V2' }])
})

// QBLANK-206
test('every other bracketed text is emptied, and markup is left alone', () => {
  expect(withoutOtherBrackets(text)).toBe('<p>The [V1] barks at the [v2] .</p>')
  expect(withoutOtherBrackets('<a title="[x]">[y]</a> [] [V1')).toBe('<a title="[x]"></a>  [V1')
})

// QBLANK-203 QBLANK-204 Q-202
test('the values travel joined by bars, with an empty list of options', () => {
  expect(rules.toWire(asked(), ['dog', 'moon'])).toEqual({ answerText: 'dog|moon', options: [] })
  expect(rules.toWire(asked(), ['', 'moon'])).toEqual({ answerText: '|moon', options: [] })
  expect(rules.toWire(asked(), ['dog', 'sun | star'])).toEqual({ answerText: 'dog|sun \\| star', options: [] })
  expect(rules.toWire(asked(), ['', ''])).toEqual({ answerText: '', options: [] })
})

// QBLANK-203
test('any values come back from the wire as they were, chosen or typed', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(awkwardOptions, fc.boolean(), fc.nat(), awkwardText), { minLength: 1, maxLength: 6 }),
      (blanks) => {
        const question = asked({
          text: blanks.map((_, index) => `[V${index}]`).join(' and '),
          variableOptions: blanks.flatMap(([options, isTyped], index) => (isTyped ? [] : [{ id: `V${index}`, options }])),
        })
        const answer = blanks.map(([options, isTyped, pick, typed]) =>
          isTyped ? typed : (['', ...options.map((one) => one.text)][pick % (options.length + 1)] ?? ''),
        )
        const wire = rules.toWire(question, answer)
        expect(rules.fromWire(question, wire)).toEqual(answer)
        expect(rules.problemsOf(question, wire)).toEqual([])
      },
    ),
  )
})

test('a value that is in no list of its blank is no answer', () => {
  expect(rules.problemsOf(asked(), { answerText: 'moon|dog', options: [] })).not.toEqual([])
  expect(rules.problemsOf(asked(), { answerText: 'dog|moon|x', options: [] })).not.toEqual([])
  expect(rules.problemsOf(asked(), { answerText: 'dog|', options: [{ optionID: 'V1', optionText: 'dog' }] })).not.toEqual([])
  expect(rules.fromWire(asked(), { answerText: 'wolf|moon', options: [] })).toEqual(['', 'moon'])
})

test('a blank without a list is typed, and its question is saved as a text', () => {
  const typed = asked({ text: 'Say [V3] [V1].' })
  expect(blanksOf(typed).map(({ id, options }) => [id, options?.length])).toEqual([
    ['V3', undefined],
    ['V1', 2],
  ])
  expect(rules.savesAs?.(typed)).toBe('text')
  expect(rules.savesAs?.(asked())).toBe('choice')
})

test('a value that is dragged from one blank to another leaves the first; it counts as answered when all are filled', () => {
  expect(withValue(['dog', ''], 1, 'dog', 0)).toEqual(['', 'dog'])
  expect(withValue(['dog', ''], 1, 'dog')).toEqual(['dog', 'dog'])
  expect(answeredOf(rules.partsOf(asked(), ['', ' ']))).toBe('not')
  expect(answeredOf(rules.partsOf(asked(), ['dog', '']))).toBe('partly')
  expect(answeredOf(rules.partsOf(asked(), ['dog', 'moon']))).toBe('fully')
})

const wolf = { kind: 'texts', accepted: [{ value: 'wolf' }] }
const authored = {
  type: 'BLANKS',
  id: 'q',
  text: `${text} [V3]`,
  marks: 3,
  variableOptions,
  key: {
    V1: { options: ['dog'] },
    V2: { options: ['moon', 'sun | star'] },
    V3: { kind: 'numbers', accepted: [{ value: 7, tolerance: 0.5 }] },
  },
}

test('each blank has its share, by its options or its typed key', () => {
  const question = marking.authoredQuestion.parse({ ...authored, credit: { kind: 'each', penalty: 0.25 } })
  const wire = (...values: string[]) => rules.toWire(asked(), values)
  expect(marking.mark(question, wire('dog', 'sun | star', '7,5'))).toEqual({ score: 3, maxScore: 3, needsPerson: false })
  expect(marking.mark(question, wire('cat', 'moon', '')).score).toBe(0.75)
  expect(marking.mark(question, undefined).score).toBe(0)
  expect(Object.keys(marking.toPublic(question))).toEqual(['variableOptions', 'dragAndDrop'])
})

test.each([
  ['a text without blanks', { text: 'x', key: {}, variableOptions: [] }, ['text']],
  [
    'a list of no blank',
    { variableOptions: [...variableOptions, { id: 'V9', options: [{ id: 'a', text: 'a' }] }] },
    ['variableOptions', 2, 'id'],
  ],
  ['a key of no blank', { key: { ...authored.key, V9: wolf } }, ['key', 'V9']],
  ['a blank without a key', { key: { V1: { options: ['dog'] }, V2: { options: ['moon'] } } }, ['key']],
  ['texts for a blank with a list', { key: { ...authored.key, V1: wolf } }, ['key', 'V1']],
  ['a list for a blank that is typed', { key: { ...authored.key, V3: { options: ['dog'] } } }, ['key', 'V3']],
  ['a key that is no option', { key: { ...authored.key, V1: { options: ['wolf'] } } }, ['key', 'V1']],
])('%s is refused at its place', (_, fields, path) => {
  expect(marking.authoredQuestion.safeParse({ ...authored, ...fields }).error?.issues.map((issue) => issue.path)).toEqual([
    path,
  ])
})
