import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromBillionths, roundToBillionths, toBillionths } from './billionths.ts'

const billionths = fc.integer({ min: -4_000_000_000_000_000, max: 4_000_000_000_000_000 })

// OFFICE-403
test('billionths come back from marks as they were, also once the marks were written in decimals', () => {
  void fc.assert(
    fc.property(billionths, (one) => {
      const marks = fromBillionths(one)
      expect(toBillionths(marks)).toBe(one)
      expect(toBillionths(JSON.parse(JSON.stringify(marks)) as number)).toBe(one)
      expect(roundToBillionths(marks)).toBe(one)
    }),
  )
})

test('marks with nine decimals are exact, and with more of them they are none', () => {
  expect(toBillionths(0.1)).toBe(100_000_000)
  expect(toBillionths(0.1 + 0.2)).toBeUndefined()
  expect(toBillionths(0.300000001)).toBe(300_000_001)
  expect(toBillionths(0.3000000001)).toBeUndefined()
  expect(toBillionths(1 / 3)).toBeUndefined()
  expect(roundToBillionths(1 / 3)).toBe(333_333_333)
})

test('what is no number of marks is none', () => {
  for (const one of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e300])
    expect(toBillionths(one)).toBeUndefined()
  expect(() => roundToBillionths(Number.NaN)).toThrow(RangeError)
  expect(Object.is(toBillionths(-0), 0)).toBe(true)
  expect(Object.is(roundToBillionths(-1e-12), 0)).toBe(true)
})
