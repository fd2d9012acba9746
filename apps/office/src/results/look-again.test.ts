import type { ResultSet } from '@sitwell/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lookAgainMs, progressOf } from './look-again.ts'

const nowMs = Date.parse('2026-11-30T12:00:00Z')
const at = (ms: number) => ({ at: new Date(ms).toISOString(), by: 'Ada' })
// Only what the rule reads of a set.
const of = (set: Partial<ResultSet>) => ({ sets: [set as ResultSet] })
const released = (done: number) => ({ ...at(nowMs), done, of: 200, told: 0, seen: 0 })

test('a release is followed closely while it moves, and less closely the longer nothing does', () => {
  const under = of({ set: 1, state: 'releasing', released: released(120) })
  void fc.assert(
    fc.property(fc.nat(600_000), fc.nat(600_000), (one, other) => {
      const [sooner, later] = [Math.min(one, other), Math.max(one, other)]
      const [first, second] = [sooner, later].map((unmovedMs) => lookAgainMs(under, { nowMs, unmovedMs }))
      expect(first).toBeGreaterThanOrEqual(1000)
      expect(second).toBeLessThanOrEqual(15_000)
      expect(second).toBeGreaterThanOrEqual(Number(first))
    }),
  )
  expect(lookAgainMs(of({ set: 1, state: 'confirmed', freezing: { done: 1, of: 2 } }), { nowMs, unmovedMs: 0 })).toBe(1000)
  expect(progressOf(under)).not.toBe(progressOf(of({ set: 1, state: 'releasing', released: released(121) })))
})

test('before a planned release nothing is read until it is due, and sets that wait for nobody are not followed', () => {
  void fc.assert(
    fc.property(fc.integer({ min: 1, max: 500_000 }), fc.nat(600_000), (untilMs, unmovedMs) => {
      const planned = of({ set: 1, state: 'confirmed', planned: at(nowMs + untilMs) })
      expect(lookAgainMs(planned, { nowMs, unmovedMs })).toBe(untilMs + 1000)
    }),
  )
  const overdue = of({ set: 1, state: 'confirmed', planned: at(nowMs - 4000) })
  expect(lookAgainMs(overdue, { nowMs, unmovedMs: 600_000 })).toBe(2000)
  for (const state of ['computed', 'confirmed', 'released', 'withdrawn'] as const)
    expect(
      lookAgainMs(of({ set: 1, state, planned: state === 'confirmed' ? undefined : at(nowMs) }), {
        nowMs,
        unmovedMs: 0,
      }),
    ).toBe(false)
})
