import type { Answer } from '@sitwell/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { authoredQuestion, markedParts, markingOf, markOfPart, partsToMark } from './marking.ts'

const read = (question: object) => authoredQuestion.parse({ id: 'q', text: '', ...question })
const typed = { kind: 'texts', accepted: [{ value: 'oxygen' }] }
const mixed = read({
  type: 'MULTITEXT',
  parts: [
    { id: 'a', marks: 0.1 },
    { id: 'b', marks: 0.2, key: typed },
    { id: 'c', marks: 3, lineCount: 5 },
  ],
})

test('of several texts a person marks each that has no key, and the others may be decided otherwise', () => {
  expect(partsToMark(mixed).map(({ part, marks }) => [part, marks])).toEqual([
    ['a', 0.1],
    ['c', 3],
  ])
  expect(markedParts(mixed).map(({ part, byPerson }) => [part, byPerson])).toEqual([
    ['a', true],
    ['b', false],
    ['c', true],
  ])
})

test('all else is marked as a whole', () => {
  const whole = (question: object) => partsToMark(read(question))
  expect(whole({ type: 'QUESTIONLTEXT', marks: 4 })).toEqual([{ part: '', marks: 4, byPerson: true }])
  expect(whole({ type: 'EVIDENCE', marks: 2 })).toEqual([{ part: '', marks: 2, byPerson: true }])
  const options = [{ id: 'a', text: 'A' }]
  expect(whole({ type: 'RADIO', marks: 1, options, key: 'a' })).toEqual([{ part: '', marks: 1, byPerson: false }])
  const keyed = { type: 'MULTITEXT', parts: [{ id: 'a', marks: 1, key: typed }] }
  expect(whole(keyed)).toEqual([{ part: '', marks: 1, byPerson: false }])
  const bySource = { type: 'MULTITEXT', parts: [{ id: 'a', marks: 1 }], processing: { kind: 'person' } }
  expect(whole(bySource)).toEqual([{ part: '', marks: 1, byPerson: true }])
})

const text = fc.constantFrom('', ' ', 'oxygen', 'neon')
const answer: fc.Arbitrary<Answer | undefined> = fc.option(
  fc.record({ a: text, b: text, c: text }).map((texts) => ({
    answerText: '',
    options: Object.entries(texts).map(([optionID, optionText]) => ({ optionID, optionText })),
  })),
  { nil: undefined },
)

test('the parts of a question come to what the question does', () => {
  void fc.assert(
    fc.property(answer, (given) => {
      const parts = markedParts(mixed).map(({ part }) => markOfPart(mixed, part, given))
      const whole = markingOf(mixed).mark(mixed, given)
      expect(parts.some(({ needsPerson }) => needsPerson)).toBe(whole.needsPerson)
      expect(parts.reduce((sum, { score }) => sum + score, 0)).toBeCloseTo(whole.score)
      expect(parts.reduce((sum, { maxScore }) => sum + maxScore, 0)).toBeCloseTo(whole.maxScore)
    }),
  )
})
