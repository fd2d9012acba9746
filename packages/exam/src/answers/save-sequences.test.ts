import fc from 'fast-check'
import { expect, test } from 'vitest'
import { leastAfter, sequencesEach } from './save-sequences.ts'

const startedMs = 1_800_000_000_000
/** As `reserve-sequences.ts` of the server writes it. */
const sequencesAfter = (last: number, nowMs: number) => Math.max(last + sequencesEach, leastAfter(nowMs))
/** Milliseconds from one opening to the next: nobody opens an exam ten times a second. */
const gaps = fc.array(fc.integer({ min: 100, max: 3_600_000 }), { minLength: 1, maxLength: 30 })

test('a later opening has sequences above all that were set aside before, and room for them', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 3_600_000 })), (some) => {
      let nowMs = startedMs
      let last = 0
      for (const gap of some) {
        nowMs += gap
        const next = sequencesAfter(last, nowMs)
        expect(next).toBeGreaterThanOrEqual(last + sequencesEach)
        last = next
      }
    }),
  )
})

test('sequences stay unique after any number of set-backs to any moment', () => {
  fc.assert(
    fc.property(gaps, fc.infiniteStream(fc.nat()), (some, backs) => {
      let nowMs = startedMs
      let highest = 0
      const known = [0]
      for (const gap of some) {
        nowMs += gap
        const [back = 0] = backs.take(1)
        const last = known[back % known.length] ?? 0
        const next = sequencesAfter(last, nowMs)
        expect(next).toBeGreaterThanOrEqual(highest)
        // All but the last of its sequences may have been used.
        highest = next + sequencesEach - 1
        known.push(next)
      }
    }),
  )
})

test('a later form run has higher numbers than a lost one, without knowing them', () => {
  fc.assert(
    fc.property(fc.nat({ max: 4_000_000_000 }), fc.integer({ min: 100, max: 4_000_000_000 }), (openMs, laterMs) => {
      const lastOfLost = sequencesAfter(0, startedMs + openMs) + sequencesEach - 1
      expect(sequencesAfter(0, startedMs + openMs + laterMs)).toBeGreaterThan(lastOfLost)
    }),
  )
})

test('numbers leave space to count on, for any clocks', () => {
  expect(sequencesAfter(5, 0)).toBe(5 + sequencesEach)
  expect(sequencesAfter(5, Number.MAX_SAFE_INTEGER)).toBeLessThan(2 ** 52)
})
