import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ExamPlan } from '../time/exam-plan.ts'
import { hasRunOut, leftToComplete, noTimeLeftMs, surelyLeft } from './completion.ts'
import { type LedgerEvent, timeAt } from './ledger.ts'

const minute = 60_000
const part = (id: string, timeMs: number, oneWay = false) => ({ id, timeMs, readingMs: 0, warningMs: 0, oneWay })

const leftAt = (plan: ExamPlan, events: readonly LedgerEvent[], nowMs: number) => {
  const time = timeAt(plan, events, nowMs)
  if (!time) throw new Error('no start')
  return { byLedger: leftToComplete(time), forSure: surelyLeft(plan, time, events, nowMs) }
}

test('a browser that reports the end of its time has not used more than passed', () => {
  const plan: ExamPlan = { timeMs: 10 * minute, warningMs: 0, parts: [] }
  const start: LedgerEvent = { kind: 'start', atMs: 1000 }
  expect(leftAt(plan, [start], 1000 + 8 * minute).forSure).toBe(2 * minute)
  expect(leftAt(plan, [start], 1000 + 10 * minute - noTimeLeftMs)).toEqual({ byLedger: 0, forSure: 0 })
  expect(leftAt(plan, [start], 1000 + 10 * minute - noTimeLeftMs - 1).byLedger).toBe(noTimeLeftMs + 1)
  const held: LedgerEvent[] = [start, { kind: 'pause', atMs: minute }, { kind: 'resume', atMs: 6 * minute }]
  expect(leftAt(plan, held, 1000 + 10 * minute).forSure).toBe(5 * minute)
  expect(leftAt(plan, [{ ...start, usedMs: 9 * minute }], 1000 + minute).forSure).toBe(0)
  const lost: LedgerEvent = { kind: 'hand-in', atMs: 1000, from: 'lost', answers: 1, used: [{ ms: 9 * minute }] }
  expect(leftAt(plan, [start, lost], 1000 + minute).forSure).toBe(0)
  expect(leftAt(plan, [start, { kind: 'extra-time', byMs: minute, atMs: 2000 }], 1000 + 10 * minute).forSure).toBe(minute)
})

test('it may have been in other parts than the ledger has; a part that is closed may have been left early', () => {
  const free: ExamPlan = { timeMs: 0, warningMs: 0, parts: [part('a', 5 * minute), part('b', 5 * minute)] }
  const start: LedgerEvent = { kind: 'start', atMs: 0, partId: 'a' }
  expect(leftAt(free, [start], 10 * minute)).toEqual({ byLedger: 5 * minute, forSure: 0 })
  expect(leftAt(free, [start], 9 * minute)).toEqual({ byLedger: 5 * minute, forSure: minute })
  const oneWay: ExamPlan = { ...free, parts: [part('a', 5 * minute, true), part('b', 5 * minute, true)] }
  const left: LedgerEvent[] = [start, { kind: 'enter', partId: 'b', atMs: minute }]
  expect(leftAt(oneWay, left, 6 * minute).forSure).toBe(0)
  expect(leftAt({ ...free, parts: [part('a', 5 * minute), part('b', 0)] }, [start], minute).forSure).toBe(0)
})

const parts = fc.array(
  fc.record({
    id: fc.constantFrom('a', 'b', 'c'),
    timeMs: fc.constantFrom(0, minute, 5 * minute),
    readingMs: fc.constantFrom(0, minute),
    warningMs: fc.constant(0),
    oneWay: fc.boolean(),
  }),
  { maxLength: 3 },
)
const newEvent = fc.oneof(
  fc.record({ kind: fc.constantFrom('enter' as const, 'complete-part' as const), partId: fc.constantFrom('a', 'b', 'c') }),
  fc.record({ kind: fc.constantFrom('pause' as const, 'resume' as const) }),
  fc.record({ kind: fc.constant('extra-time' as const), byMs: fc.constantFrom(minute, 2 * minute) }),
)

test('the time left is never more than in the ledger, and 0 if all of the given time passed', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(0, 2 * minute, 8 * minute),
      parts,
      fc.array(fc.tuple(fc.nat(3 * minute), newEvent), { maxLength: 6 }),
      fc.nat(20 * minute),
      (timeMs, planned, happened, laterMs) => {
        const plan: ExamPlan = {
          timeMs,
          warningMs: 0,
          parts: planned.filter(({ id }, at) => planned.findIndex((one) => one.id === id) === at),
        }
        let atMs = 0
        const events: LedgerEvent[] = [{ kind: 'start', atMs, partId: plan.parts[0]?.id }]
        for (const [afterMs, what] of happened) {
          atMs += afterMs
          events.push({ ...what, atMs })
        }
        const { byLedger, forSure } = leftAt(plan, events, atMs + laterMs)
        expect(forSure).toBeLessThanOrEqual(byLedger)
        const open = events.every(({ kind }) => kind !== 'pause')
        const addedMs = events.reduce((sum, event) => sum + (event.kind === 'extra-time' ? event.byMs : 0), 0)
        if (timeMs > 0 && open && atMs + laterMs >= timeMs + addedMs) expect(forSure).toBe(0)
      },
    ),
  )
})

test('an exam of which all parts are finished, or not asked, has not run out of time', () => {
  const plan: ExamPlan = { timeMs: 10 * minute, warningMs: 0, parts: [part('a', 0, true), part('b', 2 * minute, true)] }
  const start: LedgerEvent = { kind: 'start', atMs: 0, partId: 'a' }
  const finished: LedgerEvent = { kind: 'complete-part', atMs: minute, partId: 'a' }
  const notAsked: LedgerEvent = { kind: 'part-decision', atMs: minute, partId: 'b', isAsked: false }
  const at = (events: readonly LedgerEvent[], nowMs: number) => {
    const time = timeAt(plan, events, nowMs)
    return time && hasRunOut(time)
  }
  expect(at([start], minute)).toBe(false)
  expect(at([start, finished, notAsked], minute)).toBe(false)
  expect(at([start, finished, notAsked], 10 * minute)).toBe(true)
  expect(at([start], 10 * minute)).toBe(true)
  const there: LedgerEvent[] = [start, finished, { kind: 'enter', atMs: minute, partId: 'b' }]
  expect(at(there, 2 * minute)).toBe(false)
  expect(at(there, 3 * minute)).toBe(true)
})
