import fc from 'fast-check'
import { expect, test } from 'vitest'
import { elapsedSeconds, examTimes, remainingSeconds, sectionTimes } from './exam-times.ts'

// ENT-206 CONST-206 TIME-330
test('all five times of a section arrive in seconds and are milliseconds inside', () => {
  expect(
    sectionTimes({ warningTime: 60, sectionTime: 3600, readingTime: 300, sectionTimeRemaining: 1800, readingTimeRemaining: 1 }),
  ).toEqual({
    warningTimeMs: 60_000,
    sectionTimeMs: 3_600_000,
    readingTimeMs: 300_000,
    sectionTimeRemainingMs: 1_800_000,
    readingTimeRemainingMs: 1000,
  })
})

// CONST-110 CONST-206
test('the time used that the exam arrives with is converted: 90 becomes 90000', () => {
  expect(examTimes({ examTime: 5400, warningTime: 300, examTimeRemaining: 5310, elapsedTime: 90 })).toEqual({
    examTimeMs: 5_400_000,
    warningTimeMs: 300_000,
    examTimeRemainingMs: 5_310_000,
    elapsedTimeMs: 90_000,
  })
})

test('seconds for the wire never cost the learner time, and left and used add up to the whole', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000 }), fc.integer({ min: 0, max: 20_000_000 }), (whole, used) => {
      const elapsedMs = Math.min(used, whole * 1000)
      const leftMs = whole * 1000 - elapsedMs
      expect(remainingSeconds(leftMs) * 1000).toBeGreaterThanOrEqual(leftMs)
      expect(remainingSeconds(leftMs) + elapsedSeconds(elapsedMs)).toBe(whole)
    }),
  )
})
