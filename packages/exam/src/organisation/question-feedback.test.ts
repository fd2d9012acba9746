import fc from 'fast-check'
import { expect, test } from 'vitest'
import { showsQuestionFeedback } from './question-feedback.ts'

const isShown = fc.constantFrom(true, false, undefined)
const anything = fc.record({
  exam: isShown,
  question: isShown,
  organisation: fc.boolean(),
  mask: fc.integer({ min: -1, max: 7 }),
})

test('nobody is told feedback that the exam or its source hides, or of which nobody says anything', () => {
  fc.assert(
    fc.property(anything, (one) => {
      expect(showsQuestionFeedback({ ...one, exam: false })).toBe(false)
      expect(showsQuestionFeedback({ ...one, question: false })).toBe(false)
      expect(showsQuestionFeedback({ ...one, exam: undefined, question: undefined, organisation: false })).toBe(false)
    }),
  )
})

test('an exam or a source that shows it needs no word of the organisation', () => {
  fc.assert(
    fc.property(anything, (one) => {
      expect(showsQuestionFeedback({ ...one, exam: true, question: undefined })).toBe(true)
      expect(showsQuestionFeedback({ ...one, exam: undefined, question: true })).toBe(true)
    }),
  )
})

test.each([
  [-1, true],
  [0, false],
  [1, true],
  [2, false],
  [4, true],
  [7, true],
])('what only the organisation says of an exam with the mask %i shows feedback: %s', (mask, shows) => {
  expect(showsQuestionFeedback({ exam: undefined, question: undefined, organisation: true, mask })).toBe(shows)
})
