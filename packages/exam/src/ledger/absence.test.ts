import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AbsenceClaim, believedAbsence, believedWaits, returnMs } from './absence.ts'
import { type Contact, noteContact, silenceMs } from './contact.ts'
import { type LedgerEvent, pausedMs, timeAt } from './ledger.ts'
import type { Stretch } from './standstill.ts'

const second = 1000
const minute = 60 * second
/** Silences of 50, 10 and, up to now, 10 seconds. */
const contact: Contact = {
  heardAtMs: 300 * second,
  lastSilence: { fromMs: 280 * second, toMs: 290 * second },
  earlier: [],
  silences: [{ fromMs: 10 * second, toMs: 60 * second }],
}
const inSeconds = ({ fromMs, toMs }: Stretch) => [fromMs / second, toMs / second]
const believed = (claimedMs: number, endedAgoMs: number, nowMs = 310 * second) => {
  const stretch = believedAbsence({ claimedMs, endedAgoMs }, contact, nowMs)
  return stretch && inSeconds(stretch)
}
const waited = (waits: readonly AbsenceClaim[], nowMs = 310 * second) => believedWaits(waits, contact, nowMs).map(inSeconds)

test('an absence is the browser’s claim within one silence that ended at the claimed moment, or just before', () => {
  expect(believed(5 * second, 0)).toEqual([305, 310])
  expect(believed(60 * minute, 0)).toEqual([300, 310])
  // Of several silences, the one with the most of the claim: a page that is back may be heard several times before it claims.
  expect(believed(60 * minute, 4 * second)).toEqual([280, 290])
  // What was heard a moment ago is no silence, and the connection was back before.
  expect(believed(60 * minute, 0, 302 * second)).toEqual([280, 290])
  // Told late, after saves that got through: it names when it was.
  expect(believed(20 * second, 270 * second)).toEqual([20, 40])
  expect(believed(60 * minute, 248 * second)).toEqual([10, 60])
  expect(believed(5 * second, 12 * second)).toBeUndefined()
  for (const claimedMs of [-1, 0, Number.NaN]) expect(believed(claimedMs, 0)).toBeUndefined()
  const unknown = { ...contact, heardAtMs: undefined, lastSilence: undefined, silences: [] }
  expect(believedAbsence({ claimedMs: minute, endedAgoMs: 0 }, unknown, minute)).toBeUndefined()
})

test('a page that has been heard for longer than it takes to come back claims nothing of the silence before', () => {
  const heardFor = (ms: number) => {
    const nowMs = 290 * second + ms
    return believedAbsence({ claimedMs: 60 * minute, endedAgoMs: 0 }, { ...contact, heardAtMs: nowMs }, nowMs)
  }
  expect(heardFor(returnMs)).toEqual({ fromMs: 280 * second, toMs: 290 * second })
  expect(heardFor(returnMs + 1)).toBeUndefined()
})

test('a key is waited for only in the silence that ends with the request for it, however often the learner left and came back', () => {
  const longAgo = { claimedMs: 60 * minute, endedAgoMs: 240 * second }
  expect(waited([{ claimedMs: 60 * minute, endedAgoMs: 0 }])).toEqual([[300, 310]])
  expect(waited([longAgo])).toEqual([])
  const leftAndBack = [
    { claimedMs: 4 * second, endedAgoMs: 6 * second },
    { claimedMs: 2 * second, endedAgoMs: 0 },
  ]
  expect(waited([longAgo, ...leftAndBack])).toEqual([
    [300, 304],
    [308, 310],
  ])
})

const plan = { timeMs: 10_000, warningMs: 0, parts: [] }

// NET-305
test('time stops for as long as the connection was lost, and for no longer than has passed', () => {
  fc.assert(
    fc.property(fc.nat(20_000), fc.nat(20_000), fc.nat(20_000), (atMs, byMs, laterMs) => {
      const events = [
        { kind: 'start' as const, atMs: 0 },
        { kind: 'absence' as const, atMs, byMs },
      ]
      const usedMs = Math.max(0, atMs - byMs) + laterMs
      expect(timeAt(plan, events, atMs + laterMs)?.leftMs).toBe(Math.max(0, 10_000 - usedMs))
    }),
  )
})

/** One after the other: a save or a told time, a claim, a key that is waited for, or an invigilator. */
const step = fc.record({
  kind: fc.constantFrom('heard', 'heard', 'claim', 'key', 'pause', 'resume-offer', 'resume'),
  afterMs: fc.oneof(fc.nat(2 * silenceMs), fc.nat(2 * minute)),
  claimedMs: fc.oneof(fc.nat(minute), fc.constant(60 * minute)),
  endedAgoMs: fc.oneof(fc.constant(0), fc.nat(3 * minute)),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** What a server keeps of a sitting in which somebody does all that, and what they gained. */
const sit = (steps: readonly Step[]) => {
  let nowMs = 0
  let known: Contact = { heardAtMs: 0, lastSilence: undefined, earlier: [], silences: [] }
  const events: LedgerEvent[] = [{ kind: 'start', atMs: 0 }]
  /** The pauses alone. */
  const held: LedgerEvent[] = [{ kind: 'start', atMs: 0 }]
  const heardMs = [0]
  const believedStretches: Stretch[] = []
  let claims = 0
  for (const { kind, afterMs, claimedMs, endedAgoMs } of steps) {
    nowMs += afterMs
    if (kind === 'pause' || kind === 'resume' || kind === 'resume-offer') {
      const event: LedgerEvent = kind === 'resume-offer' ? { kind, atMs: nowMs, withinMs: claimedMs } : { kind, atMs: nowMs }
      events.push(event)
      held.push(event)
      continue
    }
    if (kind === 'claim' || kind === 'key') {
      claims += 1
      const before = pausedMs(events, nowMs)
      const claim = { claimedMs, endedAgoMs }
      const absence = believedAbsence(claim, known, nowMs)
      const believed = kind === 'claim' ? (absence ? [absence] : []) : believedWaits([claim], known, nowMs)
      believedStretches.push(...believed)
      for (const { fromMs, toMs } of believed) events.push({ kind: 'absence', atMs: nowMs, byMs: toMs - fromMs, untilMs: toMs })
      // An honest page claims no more than was silent, and all of that stands still.
      const silentMs = nowMs - (known.heardAtMs ?? nowMs)
      if (endedAgoMs === 0 && silentMs > silenceMs && claimedMs <= silentMs)
        expect(pausedMs(events, nowMs) - pausedMs(events, nowMs - claimedMs)).toBe(claimedMs)
      expect(pausedMs(events, nowMs)).toBeGreaterThanOrEqual(before)
    }
    known = noteContact(known, nowMs)
    heardMs.push(nowMs)
  }
  const silences = [...heardMs, nowMs].flatMap((toMs, place, all) => {
    const fromMs = all[place - 1] ?? toMs
    return toMs - fromMs > silenceMs ? [{ fromMs, toMs }] : []
  })
  const gainedMs = pausedMs(events, nowMs) - pausedMs(held, nowMs)
  return { gainedMs, claims, silences, believedStretches, nowMs }
}

const lengthsOf = (stretches: readonly Stretch[]) =>
  stretches.map(({ fromMs, toMs }) => toMs - fromMs).toSorted((one, other) => other - one)
const sumOf = (lengths: readonly number[]) => lengths.reduce((sum, ms) => sum + ms, 0)

// NET-305
test('claims gain no more than the longest silences, one per claim, and no claim loses time that is due', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const { gainedMs, claims, silences, believedStretches } = sit(steps)
      expect(gainedMs).toBeLessThanOrEqual(sumOf(lengthsOf(silences).slice(0, claims)))
      for (const { fromMs, toMs } of believedStretches)
        expect(silences.some((silence) => silence.fromMs <= fromMs && toMs <= silence.toMs)).toBe(true)
    }),
    { numRuns: 500 },
  )
})

/** A client that works online all the time: it saves at least this often, and claims whatever it likes. */
const working = (mostMs: number) =>
  fc.array(
    fc.record({
      kind: fc.constantFrom('heard' as const, 'heard' as const, 'heard' as const, 'claim' as const, 'key' as const),
      afterMs: fc.integer({ min: 0, max: mostMs }),
      claimedMs: fc.constantFrom(minute, 60 * minute, Number.MAX_SAFE_INTEGER),
      endedAgoMs: fc.oneof(fc.constant(0), fc.nat(60 * minute)),
    }),
    { maxLength: 200 },
  )

// NET-305
test('a client that saves regularly gains no more than its interval with each claim, and nothing at three seconds', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(silenceMs, 3300, 10_000, 30_000).chain((mostMs) => fc.tuple(fc.constant(mostMs), working(mostMs))),
      ([mostMs, steps]) => {
        const { gainedMs, claims, nowMs } = sit(steps)
        expect(gainedMs).toBeLessThanOrEqual(mostMs <= silenceMs ? 0 : claims * mostMs)
        expect(gainedMs).toBeLessThanOrEqual(nowMs)
      },
    ),
  )
})

test('an hour of saves every 3.3 seconds and one claim of that hour gain 3.3 seconds', () => {
  const heard = Array.from({ length: 1090 }, () => ({ kind: 'heard' as const, afterMs: 3300, claimedMs: 0, endedAgoMs: 0 }))
  for (const kind of ['claim', 'key'] as const)
    expect(sit([...heard, { kind, afterMs: 3300, claimedMs: 60 * minute, endedAgoMs: 0 }]).gainedMs).toBe(3300)
})
