import { expect, test } from 'vitest'
import { timerSettings } from './timer.ts'

// TIME-302 TIME-326 TIME-327
test('a timer counts down from 10 seconds to 0 in ticks of a second by default', () => {
  expect(timerSettings()).toEqual({ direction: -1, startMs: 10_000, endMs: 0, tickMs: 1000 })
  expect(timerSettings({ startMs: 60_000 })).toEqual({ direction: -1, startMs: 60_000, endMs: 0, tickMs: 1000 })
})

// TIME-303 ERR-313
test('a timer whose direction leads away from its end is an error', () => {
  expect(() => timerSettings({ direction: 1 })).toThrow("can't count up")
  expect(() => timerSettings({ startMs: -1 })).toThrow("can't count down")
  expect(timerSettings({ direction: 1, startMs: 0, endMs: 5000 }).endMs).toBe(5000)
  expect(timerSettings({ startMs: 0 }).startMs).toBe(0)
})
