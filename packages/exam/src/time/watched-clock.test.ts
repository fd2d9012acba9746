import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Absence, type ClockReading, readClock, type WatchedClock, watchClock } from './watched-clock.ts'

const start = watchClock({ wallMs: 1_000_000, steadyMs: 0 })
const after = (clock: WatchedClock, wall: number, steady: number, absences: readonly Absence[] = []) =>
  readClock(clock, { wallMs: clock.reading.wallMs + wall, steadyMs: clock.reading.steadyMs + steady }, absences)
const passed = ({ clock }: { clock: WatchedClock }) => clock.nowMs - start.nowMs

describe('a computer’s clock that is changed', () => {
  // TIME-312 TIME-328
  test('by more than 60 seconds, either way, takes no time and gives none', () => {
    for (const by of [3_600_000, 60_001, -60_001, -3_600_000]) {
      const read = after(start, 1000 + by, 1000)
      expect(passed(read)).toBe(1000)
      expect(read).toMatchObject({ changedByMs: by, clock: { shiftedMs: by } })
      expect(passed(after(read.clock, 1000, 1000))).toBe(2000)
    }
  })

  // TIME-328
  test('a shift of 60 seconds or less is not a change: forward it counts, and backward the time waits', () => {
    expect(passed(after(start, 61_000, 1000))).toBe(61_000)
    expect(after(start, 61_000, 1000)).not.toHaveProperty('changedByMs')
    const back = after(start, -30_000, 1000)
    expect(passed(back)).toBe(0)
    expect(back).not.toHaveProperty('changedByMs')
  })

  // TIME-314 TIME-329
  test('a jump during an absence is passed time, up to a second more than the absence', () => {
    const { wallMs } = start.reading
    const slept = (absence: Absence) => after(start, 1_800_000, 1000, [absence])
    for (const absence of [
      { fromMs: wallMs, toMs: wallMs + 1_800_000 },
      { fromMs: wallMs + 1000, toMs: wallMs + 1_799_000 },
      { fromMs: wallMs - 900_000, toMs: wallMs + 5_000_000 },
      { fromMs: wallMs },
    ]) {
      expect(passed(slept(absence))).toBe(1_800_000)
      expect(slept(absence)).not.toHaveProperty('changedByMs')
    }
    for (const absence of [
      { fromMs: wallMs + 1001, toMs: wallMs + 1_800_000 },
      { fromMs: wallMs, toMs: wallMs + 1_798_999 },
    ])
      expect(slept(absence)).toMatchObject({ changedByMs: 1_799_000 })
  })

  test('a backward jump during an absence is still a change', () => {
    expect(after(start, -3_600_000, 1000, [{ fromMs: start.reading.wallMs }])).toMatchObject({ changedByMs: -3_601_000 })
  })

  test('never runs back, and a tab that looks seldom sees what one sees that looks often', () => {
    const step = fc.record({ wall: fc.integer({ min: -200_000, max: 200_000 }), steady: fc.integer({ min: 0, max: 120_000 }) })
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        let clock = start
        for (const { wall, steady } of steps) {
          const next = after(clock, wall, steady).clock
          expect(next.nowMs).toBeGreaterThanOrEqual(clock.nowMs)
          clock = next
        }
      }),
    )
    const reading: ClockReading = { wallMs: start.reading.wallMs + 600_000, steadyMs: 600_000 }
    let often = start
    for (let minute = 1; minute <= 10; minute += 1) often = after(often, 60_000, 60_000).clock
    expect(often.nowMs).toBe(readClock(start, reading, []).clock.nowMs)
  })
})
