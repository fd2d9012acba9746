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

test('feedback is hidden if the exam or its source hides it, or no setting shows it', () => {
  fc.assert(
    fc.property(anything, (one) => {
      expect(showsQuestionFeedback({ ...one, exam: false })).toBe(false)
      expect(showsQuestionFeedback({ ...one, question: false })).toBe(false)
      expect(showsQuestionFeedback({ ...one, exam: undefined, question: undefined, organisation: false })).toBe(false)
    }),
  )
})

test('an exam or a source that shows feedback needs no setting of the organisation', () => {
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
])('the organisation’s setting for an exam with the mask %i shows feedback: %s', (mask, shows) => {
  expect(showsQuestionFeedback({ exam: undefined, question: undefined, organisation: true, mask })).toBe(shows)
})
