import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { closedParts, type LedgerEvent, type NewEvent, timeAt } from '../ledger/ledger.ts'
import type { ExamPlan } from '../time/exam-plan.ts'
import { barOf, neverMs, type PartWindow, partWindows } from './part-windows.ts'

const minute = 60_000
const graceMs = 30_000

interface Shape {
  readonly readingMs: number
  readonly oneWay: boolean
}

const planOf = (shapes: readonly Shape[]): ExamPlan => ({
  timeMs: 0,
  warningMs: 0,
  parts: shapes.map((shape, at) => ({ id: `p${at}`, timeMs: 0, warningMs: 0, ...shape })),
})

/** A ledger that is kept as the server keeps it: at each event the windows are worked out again from the ends that were held. */
const keepLedger = (plan: ExamPlan, startAt: string) => {
  let events: readonly LedgerEvent[] = []
  let windows: ReadonlyMap<string, PartWindow> = new Map()
  const timeNow = (nowMs: number) => timeAt(plan, events, nowMs) ?? expect.fail('no start')
  const write = (newEvent: NewEvent, atMs: number) => {
    events = [...events, { ...newEvent, atMs }]
    const held = new Map(
      [...windows].flatMap(([id, { endsAtMs }]) => (endsAtMs === undefined ? [] : [[id, endsAtMs] as const])),
    )
    windows = partWindows({ plan, events, time: timeNow(atMs), nowMs: atMs }, held)
  }
  write({ kind: 'start', partId: startAt }, 0)
  return {
    write,
    timeNow,
    events: () => events,
    window: (id: string) => windows.get(id),
    counts: (id: string, sequence: number, atMs: number) =>
      barOf(windows.get(id), { atMs, sequence }) === undefined && atMs <= (windows.get(id)?.endsAtMs ?? atMs) + graceMs,
  }
}

const shapes = fc.array(fc.record({ readingMs: fc.constantFrom(0, minute, 5 * minute), oneWay: fc.boolean() }), {
  minLength: 2,
  maxLength: 5,
})

describe('the window of a part', () => {
  test('opens when its reading is over, and only while it is read', () => {
    const plan = planOf([
      { readingMs: minute, oneWay: false },
      { readingMs: minute, oneWay: false },
    ])
    const ledger = keepLedger(plan, 'p0')
    expect([ledger.window('p0')?.opensAtMs, ledger.window('p1')?.opensAtMs]).toEqual([minute, neverMs])
    expect([ledger.counts('p0', 1, minute - 1), ledger.counts('p0', 1, minute)]).toEqual([false, true])
    ledger.write({ kind: 'enter', partId: 'p1' }, minute / 2)
    expect([ledger.window('p0')?.opensAtMs, ledger.window('p1')?.opensAtMs]).toEqual([neverMs, 1.5 * minute])
    ledger.write({ kind: 'skip-reading', partId: 'p1' }, minute)
    expect(ledger.counts('p1', 1, minute)).toBe(true)
  })

  test('leaving or passing a one-way part closes it, and earlier numbers count within the grace', () => {
    const plan = planOf([
      { readingMs: 0, oneWay: true },
      { readingMs: minute, oneWay: true },
      { readingMs: 0, oneWay: false },
    ])
    const ledger = keepLedger(plan, 'p0')
    ledger.write({ kind: 'enter', partId: 'p2', sequence: 7 }, minute)
    expect([...closedParts(plan, ledger.events())]).toEqual([
      ['p0', { atMs: minute, sequence: 7 }],
      ['p1', { atMs: minute, sequence: 7 }],
    ])
    for (const id of ['p0', 'p1'])
      expect([
        ledger.counts(id, 7, minute + graceMs),
        ledger.counts(id, 7, minute + graceMs + 1),
        ledger.counts(id, 8, minute),
      ]).toEqual([true, false, false])
    ledger.write({ kind: 'extra-time', byMs: 10 * minute }, 2 * minute)
    expect(ledger.counts('p0', 7, minute + graceMs + 1)).toBe(false)
  })

  test('no answer of a closed part or of reading time counts, in any order of moves', () => {
    const step = fc.record({
      waitMs: fc.nat(2 * minute),
      to: fc.nat(4),
      answers: fc.nat(4),
      ahead: fc.integer({ min: -3, max: 3 }),
    })
    fc.assert(
      fc.property(shapes, fc.nat(4), fc.array(step, { maxLength: 12 }), (of, first, steps) => {
        const plan = planOf(of)
        const idAt = (at: number) => `p${at % of.length}`
        const ledger = keepLedger(plan, idAt(first))
        /** How long each part was open on the screen, and by which number it was left for good. */
        const seenMs = new Map<string, number>()
        const leftAt = new Map<string, number>(
          of.flatMap(({ oneWay }, at) => (oneWay && at < first % of.length ? [[idAt(at), 0]] : [])),
        )
        let at = first % of.length
        let nowMs = 0
        let number = 0
        for (const { waitMs, to, answers, ahead } of steps) {
          nowMs += waitMs
          seenMs.set(idAt(at), (seenMs.get(idAt(at)) ?? 0) + waitMs)
          const id = idAt(answers)
          const sequence = Math.max(1, number + ahead)
          const isRead = (seenMs.get(id) ?? 0) >= (plan.parts[answers % of.length]?.readingMs ?? 0)
          const left = leftAt.get(id)
          if (ledger.counts(id, sequence, nowMs)) {
            if (left === undefined) expect(isRead).toBe(true)
            else if (left > 0) expect(sequence).toBeLessThanOrEqual(left)
          }
          number += 1
          const target = to % of.length
          ledger.write({ kind: 'enter', partId: idAt(target), sequence: number }, nowMs)
          if (leftAt.has(idAt(target)) || target === at) continue
          for (const [place, { oneWay }] of of.entries())
            if (oneWay && (place === at || place < target) && place !== target && !leftAt.has(idAt(place)))
              leftAt.set(idAt(place), number)
          at = target
        }
      }),
    )
  })

  test('loses no answer of a learner who goes the way that the exam leaves them, however late within the grace it comes', () => {
    const step = fc.record({ waitMs: fc.nat(2 * minute), to: fc.nat(4), delayMs: fc.nat(graceMs) })
    fc.assert(
      fc.property(shapes, fc.array(step, { maxLength: 12 }), (of, steps) => {
        const plan = planOf(of)
        const ledger = keepLedger(plan, 'p0')
        const onTheirWay: { id: string; sequence: number; atMs: number }[] = []
        let nowMs = 0
        let number = 0
        const arrive = (untilMs: number) => {
          for (const one of onTheirWay.splice(0)) {
            if (one.atMs > untilMs) onTheirWay.push(one)
            else expect(ledger.counts(one.id, one.sequence, one.atMs)).toBe(true)
          }
        }
        for (const { waitMs, to, delayMs } of steps) {
          nowMs += waitMs
          arrive(nowMs)
          const time = ledger.timeNow(nowMs)
          const id = time.partId ?? expect.fail('nowhere')
          number += 1
          if (time.parts[id]?.readingLeftMs === 0) onTheirWay.push({ id, sequence: number, atMs: nowMs + delayMs })
          const target = `p${to % of.length}`
          if (time.parts[target]?.isComplete === false) ledger.write({ kind: 'enter', partId: target, sequence: number }, nowMs)
        }
        arrive(Number.POSITIVE_INFINITY)
      }),
    )
  })
})
