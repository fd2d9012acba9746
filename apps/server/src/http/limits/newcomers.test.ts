import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createNewcomers } from './newcomers.ts'

const limits = { capacity: 3, leakMs: 100, networks: 2 }

test('a network that was never seen may try at once, so often, and then at the pace at which its count runs out', () => {
  const count = createNewcomers(limits)
  expect([1, 2, 3].map(() => count('a', 0))).toEqual([0, 0, 0])
  expect(count('a', 0)).toBe(100)
  expect(count('a', 60)).toBeCloseTo(40)
  expect(count('a', 100)).toBe(0)
  expect(count('a', 100)).toBeGreaterThan(0)
  expect(count('b', 100)).toBe(0)
})

test('however tries come, no more go through than fit and ran out meanwhile, also where the clock goes back', () => {
  const tries = fc.array(fc.integer({ min: -50, max: 400 }), { maxLength: 60 })
  fc.assert(
    fc.property(tries, (steps) => {
      const count = createNewcomers(limits)
      let nowMs = 0
      let forwardsMs = 0
      let through = 0
      for (const step of steps) {
        nowMs += step
        forwardsMs += Math.max(0, step)
        if (count('a', nowMs) === 0) through += 1
      }
      expect(through).toBeLessThanOrEqual(limits.capacity + forwardsMs / limits.leakMs + 1e-6)
    }),
  )
})

test('of more networks than are remembered the one that was quiet the longest is forgotten, and a busy one never', () => {
  const count = createNewcomers(limits)
  for (const _ of [1, 2, 3]) count('busy', 0)
  for (const other of ['x', 'y', 'z']) {
    expect(count(other, 1)).toBe(0)
    expect(count('busy', 1)).toBeGreaterThan(0)
  }
})
