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

test('it has them also where the database was set back to any moment before, as often as you like', () => {
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

test('of a form run that is begun later the numbers are above all of one that was lost, though it knows none of them', () => {
  fc.assert(
    fc.property(fc.nat({ max: 4_000_000_000 }), fc.integer({ min: 100, max: 4_000_000_000 }), (openMs, laterMs) => {
      const lastOfLost = sequencesAfter(0, startedMs + openMs) + sequencesEach - 1
      expect(sequencesAfter(0, startedMs + openMs + laterMs)).toBeGreaterThan(lastOfLost)
    }),
  )
})

test('leaves room to count on, whatever the clocks say', () => {
  expect(sequencesAfter(5, 0)).toBe(5 + sequencesEach)
  expect(sequencesAfter(5, Number.MAX_SAFE_INTEGER)).toBeLessThan(2 ** 52)
})
