import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { noOwnTime } from '../time/accommodation.ts'
import type { ExamPlan } from '../time/exam-plan.ts'
import { durationParts, extensionMs, extensionStatus, extensionStatuses, isExtendable, readExtension } from './extension.ts'
import { grantOf } from './grant.ts'
import { endsAtMs, type LedgerEvent, ownTimeIn, partEndsAtMs, runsFromMs, timeAt } from './ledger.ts'

const minute = 60_000
const plan: ExamPlan = {
  timeMs: 0,
  warningMs: 0,
  parts: [
    { id: 'a', timeMs: 10 * minute, readingMs: 2 * minute, warningMs: 0, oneWay: true },
    { id: 'b', timeMs: 20 * minute, readingMs: 0, warningMs: 0, oneWay: false },
  ],
}
const start: LedgerEvent = { kind: 'start', atMs: 0, partId: 'a' }

describe('a ledger', () => {
  test('without a start has no time', () => {
    expect(timeAt(plan, [], 5)).toBeUndefined()
    expect(timeAt(plan, [{ kind: 'pause', atMs: 0 }], 5)).toBeUndefined()
  })

  test('the ledger gives the time of every part, over pauses, an early answer, a move and added time', () => {
    const events: LedgerEvent[] = [
      start,
      { kind: 'skip-reading', partId: 'a', atMs: minute },
      { kind: 'pause', atMs: 3 * minute },
      { kind: 'incident', text: 'fire alarm', atMs: 4 * minute },
      { kind: 'resume', atMs: 33 * minute },
      { kind: 'extra-time', byMs: 5 * minute, atMs: 34 * minute },
      { kind: 'enter', partId: 'b', atMs: 36 * minute },
    ]
    expect(timeAt(plan, events, 41 * minute)).toMatchObject({
      partId: 'b',
      isPaused: false,
      elapsedMs: 10 * minute,
      parts: { a: { leftMs: 10 * minute, isComplete: true, addedMs: 5 * minute }, b: { leftMs: 15 * minute } },
    })
  })

  test('a ledger that begins with used time continues from there', () => {
    const time = timeAt(plan, [{ ...start, usedMs: 5 * minute }], minute)
    expect(time?.parts.a).toMatchObject({ readingLeftMs: 0, leftMs: 6 * minute })
  })

  test('shortens no reading time by what was used in answering alone', () => {
    const used = fc.record({ ms: fc.nat(40 * minute), isAnswering: fc.boolean(), partId: fc.constantFrom(undefined, 'a', 'b') })
    fc.assert(
      fc.property(fc.array(used, { maxLength: 5 }), (all) => {
        const handIn = (some: typeof all): LedgerEvent => ({ kind: 'hand-in', from: 'x', answers: 0, used: some, atMs: 0 })
        const readingIn = (some: typeof all) =>
          Object.values(timeAt(plan, [start, handIn(some)], 0)?.parts ?? {}).map(({ readingLeftMs }) => readingLeftMs)
        expect(readingIn(all)).toEqual(readingIn(all.map((one) => (one.isAnswering ? { ...one, ms: 0 } : one))))
      }),
    )
  })

  test('gives no time back where the clock of another server lies behind', () => {
    const moment = fc.integer({ min: 0, max: 20 * minute })
    fc.assert(
      fc.property(fc.array(moment), moment, (moments, now) => {
        const events = moments.map((atMs): LedgerEvent => ({ kind: 'enter', partId: 'a', atMs }))
        const latest = Math.max(now, ...moments)
        expect(timeAt(plan, [start, ...events], now)).toEqual(timeAt(plan, [start], latest))
      }),
    )
  })

  test('the ledger excludes stopped time before a late entry, and counts nothing up to it', () => {
    const note: LedgerEvent = { kind: 'incident', text: 'no connection', atMs: 6 * minute }
    const absence: LedgerEvent = { kind: 'absence', byMs: 5 * minute, atMs: 8 * minute }
    expect(timeAt(plan, [start, note, absence], 8 * minute)?.parts.a).toMatchObject({ readingLeftMs: 0, leftMs: 9 * minute })
    const given: LedgerEvent = { kind: 'extra-time', byMs: minute, atMs: 6 * minute }
    expect(timeAt(plan, [start, given, absence], 8 * minute)?.parts.a).toMatchObject({ readingLeftMs: 0, leftMs: 10 * minute })
    expect(timeAt(plan, [start, note], 5 * minute)).toEqual(timeAt(plan, [start], 5 * minute))
  })

  test('lets a move lie back to when it was made, and no further than what was known before it', () => {
    const entered: LedgerEvent = { kind: 'enter', partId: 'b', atMs: 9 * minute, agoMs: 4 * minute }
    const time = timeAt(plan, [start, entered], 9 * minute)
    expect(time).toMatchObject({ partId: 'b', parts: { a: { leftMs: 7 * minute }, b: { leftMs: 16 * minute } } })
    const given: LedgerEvent = { kind: 'extra-time', byMs: 0, atMs: 8 * minute }
    expect(timeAt(plan, [start, given, entered], 9 * minute)?.parts).toMatchObject({ b: { leftMs: 19 * minute } })
    expect(timeAt(plan, [start, entered], 5 * minute)).toEqual(time)
  })

  test('says when it ends: not in a pause, and a part only while it runs', () => {
    const time = timeAt(plan, [start], minute)
    expect(time && endsAtMs(time, minute)).toBe(32 * minute)
    expect(time && partEndsAtMs(time, 'a', minute)).toBe(12 * minute)
    expect(time && partEndsAtMs(time, 'b', minute)).toBeUndefined()
    const events: LedgerEvent[] = [start, { kind: 'pause', atMs: 0 }]
    const paused = timeAt(plan, events, minute)
    const fromMs = runsFromMs(events, minute)
    expect(paused && [endsAtMs(paused, fromMs), partEndsAtMs(paused, 'a', fromMs)]).toEqual([undefined, undefined])
  })
})

describe('an extension', () => {
  const request: LedgerEvent = { kind: 'extension-request', atMs: 1 }
  const grant: LedgerEvent = { kind: 'extension', byMs: minute, atMs: 2 }

  // ENT-320
  test('a request has the statuses 0 to 4: none, requested, granted, declined, withdrawn', () => {
    expect(Object.values(extensionStatuses)).toEqual([0, 1, 2, 3, 4])
    expect(extensionStatus([start])).toBe(0)
    expect(extensionStatus([start, request])).toBe(1)
    expect(extensionStatus([start, request, grant])).toBe(2)
    expect(extensionStatus([start, request, { kind: 'extension-decline', atMs: 2 }])).toBe(3)
    expect(extensionStatus([start, request, { kind: 'extension-withdraw', atMs: 2 }])).toBe(4)
    expect(extensionMs([start, request, grant])).toBe(minute)
  })

  // ENT-320
  test('a request keeps its last status through all other events', () => {
    const others: LedgerEvent[] = [
      { kind: 'pause', atMs: 3 },
      { kind: 'resume', atMs: 4 },
      { kind: 'incident', text: 'fire alarm', atMs: 5 },
    ]
    const decline: LedgerEvent = { kind: 'extension-decline', atMs: 2 }
    expect(extensionStatus([start, request, ...others])).toBe(1)
    expect(extensionStatus([start, request, grant, ...others, decline])).toBe(2)
    expect(extensionStatus([start, request, decline, ...others])).toBe(3)
    expect(extensionMs([start, request, grant, ...others])).toBe(minute)
  })

  // EXT-319
  test('an extension is available if the exam allows it, until it was granted once', () => {
    expect(isExtendable(true, extensionStatuses.none)).toBe(true)
    expect(isExtendable(true, extensionStatuses.declined)).toBe(true)
    expect(isExtendable(false, extensionStatuses.none)).toBe(false)
    expect(isExtendable(true, extensionStatus([start, request, grant, request]))).toBe(false)
  })

  // ENT-319 EXT-305
  test('more than 0 seconds is an extension, 0 and less is not', () => {
    expect(readExtension(600)).toEqual({ kind: 'extended', byMs: 600_000 })
    expect(readExtension(1)).toEqual({ kind: 'extended', byMs: 1000 })
    expect(readExtension(0)).toEqual({ kind: 'declined' })
    expect(readExtension(-5)).toEqual({ kind: 'declined' })
  })

  test('"abc" or missing seconds are not a decision', () => {
    for (const bad of ['abc', '600', undefined, null, Number.NaN, Number.POSITIVE_INFINITY, {}])
      expect(readExtension(bad)).toBeUndefined()
  })

  test('a duration has minutes and seconds, unless it is negative or not a number', () => {
    expect(durationParts(121)).toEqual({ minutes: 2, seconds: 1 })
    expect(durationParts(0)).toEqual({ minutes: 0, seconds: 0 })
    for (const bad of [-1, 'abc', Number.NaN, undefined]) expect(durationParts(bad)).toBeUndefined()
  })
})

describe('accommodations in a ledger', () => {
  const whole: ExamPlan = { timeMs: 60 * minute, warningMs: 0, parts: [] }
  const begun: LedgerEvent = { kind: 'start', atMs: 0 }
  const own = (minutes: number) => ({ examMs: minutes * minute, parts: [] })
  const stands = (atMs: number, before: number | undefined, after: number): LedgerEvent => ({
    kind: 'accommodation',
    of: [{ id: 'a', version: 1 }],
    ...(before !== undefined && { before: own(before) }),
    after: own(after),
    atMs,
  })

  // OFFICE-110 OFFICE-205
  test('give time from the start on, more and less in the middle, and each value stays written', () => {
    const events = [begun, stands(0, undefined, 15), stands(70 * minute, 15, 30), stands(74 * minute, 30, 20)]
    const leftAt = (count: number, atMs: number) => timeAt(whole, events.slice(0, count), atMs)?.leftMs
    expect(leftAt(2, 0)).toBe(75 * minute)
    expect(leftAt(3, 70 * minute)).toBe(20 * minute)
    expect(leftAt(4, 74 * minute)).toBe(6 * minute)
    expect(ownTimeIn(events)).toEqual(own(20))
    expect(ownTimeIn([begun])).toEqual({ examMs: 0, parts: [] })
  })

  test('accommodations of parts add time to each part, and a page that waits for an extension continues with them', () => {
    const event: LedgerEvent = {
      ...{ kind: 'accommodation', of: [], before: noOwnTime, atMs: minute },
      after: { examMs: 0, parts: [{ partId: 'b', ms: 5 * minute }] },
    }
    expect(timeAt(plan, [start, event], minute)?.parts).toMatchObject({ a: { addedMs: 0 }, b: { leftMs: 25 * minute } })
    const asked: LedgerEvent[] = [
      { ...start, atMs: 0 },
      { kind: 'extension-request', resumes: true, atMs: 0 },
    ]
    expect(grantOf([...asked, event], minute)).not.toHaveProperty('withinMs')
    const taken: LedgerEvent = { ...event, before: event.after, after: noOwnTime }
    expect(grantOf([...asked, taken], minute)).toHaveProperty('withinMs')
  })
})
