import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { announcement, clockDisplay, isTimeUp, isWarning } from './clock-display.ts'

describe('the clock', () => {
  // TIME-308
  test('reads rounded-up minutes over one minute, and 1m at exactly one', () => {
    expect(clockDisplay(60_000)).toBe('1m')
    expect(clockDisplay(60_001)).toBe('2m')
    expect(clockDisplay(5_400_000)).toBe('90m')
    expect(clockDisplay(5_340_001)).toBe('90m')
  })

  // TIME-309
  test('reads rounded-up seconds from one second up', () => {
    expect(clockDisplay(1000)).toBe('1s')
    expect(clockDisplay(1001)).toBe('2s')
    expect(clockDisplay(58_500)).toBe('59s')
  })

  // TIME-310
  test('reads 0 below one second, with the outline of a time that is up', () => {
    expect(clockDisplay(999)).toBe('0')
    expect(clockDisplay(0)).toBe('0')
    expect(isTimeUp(999)).toBe(true)
    expect(isTimeUp(1000)).toBe(false)
  })

  test('never promises less than there is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1000, max: 100_000_000 }), (left) => {
        const shown = clockDisplay(left)
        const unit = shown.endsWith('m') ? 60_000 : 1000
        const shownMs = Number.parseInt(shown, 10) * unit
        expect(shownMs).toBeGreaterThanOrEqual(left)
        expect(shownMs - left).toBeLessThan(unit)
      }),
    )
  })

  // TIME-307
  test('warns at and below the warning time, and never without one', () => {
    expect(isWarning(300_000, 300_000)).toBe(true)
    expect(isWarning(300_001, 300_000)).toBe(false)
    expect(isWarning(0, 0)).toBe(false)
  })
})

describe('announcements for screen readers', () => {
  test('the time at a few moments and at the warning, each once', () => {
    const shown: number[] = []
    for (let left = 1_200_000; left > 0; left -= 1000) {
      const moment = announcement(left, left - 1000, 120_000)
      if (moment !== undefined) shown.push(moment)
    }
    expect(shown).toEqual([600_000, 300_000, 120_000, 60_000, 10_000])
  })

  test('only the nearest moment is announced if a sleeping tab has passed several', () => {
    expect(announcement(1_000_000, 40_000, 0)).toBe(60_000)
  })
})
