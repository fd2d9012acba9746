import fc from 'fast-check'
import { expect, test } from 'vitest'
import { roundToBillionths } from './billionths.ts'
import type { CountingMark } from './mark-that-counts.ts'
import { type MarkedPart, questionMark } from './question-mark.ts'

const billionths = fc.integer({ min: 0, max: 5_000_000_000 })
const counting: fc.Arbitrary<CountingMark> = fc.oneof(
  fc.record({ marks: billionths, by: fc.constantFrom('person' as const, 'key' as const), isNeutralised: fc.boolean() }),
  fc.record({ waiting: fc.constantFrom('unmarked' as const, 'cannot' as const), isNeutralised: fc.boolean() }),
)
const part: fc.Arbitrary<MarkedPart> = fc.record({ max: billionths, soFar: billionths, counting })

// OFFICE-403
test('the marks of parts are added up exactly, in whatever order they stand', () => {
  void fc.assert(
    fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
      const mark = questionMark(parts)
      expect(questionMark(parts.toReversed())).toEqual(mark)
      const expected = parts
        .filter((one) => !one.counting.isNeutralised)
        .reduce((sum, one) => sum + (one.counting.waiting === undefined ? one.counting.marks : one.soFar), 0)
      expect(roundToBillionths(mark.score)).toBe(expected)
    }),
  )
})

test('a question waits for a person as long as one of its parts does that counts', () => {
  void fc.assert(
    fc.property(fc.array(part, { maxLength: 5 }), (parts) => {
      const waits = parts.some((one) => one.counting.waiting !== undefined && !one.counting.isNeutralised)
      expect(questionMark(parts).needsPerson).toBe(waits)
    }),
  )
})

test('a penalty takes away nothing that other parts do not earn, and stands where the question is one', () => {
  const of = (marks: number): MarkedPart => ({ max: 5, soFar: 0, counting: { marks, by: 'key', isNeutralised: false } })
  expect(questionMark([of(-3), of(1)]).score).toBe(0)
  expect(questionMark([of(-3_000_000_000)]).score).toBe(-3)
})

test('what is neutralised counts neither for nor against', () => {
  const neutral: CountingMark = { marks: 2_000_000_000, by: 'person', isNeutralised: true }
  const counts: CountingMark = { marks: 1_000_000_000, by: 'person', isNeutralised: false }
  const parts = [neutral, counts].map((one): MarkedPart => ({ max: 2_000_000_000, soFar: 0, counting: one }))
  expect(questionMark(parts)).toEqual({ score: 1, maxScore: 2, needsPerson: false })
})
