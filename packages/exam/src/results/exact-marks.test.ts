import Big from 'big.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { percentOfMarks, sumOfMarks } from './exact-marks.ts'

/** Marks with up to nine decimals, as an author writes them or marking rounds them. */
const mark = fc
  .tuple(fc.integer({ min: -100_000_000, max: 100_000_000 }), fc.integer({ min: 3, max: 9 }))
  .map(([digits, places]) => digits / 10 ** places)

// OFFICE-403
test('marks are added up as decimals are, in whatever order they come', () => {
  void fc.assert(
    fc.property(fc.array(mark, { maxLength: 40 }), (marks) => {
      const exact = marks.reduce((total, one) => total.plus(new Big(one)), new Big(0))
      expect(sumOfMarks(marks)).toBe(exact.toNumber() + 0)
      expect(sumOfMarks(marks.toReversed())).toBe(sumOfMarks(marks))
    }),
  )
  expect(0.1 + 0.2).not.toBe(0.3)
  expect(sumOfMarks([0.1, 0.2])).toBe(0.3)
  expect(sumOfMarks(Array<number>(3).fill(1 / 3))).toBe(0.999999999)
})

// OFFICE-403
test('a percentage is rounded once, half up', () => {
  const most = fc.integer({ min: 1, max: 1_000_000_000 }).map((one) => one / 1000)
  void fc.assert(
    fc.property(mark, most, (score, maxScore) => {
      const hundredths = new Big(score).times(10_000).div(new Big(maxScore))
      const percent = percentOfMarks(score, maxScore)
      // Never further than half a hundredth away, and what is in the middle goes up.
      const away = new Big(percent).times(100).minus(hundredths)
      expect(away.gt(-0.5 - 1e-9) && away.lte(0.5 + 1e-9)).toBe(true)
    }),
  )
  expect(percentOfMarks(1.005, 100)).toBe(1.01)
  expect(percentOfMarks(-1.005, 100)).toBe(-1)
  expect(percentOfMarks(2, 3)).toBe(66.67)
  expect(percentOfMarks(1, 3)).toBe(33.33)
  expect(percentOfMarks(5, 0)).toBe(0)
  expect(percentOfMarks(0, 0)).toBe(0)
})
