import fc from 'fast-check'
import { expect, test } from 'vitest'
import { believedAbsences } from './absence.ts'
import { type Contact, noteContact, silenceMs } from './contact.ts'
import { type LedgerEvent, pausedMs, timeAt } from './ledger.ts'

const second = 1000
const minute = 60 * second
const contact: Contact = {
  heardAtMs: 100 * second,
  lastSilence: { fromMs: 80 * second, toMs: 90 * second },
  earlier: [],
  silences: [{ fromMs: 10 * second, toMs: 60 * second }],
}
const believed = (claimedMs: number, endedAgoMs: number, nowMs = 110 * second) =>
  believedAbsences({ claimedMs, endedAgoMs }, contact, nowMs).map(({ fromMs, toMs }) => [fromMs / second, toMs / second])

test('an absence is what the browser claims, as far as the server heard nothing', () => {
  expect(believed(5 * second, 0)).toEqual([[105, 110]])
  expect(believed(60 * minute, 0)).toEqual([
    [10, 60],
    [80, 90],
    [100, 110],
  ])
  // What was heard a moment ago is no silence.
  expect(believed(60 * minute, 0, 102 * second)).not.toContainEqual([100, 102])
  // Told late, after saves that got through: it names when it was.
  expect(believed(20 * second, 70 * second)).toEqual([[20, 40]])
  expect(believed(5 * second, 12 * second)).toEqual([])
  for (const claimedMs of [-1, 0, Number.NaN]) expect(believed(claimedMs, 0)).toEqual([])
  expect(
    believedAbsences({ claimedMs: minute, endedAgoMs: 0 }, { ...contact, heardAtMs: undefined, silences: [] }, minute),
  ).toEqual([])
})

const plan = { timeMs: 10_000, warningMs: 0, parts: [] }

// NET-305
test('time stands still for as long as the connection was away, and for no longer than has passed', () => {
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

/** One after the other: a save or a told time, a claim, or an invigilator. */
const step = fc.record({
  kind: fc.constantFrom('heard', 'heard', 'claim', 'pause', 'resume-offer', 'resume'),
  afterMs: fc.oneof(fc.nat(2 * silenceMs), fc.nat(2 * minute)),
  claimedMs: fc.oneof(fc.nat(minute), fc.constant(60 * minute)),
  endedAgoMs: fc.oneof(fc.constant(0), fc.nat(3 * minute)),
})

// NET-305
test('no order of saves, claims, pauses and resumes gains a millisecond beyond silence and pauses, and no claim loses what is due', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      let nowMs = 0
      let known: Contact = { heardAtMs: 0, lastSilence: undefined, earlier: [], silences: [] }
      const events: LedgerEvent[] = [{ kind: 'start', atMs: 0 }]
      const heardMs = [0]
      /** The pauses alone. */
      const held: LedgerEvent[] = [{ kind: 'start', atMs: 0 }]
      const hear = () => {
        known = noteContact(known, nowMs)
        heardMs.push(nowMs)
      }
      for (const { kind, afterMs, claimedMs, endedAgoMs } of steps) {
        nowMs += afterMs
        if (kind === 'pause' || kind === 'resume' || kind === 'resume-offer') {
          const event: LedgerEvent =
            kind === 'resume-offer' ? { kind, atMs: nowMs, withinMs: claimedMs } : { kind, atMs: nowMs }
          events.push(event)
          held.push(event)
        }
        if (kind === 'claim') {
          const before = pausedMs(events, nowMs)
          for (const { fromMs, toMs } of believedAbsences({ claimedMs, endedAgoMs }, known, nowMs))
            events.push({ kind: 'absence', atMs: nowMs, byMs: toMs - fromMs, untilMs: toMs })
          // What was silent up to now, and is claimed, stands still all of it.
          const silentMs = nowMs - (known.heardAtMs ?? nowMs)
          if (endedAgoMs === 0 && silentMs > silenceMs)
            expect(pausedMs(events, nowMs) - pausedMs(events, nowMs - Math.min(silentMs, claimedMs))).toBe(
              Math.min(silentMs, claimedMs),
            )
          expect(pausedMs(events, nowMs)).toBeGreaterThanOrEqual(before)
        }
        if (kind === 'heard' || kind === 'claim') hear()
      }
      const silentMs = [...heardMs, nowMs].reduce((sum, atMs, place, all) => {
        const sinceMs = atMs - (all[place - 1] ?? atMs)
        return sum + (sinceMs > silenceMs ? sinceMs : 0)
      }, 0)
      expect(pausedMs(events, nowMs)).toBeLessThanOrEqual(silentMs + pausedMs(held, nowMs))
    }),
    { numRuns: 500 },
  )
})
