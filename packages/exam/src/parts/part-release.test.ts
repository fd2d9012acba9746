import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type LedgerEvent, type NewEvent, timeAt } from '../ledger/ledger.ts'
import { buildPaper } from '../paper/paper.ts'
import type { ExamPlan } from '../time/exam-plan.ts'
import { givenParts, releaseOf, untilEntryMs } from './part-release.ts'

const minute = 60_000

interface Shape {
  readonly timeMs: number
  readonly readingMs: number
  readonly oneWay: boolean
}

const examOf = (shapes: readonly Shape[], timeMs = 0) => {
  const ids = shapes.map((_, at) => `p${at}`)
  const plan: ExamPlan = { timeMs, warningMs: 0, parts: shapes.map((shape, at) => ({ id: `p${at}`, warningMs: 0, ...shape })) }
  const mappings = ids.map((id) => ({ sectionId: id, sectionIds: [], questionIds: [`${id}-q`] }))
  return { plan, paper: buildPaper([{ sectionId: 'root', sectionIds: ids, questionIds: [] }, ...mappings]) }
}

const sittingAt = ({ plan, paper }: ReturnType<typeof examOf>, events: readonly LedgerEvent[], nowMs: number) => {
  const time = timeAt(plan, events, nowMs) ?? expect.fail('no start')
  return { plan, paper, events, time }
}

const start: LedgerEvent = { kind: 'start', partId: 'p0', atMs: 0 }
const oneWay = (timeMs: number, readingMs = 0): Shape => ({ timeMs, readingMs, oneWay: true })

describe('a sealed part', () => {
  test('a key is released after entry, or if time leads to the part within the seconds ahead, including reading', () => {
    const exam = examOf([oneWay(10 * minute, 2 * minute), oneWay(20 * minute), oneWay(0)])
    const at = (nowMs: number, partId: string, aheadMs: number, more: LedgerEvent[] = []) =>
      releaseOf(sittingAt(exam, [start, ...more], nowMs), partId, aheadMs)
    expect(at(0, 'p0', 0)).toBe('open')
    // The part after the next comes only behind all of the next.
    expect([at(11 * minute - 1, 'p2', 21 * minute), at(11 * minute, 'p2', 21 * minute)]).toEqual(['sealed', 'open'])
    expect([at(12 * minute, 'p2', 20 * minute - 1), at(12 * minute, 'p2', 20 * minute)]).toEqual(['sealed', 'open'])
    const moved: LedgerEvent = { kind: 'enter', partId: 'p1', atMs: minute }
    expect([at(minute, 'p1', 0, [moved]), at(minute, 'p0', 0, [moved]), at(minute, 'p2', 0, [moved])]).toEqual([
      'open',
      'closed',
      'sealed',
    ])
    expect([at(21 * minute - 1, 'p2', 0, [moved]), at(21 * minute, 'p2', 0, [moved])]).toEqual(['sealed', 'open'])
    expect(at(minute, 'none', minute * 60)).toBe('sealed')
  })

  test('the key of a timed part is released only at its entry, not after an ended or finished part', () => {
    const exam = examOf([oneWay(10 * minute), oneWay(minute)])
    const at = (nowMs: number, more: LedgerEvent[] = []) => releaseOf(sittingAt(exam, [start, ...more], nowMs), 'p1', minute)
    const finished: LedgerEvent = { kind: 'complete-part', partId: 'p0', atMs: minute }
    expect([at(10 * minute - 1), at(10 * minute), at(minute, [finished])]).toEqual(['sealed', 'sealed', 'sealed'])
    expect(at(minute, [finished, { kind: 'enter', partId: 'p1', atMs: minute }])).toBe('open')
  })

  test('a key is not released ahead after a part without an end, nor if the exam ends before', () => {
    const free = examOf([{ timeMs: 0, readingMs: 0, oneWay: false }, oneWay(0)])
    expect(releaseOf(sittingAt(free, [start], 60 * minute), 'p1', 60 * minute)).toBe('sealed')
    const short = examOf([oneWay(10 * minute), oneWay(0)], 10 * minute)
    expect(untilEntryMs(sittingAt(short, [start], 0), 'p1')).toBeUndefined()
    expect(releaseOf(sittingAt(short, [start], 10 * minute), 'p1', minute)).toBe('closed')
  })

  test('the key of a part that can be re-entered is released again, but not of a finished or closed one', () => {
    const exam = examOf([
      { timeMs: 0, readingMs: 0, oneWay: false },
      { timeMs: 0, readingMs: 0, oneWay: false },
    ])
    const events: LedgerEvent[] = [start, { kind: 'enter', partId: 'p1', atMs: 1 }, { kind: 'enter', partId: 'p0', atMs: 2 }]
    expect(releaseOf(sittingAt(exam, events, 3), 'p1', 0)).toBe('open')
    expect(givenParts(sittingAt(exam, events, 3))).toEqual(new Set(['p0']))
    const keyed: LedgerEvent[] = [...events, { kind: 'part-key', partId: 'p1', atMs: 3 }]
    expect(givenParts(sittingAt(exam, keyed, 3))).toEqual(new Set(['p0', 'p1']))
    const finished: LedgerEvent[] = [...keyed, { kind: 'complete-part', partId: 'p1', atMs: 4 }]
    expect(releaseOf(sittingAt(exam, finished, 5), 'p1', 60 * minute)).toBe('closed')
    expect(givenParts(sittingAt(exam, finished, 5))).toEqual(new Set(['p0']))
  })

  const shapes = fc.array(
    fc.record({
      timeMs: fc.constantFrom(0, minute, 5 * minute),
      readingMs: fc.constantFrom(0, minute),
      oneWay: fc.boolean(),
    }),
    { minLength: 2, maxLength: 5 },
  )
  const newEvent: fc.Arbitrary<NewEvent> = fc.oneof(
    fc.record({
      kind: fc.constantFrom('enter' as const, 'complete-part' as const),
      partId: fc.constantFrom('p0', 'p1', 'p2', 'p3'),
    }),
    fc.record({ kind: fc.constant('skip-reading' as const), partId: fc.constantFrom('p0', 'p1', 'p2', 'p3') }),
    fc.record({ kind: fc.constantFrom('pause' as const, 'resume' as const) }),
    fc.record({ kind: fc.constant('extra-time' as const), byMs: fc.constant(minute) }),
    fc.record({ kind: fc.constant('absence' as const), byMs: fc.constant(minute) }),
  )
  const history = fc.array(fc.tuple(newEvent, fc.integer({ min: 0, max: 4 * minute })), { maxLength: 12 }).map((steps) => {
    let atMs = 0
    return [
      start,
      ...steps.map(([one, byMs]): LedgerEvent => {
        atMs += byMs
        return { ...one, atMs }
      }),
    ]
  })

  test('before entry a key is released only if time alone leads there within the seconds ahead', () => {
    fc.assert(
      fc.property(
        shapes,
        fc.constantFrom(0, 3 * minute, 20 * minute),
        history,
        fc.constantFrom(0, minute, 5 * minute),
        fc.constantFrom('p0', 'p1', 'p2', 'p3'),
        (parts, timeMs, events, aheadMs, partId) => {
          const exam = examOf(parts, timeMs)
          const nowMs = events.at(-1)?.atMs ?? 0
          const sitting = sittingAt(exam, events, nowMs)
          const release = releaseOf(sitting, partId, aheadMs)
          const entered = events.some((one) => (one.kind === 'start' || one.kind === 'enter') && one.partId === partId)
          if (sitting.time.parts[partId]?.isComplete) expect(release).toBe('closed')
          // Without anything ahead nobody has a part whose door they haven't reached.
          if (release === 'open' && !entered) {
            const untilMs = untilEntryMs(sitting, partId)
            expect(untilMs).toBeLessThanOrEqual(aheadMs)
            // Nor one whose own time doesn't run yet.
            expect(sitting.time.parts[partId]?.leftMs).toBeUndefined()
            // It is a bound of what the time really does: so long later the part in which they are has nothing left.
            const later = timeAt(exam.plan, [...events, { kind: 'resume', atMs: nowMs }], nowMs + (untilMs ?? 0))
            const here = later?.parts[sitting.time.partId ?? '']
            expect(here?.isComplete || ((here?.leftMs ?? 1) === 0 && here?.readingLeftMs === 0)).toBe(true)
          }
          // More ahead never takes a part back, and nothing that is told makes a closed one open.
          if (release === 'open') expect(releaseOf(sitting, partId, aheadMs + minute)).toBe('open')
          if (release === 'closed') expect(releaseOf(sitting, partId, 60 * minute)).toBe('closed')
        },
      ),
      { numRuns: 500 },
    )
  })
})
