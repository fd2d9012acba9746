import fc from 'fast-check'
import { expect, test } from 'vitest'
import { noOwnTime } from '../time/accommodation.ts'
import { endsAtMs, type LedgerEvent, type NewEvent, pausedMs, runsFromMs, timeAt } from './ledger.ts'
import { beginRest, restAt, restBreaks } from './rest-break.ts'
import { heldAt, overlapMs, takesHold } from './standstill.ts'

const minute = 60_000
const plan = { timeMs: 60 * minute, warningMs: 0, parts: [] }
const allowed = (restMs: number, atMs = 0): LedgerEvent => ({
  ...{ kind: 'accommodation', of: [], before: noOwnTime, after: { ...noOwnTime, restMs } },
  atMs,
})
const begun = (restMs: number): LedgerEvent[] => [{ kind: 'start', atMs: 0 }, allowed(restMs)]
const timeIn = (events: readonly LedgerEvent[], nowMs: number) => {
  const time = timeAt(plan, events, nowMs)
  if (!time) throw new Error('no start')
  return time
}
const rest = (events: readonly LedgerEvent[], atMs: number): LedgerEvent[] => {
  const event = beginRest(events, timeIn(events, atMs), atMs)
  if (typeof event === 'string') throw new Error(event)
  return [...events, { ...event, atMs }]
}

test('a rest break stops the clock until the learner resumes, and what is left of the allowance stays for the next', () => {
  const first = rest(begun(10 * minute), 20 * minute)
  expect(timeIn(first, 23 * minute)).toMatchObject({ isPaused: true, elapsedMs: 20 * minute })
  expect(restAt(first, 23 * minute)).toEqual({ allowanceMs: 10 * minute, leftMs: 7 * minute, isResting: true })
  expect(endsAtMs(timeIn(first, 23 * minute), runsFromMs(first, 23 * minute))).toBe(70 * minute)
  const back: LedgerEvent[] = [...first, { kind: 'resume', atMs: 24 * minute }]
  expect(timeIn(back, 30 * minute)).toMatchObject({ isPaused: false, elapsedMs: 26 * minute })
  expect(restAt(back, 30 * minute)).toEqual({ allowanceMs: 10 * minute, leftMs: 6 * minute, isResting: false })
  expect(endsAtMs(timeIn(back, 30 * minute), 30 * minute)).toBe(64 * minute)
  expect(rest(back, 40 * minute).at(-1)).toEqual({ kind: 'rest-break', atMs: 40 * minute, withinMs: 6 * minute })
})

test('a rest break ends with its allowance, with any later events', () => {
  const events = rest(begun(5 * minute), 10 * minute)
  expect(timeIn(events, 20 * minute)).toMatchObject({ isPaused: false, elapsedMs: 15 * minute })
  const late: LedgerEvent[] = [...events, { kind: 'resume', atMs: 19 * minute }]
  expect(timeIn(late, 20 * minute).elapsedMs).toBe(15 * minute)
  expect(beginRest(late, timeIn(late, 20 * minute), 20 * minute)).toBe('spent')
})

test('a pause of an invigilator ends it, and takes nothing from the allowance', () => {
  const events: LedgerEvent[] = [...rest(begun(10 * minute), 10 * minute), { kind: 'pause', atMs: 12 * minute }]
  expect(restAt(events, 40 * minute)).toEqual({ allowanceMs: 10 * minute, leftMs: 8 * minute, isResting: false })
  expect(timeIn(events, 40 * minute).elapsedMs).toBe(10 * minute)
  expect(beginRest(events, timeIn(events, 40 * minute), 40 * minute)).toBe('held')
})

test('none begins while one is being had, once the time is over, or without an allowance', () => {
  const resting = rest(begun(10 * minute), minute)
  expect(beginRest(resting, timeIn(resting, 2 * minute), 2 * minute)).toBe('resting')
  const over = begun(10 * minute)
  expect(beginRest(over, timeIn(over, 60 * minute), 60 * minute)).toBe('over')
  expect(beginRest(over.slice(0, 1), timeIn(over, minute), minute)).toBe('spent')
})

test('an event about an earlier break does not end a later one', () => {
  const numbered = (events: readonly LedgerEvent[]) => events.map((event, at) => ({ ...event, number: at + 1 }))
  const first = rest(begun(10 * minute), minute)
  const second = rest([...first, { kind: 'resume', atMs: 2 * minute }], 3 * minute)
  expect(takesHold(numbered(first), 3, 90_000)).toBe(true)
  expect(takesHold(numbered(second), 3, 4 * minute)).toBe(false)
  expect(takesHold(numbered(second), 5, 4 * minute)).toBe(true)
})

type What = 'rest' | 'resume' | 'pause' | 'offer' | 'grant' | 'extra' | 'allow' | 'absence' | 'complete'

const steps = fc.array(
  fc.record({
    what: fc.constantFrom<What>(
      'rest',
      'rest',
      'rest',
      'resume',
      'pause',
      'offer',
      'grant',
      'extra',
      'allow',
      'absence',
      'complete',
    ),
    afterMs: fc.nat(12 * minute),
    lengthMs: fc.nat(10 * minute),
  }),
  { maxLength: 20 },
)

/** A ledger as the server writes one: of what is wished, what the rule lets begin. */
const written = (restMs: number, wished: readonly { what: What; afterMs: number; lengthMs: number }[]) => {
  const events = begun(restMs)
  let nowMs = 0
  let mostMs = restMs
  for (const { what, afterMs, lengthMs } of wished) {
    nowMs += afterMs
    const made: Readonly<Record<What, () => NewEvent | string>> = {
      rest: () => beginRest(events, timeIn(events, nowMs), nowMs),
      resume: () => ({ kind: 'resume', agoMs: lengthMs }),
      pause: () => ({ kind: 'pause' }),
      offer: () => ({ kind: 'resume-offer', withinMs: lengthMs }),
      grant: () => ({ kind: 'extension', byMs: lengthMs, withinMs: minute }),
      extra: () => ({ kind: 'extra-time', byMs: lengthMs }),
      complete: () => ({ kind: 'complete', because: 'chosen' }),
      absence: () => ({ kind: 'absence', byMs: lengthMs }),
      allow: () => ({ kind: 'accommodation', of: [], before: noOwnTime, after: { ...noOwnTime, restMs: lengthMs } }),
    }
    const event = made[what]()
    if (typeof event === 'string') continue
    if (what === 'allow') mostMs = Math.max(mostMs, lengthMs)
    events.push({ ...event, atMs: nowMs })
  }
  return { events, nowMs, mostMs }
}

test('all rest breaks together are never longer than the allowance, and the clock is stopped in each', () => {
  fc.assert(
    fc.property(fc.nat(20 * minute), steps, fc.nat(30 * minute), (restMs, wished, laterMs) => {
      const { events, nowMs, mostMs } = written(restMs, wished)
      const atMs = nowMs + laterMs
      const breaks = restBreaks(events)
      const usedMs = overlapMs(breaks, 0, atMs)
      expect(usedMs).toBeLessThanOrEqual(mostMs)
      for (const [at, one] of breaks.entries()) {
        expect(one.fromMs).toBeGreaterThanOrEqual(breaks[at - 1]?.toMs ?? 0)
        const toMs = Math.min(one.toMs, atMs)
        const stoodMs = pausedMs(events, toMs) - pausedMs(events, one.fromMs)
        expect(stoodMs).toBe(Math.max(0, toMs - one.fromMs))
      }
      const { leftMs, isResting } = restAt(events, atMs)
      if (heldAt(events, atMs)?.offer?.kind === 'rest-break') expect(isResting).toBe(true)
      if (isResting) expect(heldAt(events, atMs)).toBeDefined()
      expect(leftMs).toBeGreaterThanOrEqual(0)
    }),
  )
})

test('without rest breaks the time is what it is without the rule', () => {
  fc.assert(
    fc.property(steps, (wished) => {
      const { events, nowMs } = written(
        0,
        wished.filter(({ what }) => what !== 'allow'),
      )
      expect(events.some(({ kind }) => kind === 'rest-break')).toBe(false)
      expect(restAt(events, nowMs)).toEqual({ allowanceMs: 0, leftMs: 0, isResting: false })
    }),
  )
})
