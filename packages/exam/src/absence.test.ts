import fc from 'fast-check'
import { expect, test } from 'vitest'
import { absenceMs } from './absence.ts'
import { timeAt } from './ledger.ts'

const heard = { nowMs: 1000, lastEventMs: 100, lastAnswerMs: undefined }

test('an absence is what the browser claims, back to the last that the server has heard', () => {
  expect(absenceMs({ ...heard, claimedMs: 300 })).toBe(300)
  expect(absenceMs({ ...heard, claimedMs: 5000 })).toBe(900)
  expect(absenceMs({ ...heard, claimedMs: 300, lastAnswerMs: 900 })).toBe(100)
  expect(absenceMs({ ...heard, claimedMs: 300, lastAnswerMs: 50 })).toBe(300)
  expect(absenceMs({ ...heard, claimedMs: 300, lastEventMs: 2000 })).toBe(0)
  for (const claimedMs of [-1, 0, Number.NaN]) expect(absenceMs({ ...heard, claimedMs })).toBe(0)
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
