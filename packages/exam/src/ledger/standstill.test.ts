import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { endsAtMs, type LedgerEvent, pausedMs, runsFromMs, timeAt } from './ledger.ts'
import { heldAt, merged, overlapMs } from './standstill.ts'

const minute = 60_000
const plan = { timeMs: 60 * minute, warningMs: 0, parts: [] }
const start: LedgerEvent = { kind: 'start', atMs: 0 }
const pause = (atMs: number): LedgerEvent => ({ kind: 'pause', atMs })
const offer = (atMs: number, withinMs = 2 * minute): LedgerEvent => ({ kind: 'resume-offer', atMs, withinMs })
const resume = (atMs: number, agoMs = 0): LedgerEvent => ({ kind: 'resume', atMs, agoMs })
const usedMs = (events: readonly LedgerEvent[], nowMs: number) => timeAt(plan, [start, ...events], nowMs)?.elapsedMs

describe('an offer to resume', () => {
  // PAUSE-309
  test('an offer keeps the time stopped until the learner resumes', () => {
    const events = [pause(minute), offer(5 * minute), resume(6 * minute)]
    expect(usedMs(events.slice(0, 2), 6 * minute)).toBe(minute)
    expect(usedMs(events, 10 * minute)).toBe(5 * minute)
    expect(pausedMs([start, ...events], 10 * minute)).toBe(5 * minute)
  })

  test('time runs after the limit of an offer, with any later events', () => {
    const events = [pause(minute), offer(5 * minute)]
    expect(usedMs(events, 10 * minute)).toBe(4 * minute)
    expect(usedMs([...events, resume(9 * minute)], 10 * minute)).toBe(4 * minute)
    expect(usedMs([...events, pause(9 * minute)], 20 * minute)).toBe(3 * minute)
    expect(heldAt(events, 7 * minute - 1)).toEqual({ offer: events[1], untilMs: 7 * minute })
    expect(heldAt(events, 7 * minute)).toBeUndefined()
  })

  test('an offer is taken at most the length of the silence earlier, and not before it was made', () => {
    const events = [pause(minute), offer(5 * minute)]
    expect(usedMs([...events, resume(6 * minute, minute / 2)], 10 * minute)).toBe(5.5 * minute)
    expect(usedMs([...events, resume(6 * minute, 3 * minute)], 10 * minute)).toBe(6 * minute)
    expect(usedMs([...events, resume(6 * minute, -minute)], 10 * minute)).toBe(5 * minute)
  })

  test('a pause withdraws an offer, and the latest offer has its own limit', () => {
    const events = [pause(0), offer(minute), pause(2 * minute)]
    expect(usedMs(events, 30 * minute)).toBe(0)
    expect(heldAt(events, 30 * minute)).toEqual({ offer: undefined, untilMs: undefined })
    expect(usedMs([pause(0), offer(minute), offer(2 * minute, 10 * minute)], 15 * minute)).toBe(3 * minute)
    expect(usedMs([pause(0), offer(minute, 10 * minute), offer(2 * minute, 0)], 15 * minute)).toBe(13 * minute)
  })

  test('an offer moves the end by its remaining limit', () => {
    const events = [start, pause(10 * minute), offer(20 * minute)]
    const time = timeAt(plan, events, 21 * minute)
    expect(time && endsAtMs(time, runsFromMs(events, 21 * minute))).toBe(72 * minute)
    expect(runsFromMs(events.slice(0, 2), 21 * minute)).toBeUndefined()
    expect(runsFromMs(events, 23 * minute)).toBe(23 * minute)
  })

  test('an offer without a pause ends nothing, and a pause that ends without an offer is over immediately', () => {
    expect(usedMs([offer(minute)], 10 * minute)).toBe(10 * minute)
    expect(usedMs([pause(minute), resume(5 * minute)], 10 * minute)).toBe(6 * minute)
  })

  test('an offer stays valid if the clock of the reading server is behind', () => {
    expect(runsFromMs([start, pause(10 * minute)], 9 * minute)).toBeUndefined()
    expect(timeAt(plan, [start, pause(10 * minute)], 9 * minute)).toMatchObject({ isPaused: true, elapsedMs: 10 * minute })
  })
})

/** Something that happens this many milliseconds after what happened before. */
const newEvent = fc.record({
  kind: fc.constantFrom('pause', 'resume', 'resume-offer', 'absence', 'extension', 'incident'),
  afterMs: fc.nat(40),
  lengthMs: fc.nat(60),
  sinceMs: fc.nat(30),
})

const ledgerOf = (newEvents: readonly (typeof newEvent extends fc.Arbitrary<infer T> ? T : never)[]): LedgerEvent[] => {
  let atMs = 0
  const events: LedgerEvent[] = [start]
  for (const { kind, afterMs, lengthMs, sinceMs } of newEvents) {
    atMs += afterMs
    if (kind === 'pause' || kind === 'resume') events.push({ kind, atMs })
    if (kind === 'resume-offer') events.push({ kind, atMs, withinMs: lengthMs })
    if (kind === 'extension') events.push({ kind, atMs, byMs: 0, ...(sinceMs > 0 && { withinMs: lengthMs }) })
    if (kind === 'absence') events.push({ kind, atMs, byMs: lengthMs, untilMs: atMs - sinceMs })
    if (kind === 'incident') events.push({ kind, atMs, text: '' })
  }
  return events
}

/** The same worked out millisecond by millisecond: whether somebody held the time just then. */
const runningIn = (events: readonly LedgerEvent[], ms: number) => {
  let isPaused = false
  let offeredUntil: number | undefined
  for (const event of events.filter(({ atMs }) => atMs <= ms)) {
    if (offeredUntil !== undefined && offeredUntil <= event.atMs) isPaused = false
    if (!isPaused) offeredUntil = undefined
    if (event.kind === 'pause') {
      isPaused = true
      offeredUntil = undefined
    }
    if (event.kind === 'resume-offer' && isPaused) offeredUntil = event.atMs + event.withinMs
    if (event.kind === 'extension' && event.withinMs !== undefined && (!isPaused || offeredUntil !== undefined)) {
      isPaused = true
      offeredUntil = Math.max(offeredUntil ?? 0, event.atMs + event.withinMs)
    }
    if (event.kind === 'resume') isPaused = false
  }
  if (offeredUntil !== undefined && offeredUntil <= ms) isPaused = false
  const isAway = events.some((event) => {
    if (event.kind !== 'absence') return false
    const untilMs = event.untilMs ?? event.atMs
    return untilMs - event.byMs <= ms && ms < untilMs
  })
  return !isPaused && !isAway
}

// NET-305 PAUSE-309
test('a ledger counts each millisecond in which nobody held the time, once, however pauses, offers, grants and lost connections lie', () => {
  fc.assert(
    fc.property(fc.array(newEvent, { maxLength: 12 }), fc.nat(80), (newEvents, laterMs) => {
      const events = ledgerOf(newEvents)
      const nowMs = (events.at(-1)?.atMs ?? 0) + laterMs
      const running = Array.from({ length: nowMs }, (_, ms) => ms).filter((ms) => runningIn(events, ms)).length
      expect(timeAt(plan, events, nowMs)?.elapsedMs).toBe(running)
      expect(pausedMs(events, nowMs)).toBe(nowMs - running)
    }),
    { numRuns: 500 },
  )
})

test('adjacent stretches are merged, and count once', () => {
  const apart = merged([
    { fromMs: 5, toMs: 9 },
    { fromMs: 1, toMs: 2 },
    { fromMs: 8, toMs: 12 },
    { fromMs: 4, toMs: 4 },
  ])
  expect(apart).toEqual([
    { fromMs: 1, toMs: 2 },
    { fromMs: 5, toMs: 12 },
  ])
  expect(overlapMs(apart, 0, 7)).toBe(3)
})
