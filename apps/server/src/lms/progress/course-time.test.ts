import fc from 'fast-check'
import { expect, test } from 'vitest'
import { totalsOfUnits, type UnitProgress } from './course-progress.ts'
import { courseTimeMs } from './course-time.ts'

test('times are read as either standard writes them, and nothing else is one', () => {
  expect(courseTimeMs('0000:05:30.25')).toBe(330_250)
  expect(courseTimeMs('100:00:01')).toBe(360_001_000)
  expect(courseTimeMs('PT1H0M2.5S')).toBe(3_602_500)
  expect(courseTimeMs('P1DT1S')).toBe(86_401_000)
  expect(courseTimeMs('PT0S')).toBe(0)
  for (const text of ['', '5', '1:2:3', '00:00:01.234', 'P1Y', 'P1M', 'T1S', ' PT1S', '99999:00:00', `PT${'9'.repeat(30)}H`])
    expect([text, courseTimeMs(text)]).toEqual([text, undefined])
})

test('whatever the text, a time is a whole number of milliseconds, or none', () => {
  const part = fc.constantFrom('P', 'T', 'H', 'M', 'S', 'D', ':', '.', '0', '12', '59', '-', ' ')
  void fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const ms = courseTimeMs(parts.join(''))
      expect(ms === undefined || (Number.isSafeInteger(ms) && ms >= 0)).toBe(true)
    }),
    { numRuns: 2000 },
  )
})

const unit: fc.Arbitrary<UnitProgress> = fc.record({
  ...{ position: fc.nat(9), status: fc.integer({ min: 0, max: 3 }), startedAt: fc.constant(null), endedAt: fc.constant(null) },
  score: fc.option(fc.double({ min: -1, max: 1, noNaN: true }), { nil: undefined }),
  timeMs: fc.option(fc.nat(1_000_000), { nil: undefined }),
  contactAt: fc.option(fc.nat(1_000_000), { nil: null }),
})

test('units come to their sum in time, their mean in scores and their latest contact, and to nothing if none has any', () => {
  void fc.assert(
    fc.property(fc.array(unit, { maxLength: 6 }), (units) => {
      const { score, timeMs, contactAt, completed } = totalsOfUnits(units)
      const scored = units.flatMap((one) => one.score ?? [])
      expect(score === undefined).toBe(scored.length === 0)
      if (score !== undefined) {
        expect(score).toBeGreaterThanOrEqual(Math.min(...scored) - 1e-9)
        expect(score).toBeLessThanOrEqual(Math.max(...scored) + 1e-9)
      }
      const timed = units.flatMap((one) => one.timeMs ?? [])
      expect(timeMs).toBe(timed.length === 0 ? undefined : timed.reduce((all, one) => all + one, 0))
      expect(units.every((one) => (one.contactAt ?? 0) <= (contactAt ?? 0))).toBe(true)
      expect(completed).toBe(units.filter(({ status }) => status === 2).length)
    }),
  )
})
