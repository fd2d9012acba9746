import fc from 'fast-check'
import { expect, test } from 'vitest'
import { authoredQuestion, markingOf, toPublicQuestion } from '../marking.ts'
import { readAnswer, rulesOf, textToRead } from '../rules.ts'
import { hotTextMarking } from './marking.ts'
import { takesOne } from './rules.ts'
import { splitAtPassages, withPassages } from './tokens.ts'

const options = [
  { id: 'a', text: 'who bought' },
  { id: 'b', text: '<b>includes</b>' },
  { id: 'c', text: 'firms' },
]
const written = { type: 'HOTTEXT', id: 'q', text: '<p>Sponsors [H1] time [H2] [H3].</p>', options, key: ['a', 'c'], marks: 2 }
const read = (fields: object = {}) => authoredQuestion.parse({ ...written, ...fields })
const rules = rulesOf('HOTTEXT')
const answerOf = (ids: readonly string[], fields: object = {}) =>
  rules.toWire(rules.publicQuestion.parse({ ...toPublicQuestion(read(fields)), number: 1, paperPartId: 'p' }), ids)
const scoreOf = (ids: readonly string[], fields: object = {}) => {
  const question = read(fields)
  return markingOf(question).mark(question, answerOf(ids, fields)).score
}

test('a passage is marked as an option of a multiple choice is: by the whole key, by each, or by weights', () => {
  expect(scoreOf(['c', 'a'])).toBe(2)
  expect(scoreOf(['a'])).toBe(0)
  expect(scoreOf(['a', 'b'], { credit: { kind: 'each', penalty: 0.5 } })).toBe(0.5)
  expect(scoreOf(['b', 'c'], { credit: { kind: 'weights', weights: { b: -1, c: 2 } } })).toBe(1)
})

test('every token occurs once and has its option, and every option its token', () => {
  const messages = (fields: object) =>
    hotTextMarking.authoredQuestion.safeParse({ ...written, ...fields }).error?.issues.map(({ message }) => message)
  expect(messages({ text: '[H1] [H2] [H3] [H4]' })).toEqual(['there is no option for [H4]'])
  expect(messages({ text: '[H1] [H2]' })).toEqual(['[H3] is not in the text'])
  expect(messages({ text: '[H1] [h1] [H2] [H3]' })).toEqual(['[H1] is there twice'])
  // Nothing can be chosen in an attribute.
  expect(messages({ text: '<p title="[H3]">[H1] [H2]</p>' })).toEqual(['[H3] is not in the text'])
  expect(messages({ key: ['d'] })).toEqual(['"d" is not the id of an option of this question'])
  expect(messages({ maxOptions: 1 })).toEqual(['more options than maxOptions lets a learner tick'])
})

test('a learner gets the passages without the key, and a page without an answer has them numbered in the text', () => {
  const shown = toPublicQuestion(read())
  expect(JSON.stringify(shown)).not.toContain('key')
  const question = rules.publicQuestion.parse({ ...shown, number: 1, paperPartId: 'p' })
  expect(textToRead(question)).toBe('<p>Sponsors (1) who bought time (2) <b>includes</b> (3) firms.</p>')
  expect(readAnswer(question, answerOf(['b'])).map(({ value }) => value.text)).toEqual(['<b>includes</b>'])
  const isOneOf = (fields: object) =>
    takesOne(rules.publicQuestion.parse({ ...question, ...fields }) as Parameters<typeof takesOne>[0])
  expect(isOneOf({ maxOptions: 1 })).toBe(true)
  expect(isOneOf({ options: options.slice(0, 1) })).toBe(false)
})

test('texts come apart at their passages and together again, and brackets around anything else stay', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('[H1]', '[h12]', '[V1]', '[H]', 'a', ' ', ']', '[')), (pieces) => {
      const text = pieces.join('')
      const parts = splitAtPassages(text)
      const again = parts.map((one) => ('text' in one ? one.text : `[H${one.option + 1}]`)).join('')
      expect(again.toLowerCase()).toBe(text.toLowerCase())
      const found: number[] = []
      withPassages(text, (option) => void found.push(option))
      expect(parts.flatMap((one) => ('option' in one ? [one.option] : []))).toEqual(found)
    }),
  )
})

test('a token in an attribute stays as it is', () => {
  expect(withPassages('<p title="[H1]">[H1]</p>', () => '<b>x</b>')).toBe('<p title="[H1]"><b>x</b></p>')
})
