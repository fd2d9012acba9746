import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PartPlan } from './exam-plan.ts'
import { fromSectionRemaining, timeFromSeconds, toSectionRemaining } from './section-seconds.ts'

const plan = (fields: Partial<PartPlan>): PartPlan => ({
  id: 'a',
  timeMs: 600_000,
  readingMs: 120_000,
  warningMs: 0,
  oneWay: false,
  ...fields,
})

describe('the remaining time of a section on the wire', () => {
  // TIME-317 TIME-318
  test('a timed one-way section has one time: its own up to the limit, and the rest for reading', () => {
    const oneWay = plan({ oneWay: true })
    const state = fromSectionRemaining(oneWay, { sectionTimeRemaining: 700, readingTimeRemaining: 0 })
    expect(state).toEqual({ leftMs: 600_000, readingLeftMs: 100_000 })
    expect(toSectionRemaining(oneWay, state)).toEqual({ sectionTimeRemaining: 700, readingTimeRemaining: 100 })
    expect(fromSectionRemaining(oneWay, { sectionTimeRemaining: 599, readingTimeRemaining: 0 })).toEqual({
      leftMs: 599_000,
      readingLeftMs: 0,
    })
  })

  test('any other section has two times, and an untimed one only reading', () => {
    const wire = { sectionTimeRemaining: 700, readingTimeRemaining: 60 }
    expect(fromSectionRemaining(plan({}), wire)).toEqual({ leftMs: 700_000, readingLeftMs: 60_000 })
    expect(fromSectionRemaining(plan({ timeMs: 0, oneWay: true }), wire)).toEqual({
      leftMs: undefined,
      readingLeftMs: 60_000,
    })
  })

  test('times are the same after a round trip, except for a rounded second', () => {
    const second = fc.integer({ min: 0, max: 600 })
    fc.assert(
      fc.property(second, fc.integer({ min: 0, max: 120 }), fc.boolean(), (left, reading, oneWay) => {
        const one = plan({ oneWay })
        // While there is something to read, the section's own time is whole.
        const state = { leftMs: reading > 0 ? one.timeMs : left * 1000, readingLeftMs: reading * 1000 }
        expect(fromSectionRemaining(one, toSectionRemaining(one, state))).toEqual(state)
      }),
    )
  })

  // TIME-330 TIME-316
  test('an invalid time leaves nothing, and an unnamed section has the time of the plan', () => {
    const two = { timeMs: 60_000, warningMs: 0, parts: [plan({}), plan({ id: 'b' })] }
    const bad = { id: 'a', sectionTimeRemaining: -9, readingTimeRemaining: Number.NaN, complete: true }
    const time = timeFromSeconds(two, { examTimeRemaining: -1, elapsedTime: -1 }, [bad])
    expect(time).toMatchObject({ leftMs: 0, elapsedMs: 0 })
    expect(time.parts).toMatchObject({
      a: { leftMs: 0, readingLeftMs: 0, isComplete: true },
      b: { leftMs: 600_000, readingLeftMs: 120_000, isComplete: false },
    })
  })
})
