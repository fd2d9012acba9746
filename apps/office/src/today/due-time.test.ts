import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { timeLeft } from './due-time.ts'

const unitMs = { day: 86_400_000, hour: 3_600_000, minute: 60_000 }

describe('the time until a deadline', () => {
  test('is never more than there is, and less by no whole unit', () => {
    void fc.assert(
      fc.property(fc.nat(40 * unitMs.day), fc.integer(), (leftMs, nowMs) => {
        const { unit, count } = timeLeft(nowMs + leftMs, nowMs)
        expect(count * unitMs[unit]).toBeLessThanOrEqual(leftMs)
        expect((count + 1) * unitMs[unit]).toBeGreaterThan(leftMs)
        if (unit !== 'minute') expect(count).toBeGreaterThan(0)
      }),
    )
  })

  test('is none once it is over', () => {
    expect([timeLeft(5, 5), timeLeft(0, 1e9)]).toEqual([
      { unit: 'minute', count: 0 },
      { unit: 'minute', count: 0 },
    ])
    expect(timeLeft(unitMs.day, 0)).toEqual({ unit: 'day', count: 1 })
  })
})
