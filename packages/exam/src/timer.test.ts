import { describe, expect, test } from 'vitest'
import { defaultTimer, pauseTimer, readTimer, resumeTimer, startTimer } from './timer.ts'

describe('a timer', () => {
  // TIME-302 TIME-326 TIME-327
  test('counts down from 10 seconds to 0, tick by tick, unless told otherwise', () => {
    expect(defaultTimer).toEqual({ direction: -1, startMs: 10_000, endMs: 0, tickMs: 1000 })
    const timer = startTimer(500)
    expect(readTimer(timer, 500)).toEqual({ valueMs: 10_000, isFinished: false })
    expect(readTimer(timer, 4500)).toEqual({ valueMs: 6000, isFinished: false })
    expect(readTimer(timer, 99_999)).toEqual({ valueMs: 0, isFinished: true })
  })

  test('counts up where it is told to', () => {
    const timer = startTimer(0, { direction: 1, startMs: 0, endMs: 5000 })
    expect(readTimer(timer, 2000)).toEqual({ valueMs: 2000, isFinished: false })
    expect(readTimer(timer, 9000)).toEqual({ valueMs: 5000, isFinished: true })
  })

  // TIME-303 ERR-313
  test('whose direction leads away from its end is an error', () => {
    expect(() => startTimer(0, { direction: 1 })).toThrow("can't count up")
    expect(() => startTimer(0, { direction: -1, startMs: 0, endMs: 10 })).toThrow("can't count down")
    expect(readTimer(startTimer(0, { startMs: 0 }), 0).isFinished).toBe(true)
  })

  // TIME-305 TIME-306
  test('stands while it is paused, and begins anew at the moment of the un-pause', () => {
    const paused = pauseTimer(startTimer(0), 3000)
    expect(readTimer(paused, 60_000).valueMs).toBe(7000)
    expect(pauseTimer(paused, 60_000)).toBe(paused)
    const resumed = resumeTimer(paused, 60_000)
    expect(resumed.countdown).toEqual({ startedAtMs: 60_000, remainingMs: 7000, pauses: [] })
    expect(readTimer(resumed, 61_000).valueMs).toBe(6000)
    expect(resumeTimer(resumed, 70_000)).toBe(resumed)
  })
})
