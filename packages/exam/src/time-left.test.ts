import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Countdown, neverBack, timeLeftMs } from './time-left.ts'

const moment = fc.integer({ min: 0, max: 10_000_000 })
const pause = fc
  .tuple(moment, fc.option(fc.integer({ min: 0, max: 1_000_000 }), { nil: undefined }))
  .map(([fromMs, length]) => (length === undefined ? { fromMs } : { fromMs, toMs: fromMs + length }))
const countdown: fc.Arbitrary<Countdown> = fc.record({
  startedAtMs: moment,
  remainingMs: fc.integer({ min: 0, max: 10_000_000 }),
  pauses: fc.array(pause, { maxLength: 4 }),
})

describe('the time left', () => {
  // TIME-315
  test('is never below nothing and never more than there was at the start', () => {
    fc.assert(
      fc.property(countdown, fc.integer({ min: -1_000_000, max: 100_000_000 }), (timer, now) => {
        const left = timeLeftMs(timer, now)
        expect(left).toBeGreaterThanOrEqual(0)
        expect(left).toBeLessThanOrEqual(timer.remainingMs)
      }),
    )
  })

  test('never rises from one moment to a later one', () => {
    fc.assert(
      fc.property(countdown, moment, moment, (timer, a, b) => {
        expect(timeLeftMs(timer, Math.max(a, b))).toBeLessThanOrEqual(timeLeftMs(timer, Math.min(a, b)))
      }),
    )
  })

  test('goes down by what has passed, without what was paused', () => {
    const timer = { startedAtMs: 1000, remainingMs: 60_000, pauses: [{ fromMs: 11_000, toMs: 21_000 }] }
    expect(timeLeftMs(timer, 6000)).toBe(55_000)
    expect(timeLeftMs(timer, 15_000)).toBe(50_000)
    expect(timeLeftMs(timer, 31_000)).toBe(40_000)
  })

  // TIME-305
  test('stands still in a pause that lasts', () => {
    const timer = { startedAtMs: 0, remainingMs: 60_000, pauses: [{ fromMs: 5000 }] }
    expect(timeLeftMs(timer, 5000)).toBe(55_000)
    expect(timeLeftMs(timer, 5_000_000)).toBe(55_000)
  })

  test('counts two pauses that overlap once', () => {
    const pauses = [
      { fromMs: 10_000, toMs: 20_000 },
      { fromMs: 15_000, toMs: 25_000 },
    ]
    expect(timeLeftMs({ startedAtMs: 0, remainingMs: 60_000, pauses }, 30_000)).toBe(45_000)
  })
})

test('a computer clock that is set back gives no time back', () => {
  const times = [1000, 5000, 2000, 6000]
  const now = neverBack(() => times.shift() ?? 0)
  expect([now(), now(), now(), now()]).toEqual([1000, 5000, 5000, 6000])
})
