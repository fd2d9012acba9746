import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ExamPlan, PartPlan } from './exam-plan.ts'
import {
  canBeGivenTime,
  completePart,
  currentPart,
  type ExamTime,
  enterPart,
  freshTime,
  giveTime,
  passTime,
  runningTimer,
  skipReading,
  timerEnd,
  untilOverMs,
  wholeLeftMs,
} from './exam-time.ts'

const minute = 60_000
const part = (id: string, fields: Partial<PartPlan> = {}): PartPlan => ({
  id,
  timeMs: 0,
  readingMs: 0,
  warningMs: 0,
  oneWay: false,
  ...fields,
})
const planWith = (...parts: PartPlan[]): ExamPlan => ({ timeMs: 0, warningMs: 0, parts })
const begun = (plan: ExamPlan, partId = plan.parts[0]?.id) => enterPart(freshTime(plan), plan, partId)
const leftOf = (time: ExamTime, plan: ExamPlan) => runningTimer(time, plan).leftMs

const ms = fc.integer({ min: 0, max: 8_000_000 })
const anyPart = fc.record({
  timeMs: fc.oneof(fc.constant(0), ms),
  readingMs: fc.oneof(fc.constant(0), ms),
  warningMs: fc.constant(0),
  oneWay: fc.boolean(),
})
const anyPlan = fc
  .record({ timeMs: fc.oneof(fc.constant(0), ms), parts: fc.array(anyPart, { minLength: 1, maxLength: 4 }) })
  .map(
    ({ timeMs, parts }): ExamPlan => ({
      timeMs,
      warningMs: 0,
      parts: parts.map((fields, place) => ({ id: `p${place}`, ...fields })),
    }),
  )

/** Everything that can befall a sitting by itself, without anybody's decision about its time. */
type Befalls = { readonly kind: 'tick' | 'sleep' | 'pause' | 'reload'; readonly ms: number }
const befalls: fc.Arbitrary<Befalls> = fc.record({
  kind: fc.constantFrom('tick', 'sleep', 'pause', 'reload'),
  ms: fc.integer({ min: 0, max: 2_000_000 }),
})
const after = (time: ExamTime, { kind, ms: lasted }: Befalls): ExamTime => {
  if (kind === 'pause') return { ...passTime({ ...time, isPaused: true }, lasted), isPaused: false }
  // A reload keeps what there is as text, and reads it again.
  if (kind === 'reload') return JSON.parse(JSON.stringify(time)) as ExamTime
  return passTime(time, lasted)
}

describe('the time of a sitting', () => {
  // TIME-305 TIME-315 TIME-316
  test('time never rises by itself and is never negative', () => {
    fc.assert(
      fc.property(anyPlan, fc.array(befalls), (plan, sequence) => {
        let time = begun(plan)
        for (const one of sequence) {
          const next = after(time, one)
          expect(wholeLeftMs(next) ?? 0).toBeLessThanOrEqual(wholeLeftMs(time) ?? 0)
          for (const [id, { leftMs = 0, readingLeftMs }] of Object.entries(next.parts)) {
            expect(leftMs).toBeGreaterThanOrEqual(0)
            expect(readingLeftMs).toBeGreaterThanOrEqual(0)
            expect(leftMs).toBeLessThanOrEqual(time.parts[id]?.leftMs ?? 0)
            expect(readingLeftMs).toBeLessThanOrEqual(time.parts[id]?.readingLeftMs ?? 0)
          }
          expect(next.leftMs ?? 0).toBeGreaterThanOrEqual(0)
          expect(next.elapsedMs).toBeGreaterThanOrEqual(time.elapsedMs)
          time = next
        }
      }),
    )
  })

  // PAUSE-301
  test('time is the same for any order of ticks, sleeps, pauses and reloads', () => {
    const shuffled = fc
      .array(befalls)
      .chain((sequence) => fc.tuple(fc.constant(sequence), fc.shuffledSubarray(sequence, { minLength: sequence.length })))
    fc.assert(
      fc.property(anyPlan, shuffled, (plan, [one, other]) => {
        expect(other.reduce(after, begun(plan))).toEqual(one.reduce(after, begun(plan)))
      }),
    )
  })

  // TIME-301
  test('runs for each part on its own, and an exam that has a time too bounds them all', () => {
    const plan = { ...planWith(part('a', { timeMs: 10 * minute }), part('b', { timeMs: 20 * minute })), timeMs: 25 * minute }
    let time = passTime(begun(plan), 4 * minute)
    expect(leftOf(time, plan)).toBe(6 * minute)
    time = enterPart(time, plan, 'b')
    expect(leftOf(time, plan)).toBe(20 * minute)
    time = passTime(time, 5 * minute)
    expect(leftOf(time, plan)).toBe(15 * minute)
    expect(leftOf(enterPart(time, plan, 'a'), plan)).toBe(6 * minute)
    expect(wholeLeftMs(time)).toBe(16 * minute)
  })

  test('the end of the exam is put off by what there is to read only where the learner is', () => {
    const plan = { ...planWith(part('a'), part('b', { readingMs: 5 * minute })), timeMs: 60 * minute }
    let time = passTime(begun(plan), 20 * minute)
    expect(untilOverMs(time)).toBe(40 * minute)
    expect(untilOverMs(enterPart(time, plan, 'b'))).toBe(45 * minute)
    time = passTime(time, 40 * minute)
    expect(untilOverMs(time)).toBe(0)
    expect(untilOverMs(enterPart(time, plan, 'b'))).toBe(0)
  })

  test('time ends exactly after the computed milliseconds for a learner who stays in the part', () => {
    fc.assert(
      fc.property(anyPlan, fc.array(befalls), (plan, sequence) => {
        const time = sequence.reduce(after, begun(plan))
        const until = untilOverMs(time)
        fc.pre(until !== undefined && until > 0 && plan.parts.length === 1)
        expect(untilOverMs(passTime(time, until ?? 0))).toBe(0)
        expect(untilOverMs(passTime(time, (until ?? 0) - 1))).not.toBe(0)
      }),
    )
  })

  // TIME-316 TIME-319
  test('reading runs first and once, and takes nothing of what comes after it', () => {
    const plan = { ...planWith(part('a', { readingMs: 5 * minute }), part('b')), timeMs: 60 * minute }
    let time = passTime(begun(plan), 2 * minute)
    expect(runningTimer(time, plan)).toMatchObject({ isReading: true, leftMs: 3 * minute, startMs: 5 * minute })
    expect(time.leftMs).toBe(60 * minute)
    const before = time
    time = passTime(time, 4 * minute)
    expect(timerEnd(before, time, true)).toBe('reading')
    expect(runningTimer(time, plan)).toMatchObject({ isReading: false, leftMs: 59 * minute })
    time = enterPart(enterPart(time, plan, 'b'), plan, 'a')
    expect(runningTimer(time, plan).isReading).toBe(false)
    expect(time.elapsedMs).toBe(minute)
  })

  test('reading that is skipped is over, and its time is nobody else’s', () => {
    const plan = planWith(part('a', { timeMs: 10 * minute, readingMs: 5 * minute }))
    const time = skipReading(passTime(begun(plan), minute), 'a')
    expect(runningTimer(time, plan)).toMatchObject({ isReading: false, leftMs: 10 * minute })
    expect(wholeLeftMs(time)).toBe(10 * minute)
  })

  test('at its end a part gives way to the next, the last one ends the exam, and the exam’s own end ends both', () => {
    const plan = planWith(part('a', { timeMs: minute }), part('b', { timeMs: minute }))
    const before = begun(plan)
    const up = passTime(before, 2 * minute)
    expect(timerEnd(before, up, true)).toBe('part')
    expect(timerEnd(before, up, false)).toBe('exam')
    expect(timerEnd(up, passTime(up, minute), true)).toBeUndefined()
    const bounded = begun({ ...plan, timeMs: minute })
    expect(timerEnd(bounded, passTime(bounded, minute), true)).toBe('exam')
  })

  test('a one-way part is complete once it is left, and no complete part is entered again', () => {
    const plan = planWith(part('a', { oneWay: true }), part('b'), part('c'))
    let time = enterPart(begun(plan), plan, 'b')
    expect(time.parts.a?.isComplete).toBe(true)
    expect(enterPart(time, plan, 'a')).toBe(time)
    expect(enterPart(time, plan, 'nowhere')).toBe(time)
    time = enterPart(time, plan, 'c')
    expect(time.parts.b?.isComplete).toBe(false)
    expect(enterPart(completePart(time, 'b'), plan, 'b').partId).toBe('c')
  })

  test('skipped one-way parts are complete, entered or not', () => {
    const plan = planWith(part('a'), part('b', { oneWay: true }), part('c', { oneWay: true }), part('d'))
    const time = enterPart(begun(plan), plan, 'd')
    const complete = Object.entries(time.parts).filter(([, { isComplete }]) => isComplete)
    expect(complete.map(([id]) => id)).toEqual(['b', 'c'])
    expect(enterPart(time, plan, 'a').partId).toBe('a')
    expect(enterPart(time, plan, undefined)).toMatchObject({ partId: undefined, parts: time.parts })
  })

  test('the warning of the part counts in the part, that of the exam where the exam runs out first', () => {
    const plan = {
      ...planWith(part('a', { timeMs: 10 * minute, warningMs: minute })),
      timeMs: 5 * minute,
      warningMs: 2 * minute,
    }
    expect(runningTimer(begun(plan), plan).warningMs).toBe(2 * minute)
    const alone = planWith(part('a', { timeMs: 10 * minute, warningMs: minute }))
    expect(runningTimer(begun(alone), alone).warningMs).toBe(minute)
  })
})

describe('time that is given', () => {
  // EXT-316
  test('comes on top of what is left, to the exam and the part that runs, and the ring counts from both', () => {
    const plan = { ...planWith(part('a', { timeMs: 10 * minute }), part('b', { timeMs: minute })), timeMs: 12 * minute }
    const time = giveTime(passTime(begun(plan), 4 * minute), plan, 3 * minute)
    expect(time).toMatchObject({ leftMs: 11 * minute, addedMs: 3 * minute })
    expect(currentPart(time)).toMatchObject({ leftMs: 9 * minute, addedMs: 3 * minute })
    expect(runningTimer(time, plan).startMs).toBe(13 * minute)
    expect(time.parts.b?.leftMs).toBe(minute)
  })

  test('the wait for an extension does not use it up', () => {
    const plan = { ...planWith(part('a')), timeMs: minute }
    const waited = passTime(begun(plan), 30 * minute)
    expect(leftOf(giveTime(waited, plan, 10 * minute), plan)).toBe(10 * minute)
    expect(waited.elapsedMs).toBe(minute)
  })

  test('invalid time adds nothing: negative, endless, not a number', () => {
    const plan = { ...planWith(part('a')), timeMs: minute }
    for (const bad of [-5, Number.NaN, Number.NEGATIVE_INFINITY, 'abc' as unknown as number])
      expect(giveTime(begun(plan), plan, bad)).toEqual(begun(plan))
    expect(leftOf(giveTime(begun(plan), plan, Number.POSITIVE_INFINITY), plan)).toBeLessThan(Number.MAX_SAFE_INTEGER)
  })

  test('goes to the next part where the learner’s own is closed and they have yet to leave it', () => {
    const plan = planWith(
      part('9', { timeMs: minute }),
      part('a', { timeMs: minute }),
      part('open'),
      part('b', { timeMs: minute }),
      part('1', { timeMs: minute }),
    )
    const closed = completePart(passTime(begun(plan, 'a'), minute), 'a')
    const time = giveTime(closed, plan, 5 * minute)
    expect(time.parts).toMatchObject({ a: { leftMs: 0, addedMs: 0 }, b: { leftMs: 6 * minute, addedMs: 5 * minute } })
    expect(time.parts['1']?.leftMs).toBe(minute)
    // Who sat the last part first continues to an earlier one.
    const others = ['b', '1'].reduce(completePart, closed)
    expect(giveTime(others, plan, minute).parts['9']?.leftMs).toBe(2 * minute)
    expect(canBeGivenTime(others, plan)).toBe(true)
    expect(canBeGivenTime(completePart(others, '9'), plan)).toBe(false)
  })

  test('needs something that is timed', () => {
    const plan = planWith(part('a'), part('b', { timeMs: minute }))
    expect(canBeGivenTime(begun(plan), plan)).toBe(false)
    expect(canBeGivenTime(begun(plan, 'b'), plan)).toBe(true)
    expect(giveTime(begun(plan), plan, minute)).toEqual(begun(plan))
    expect(leftOf(begun(plan), plan)).toBeUndefined()
    expect(wholeLeftMs(begun(plan))).toBeUndefined()
  })
})
