import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ageOf } from './age.ts'

const unitMs = { 'status.seconds': 1000, 'status.minutes': 60_000, 'status.hours': 3_600_000, 'status.days': 86_400_000 }

test('an age is never shown as less than it is, and by less than one unit as more', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 10 }), fc.integer({ min: 0, max: 10 ** 9 }), (asOfMs, pastMs) => {
      const { id, count } = ageOf(asOfMs, asOfMs + pastMs)
      expect(count * unitMs[id]).toBeGreaterThanOrEqual(pastMs)
      expect(count * unitMs[id] - pastMs).toBeLessThan(unitMs[id])
    }),
  )
})

test.each([
  [0, 'status.seconds', 0],
  [-5000, 'status.seconds', 0],
  [2001, 'status.seconds', 3],
  [60_000, 'status.seconds', 60],
  [60_001, 'status.minutes', 2],
  [3_600_001, 'status.hours', 2],
  [86_400_001, 'status.days', 2],
] as const)('after %i ms it reads %s %i', (pastMs, id, count) => {
  expect(ageOf(1_000_000, 1_000_000 + pastMs)).toEqual({ id, count })
})
