import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  cutShortByMs,
  type ExtraTime,
  givesMore,
  isSameOwnTime,
  noOwnTime,
  ownMsOf,
  ownTimeOf,
  ownTimeReached,
  withOwnTime,
} from './accommodation.ts'
import type { ExamPlan } from './exam-plan.ts'
import { completePart, type ExamTime, enterPart, freshTime, giveTime, passTime } from './exam-time.ts'

const minute = 60_000
const part = (id: string, timeMs: number) => ({ id, timeMs, readingMs: 0, warningMs: 0, oneWay: false })
const planWith = (timeMs: number, ...times: readonly number[]): ExamPlan => ({
  timeMs,
  warningMs: 0,
  parts: times.map((one, at) => part(`p${at}`, one)),
})

const extra: fc.Arbitrary<ExtraTime> = fc.oneof(
  fc.record({ percent: fc.integer({ min: 1, max: 300 }) }),
  fc.record({ minutes: fc.integer({ min: 1, max: 600 }) }),
)
const extras = fc.array(extra, { maxLength: 3 })
const seconds = fc.integer({ min: 0, max: 20_000 }).map((count) => count * 1000)
const plans = fc.tuple(seconds, fc.array(seconds, { maxLength: 4 })).map(([timeMs, times]) => planWith(timeMs, ...times))

/** A sitting somewhere on its way: moved on, given time, with parts finished. */
const sittings = (plan: ExamPlan): fc.Arbitrary<ExamTime> =>
  fc
    .array(
      fc.oneof(
        fc.nat(3_600_000).map((ms) => (time: ExamTime) => passTime(time, ms)),
        fc.nat(600_000).map((ms) => (time: ExamTime) => giveTime(time, plan, ms)),
        fc.nat(4).map((at) => (time: ExamTime) => enterPart(time, plan, `p${at}`)),
        fc.nat(4).map((at) => (time: ExamTime) => completePart(time, `p${at}`)),
      ),
      { maxLength: 6 },
    )
    .map((steps) => steps.reduce((time, step) => step(time), enterPart(freshTime(plan), plan, 'p0')))

// OFFICE-203
test('a percentage is of the exam and of each timed part, minutes are for the whole and shared out, up to whole minutes', () => {
  expect(ownTimeOf(planWith(60 * minute), [{ percent: 25 }])).toEqual({ examMs: 15 * minute, parts: [] })
  expect(ownTimeOf(planWith(50 * minute), [{ percent: 25 }]).examMs).toBe(13 * minute)
  const parts = planWith(0, 20 * minute, 0, 45 * minute)
  expect(ownTimeOf(parts, [{ percent: 25 }])).toEqual({
    examMs: 0,
    parts: [
      { partId: 'p0', ms: 5 * minute },
      { partId: 'p2', ms: 12 * minute },
    ],
  })
  expect(ownTimeOf(planWith(90 * minute, 30 * minute, 60 * minute), [{ minutes: 15 }])).toEqual({
    examMs: 15 * minute,
    parts: [
      { partId: 'p0', ms: 5 * minute },
      { partId: 'p1', ms: 10 * minute },
    ],
  })
  expect(ownTimeOf(planWith(0), [{ percent: 25 }, { minutes: 10 }])).toEqual(noOwnTime)
})

// OFFICE-203
test('extra time is in whole minutes, at least the approved time, and less than a minute more per figure', () => {
  fc.assert(
    fc.property(plans, extra, (plan, one) => {
      const { examMs, parts } = ownTimeOf(plan, [one])
      for (const { ms } of [{ ms: examMs }, ...parts]) expect(ms % minute).toBe(0)
      const exact = 'percent' in one ? (plan.timeMs * one.percent) / 100 : plan.timeMs > 0 ? one.minutes * minute : 0
      expect(examMs).toBeGreaterThanOrEqual(exact)
      expect(examMs - exact).toBeLessThan(minute)
      const inParts = plan.parts.reduce((sum, { timeMs }) => sum + timeMs, 0)
      const given = parts.reduce((sum, { ms }) => sum + ms, 0)
      const approved = 'percent' in one ? (inParts * one.percent) / 100 : inParts > 0 ? one.minutes * minute : 0
      expect(given).toBeGreaterThanOrEqual(approved - 1)
    }),
  )
})

test('the largest of several accommodations counts, in any order, and another one never reduces it', () => {
  fc.assert(
    fc.property(plans, extras, extra, (plan, some, one) => {
      const before = ownTimeOf(plan, some)
      const after = ownTimeOf(plan, [...some, one])
      expect(isSameOwnTime(ownTimeOf(plan, [one, ...some].reverse()), after)).toBe(true)
      expect(givesMore(after, before)).toBe(false)
      expect(isSameOwnTime(after, before)).toBe(!givesMore(before, after))
    }),
  )
})

// OFFICE-110
test('during a sitting, added time counts immediately; reduced time takes only unused time', () => {
  fc.assert(
    fc.property(
      plans.chain((plan) => fc.tuple(fc.constant(plan), sittings(plan), extras, extras)),
      ([plan, time, first, second]) => {
        const held = ownTimeReached(time, noOwnTime, ownTimeOf(plan, first))
        const with1 = withOwnTime(time, noOwnTime, held)
        const wanted = ownTimeOf(plan, second)
        const reached = ownTimeReached(with1, held, wanted)
        const with2 = withOwnTime(with1, held, reached)
        // What was used stays used, and nothing is below nothing.
        expect(with2.elapsedMs).toBe(time.elapsedMs)
        const usedMs = (at: ExamTime) => (at.leftMs === undefined ? 0 : plan.timeMs + at.addedMs - at.leftMs)
        expect(usedMs(with2)).toBe(usedMs(time))
        expect(with2.leftMs ?? 0).toBeGreaterThanOrEqual(0)
        for (const [id, one] of Object.entries(with2.parts)) {
          expect(one.leftMs ?? 0).toBeGreaterThanOrEqual(0)
          if (one.isComplete) expect(one).toEqual(time.parts[id])
        }
        // Where something was to be had, it is there: what stands is what was wanted, or time is up.
        if (time.leftMs !== undefined && reached.examMs !== wanted.examMs) expect(with2.leftMs).toBe(0)
        // The way there makes no difference if nothing was used up meanwhile.
        if (reached.examMs === wanted.examMs && time.leftMs !== undefined)
          expect(with2.leftMs).toBe(time.leftMs + wanted.examMs)
      },
    ),
  )
})

test('taken away and given again at one moment, it is as it was', () => {
  fc.assert(
    fc.property(
      plans.chain((plan) => fc.tuple(fc.constant(plan), sittings(plan), extras)),
      ([plan, time, some]) => {
        const held = ownTimeReached(time, noOwnTime, ownTimeOf(plan, some))
        const there = withOwnTime(time, noOwnTime, held)
        const less = ownTimeReached(there, held, noOwnTime)
        const without = withOwnTime(there, held, less)
        expect(withOwnTime(without, less, ownTimeReached(without, less, ownTimeOf(plan, some)))).toEqual(there)
      },
    ),
  )
})

test('extra time of an exam with timed parts only is that of its parts', () => {
  expect(
    ownMsOf({
      examMs: 0,
      parts: [
        { partId: 'a', ms: 5 },
        { partId: 'b', ms: 7 },
      ],
    }),
  ).toBe(12)
  expect(ownMsOf({ examMs: 9, parts: [{ partId: 'a', ms: 5 }] })).toBe(9)
})

test('the excess over the window is computed for a learner who starts when it opens', () => {
  const window = { startMs: 0, endMs: 70 * minute }
  expect(cutShortByMs(window, 75 * minute)).toBe(5 * minute)
  expect([cutShortByMs(window, 70 * minute), cutShortByMs(window, undefined)]).toEqual([0, 0])
  expect(cutShortByMs({ startMs: 0, endMs: null }, 75 * minute)).toBe(0)
})
