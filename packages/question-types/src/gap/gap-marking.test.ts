import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AcceptedText, isAccepted } from './accepted-text-marking.ts'
import { type GapState, gapCredit, markGaps } from './gap-credit-marking.ts'

test.each<[AcceptedText, string, boolean]>([
  ['Paris', ' paris ', true],
  ['New York', 'new   york', true],
  ['Paris', 'Pari', false],
  [{ anyOf: ['colour', 'color'], caseSensitive: false }, 'Color', true],
  [{ anyOf: ['pH'], caseSensitive: true }, 'PH', false],
  ['café', 'cafe\u0301', true],
  [{ number: 0.3, tolerance: 0.1 }, '0.4', true],
  [{ number: 0.3, tolerance: 0.1 }, '0.40000000000000001', false],
  [{ number: 3.5, tolerance: 0 }, '3,5', true],
  [{ number: 3.5, tolerance: 0 }, '٣٫٥', true],
  [{ number: -3.5, tolerance: 0 }, '−3.50', true],
  [{ number: 1500, tolerance: 0 }, '1,500', true],
  [{ number: 1500, tolerance: 0 }, '1 500', true],
  [{ number: 1500, tolerance: 0 }, '1.500', false],
  [{ number: 1500.5, tolerance: 0 }, '1.500,5', true],
  [{ number: 0.0000001, tolerance: 0 }, '0.0000001', true],
  [{ number: 1e21, tolerance: 0 }, '1000000000000000000000', true],
  [{ number: 5, tolerance: 1 }, 'five', false],
  [{ number: 0, tolerance: 1 }, '', false],
  [{ number: 0, tolerance: 1 }, '.', false],
  [{ number: 5, tolerance: 1 }, '5 kg', false],
])('%j and "%s" typed: accepted %s', (accepted, typed, expected) => {
  expect(isAccepted(accepted, typed)).toBe(expected)
})

test('a number is accepted by exactly the difference from what is asked, with no rounding', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1e6, max: 1e6 }),
      fc.integer({ min: -2000, max: 2000 }),
      fc.nat({ max: 2000 }),
      (cents, off, most) => {
        const typed = ((cents + off) / 100).toFixed(2)
        expect(isAccepted({ number: cents / 100, tolerance: most / 100 }, typed)).toBe(Math.abs(off) <= most)
      },
    ),
  )
})

test.each<[string, object, GapState[], number]>([
  ['all right', { kind: 'each' }, ['right', 'right'], 4],
  ['half right', { kind: 'each' }, ['right', 'empty'], 2],
  ['one wrong with a penalty', { kind: 'each', penalty: 0.5 }, ['right', 'wrong'], 1.5],
  ['an empty one costs no penalty', { kind: 'each', penalty: 0.5 }, ['right', 'empty'], 2],
  ['never below nothing', { kind: 'each', penalty: 5 }, ['right', 'wrong'], 0],
  ['all or nothing, all', { kind: 'all', penalty: 1 }, ['right', 'right'], 4],
  ['all or nothing, not all', { kind: 'all' }, ['right', 'empty'], 0],
  ['all or nothing with a penalty', { kind: 'all', penalty: 1 }, ['right', 'wrong'], -1],
  ['nothing answered costs nothing', { kind: 'all', penalty: 1 }, ['empty', 'empty'], 0],
])('gaps: %s', (_, credit, gaps, score) => {
  expect(markGaps({ marks: 4, credit: gapCredit.parse(credit) }, gaps).score).toBe(score)
})
