import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { remainingMs, type Sample, withSample } from './sending-rate.ts'

const samplesOf = (all: readonly Sample[]) => all.reduce<readonly Sample[]>(withSample, [])

test('at a steady rate the time that is left is what the rest takes', () => {
  void fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 2, max: 60 }), fc.nat(500), (rate, seconds, left) => {
      const samples = samplesOf(Array.from({ length: seconds + 1 }, (_, at) => ({ atMs: at * 1000, bytes: at * rate })))
      expect(remainingMs(samples, (seconds + left) * rate)).toBe(left * 1000)
    }),
  )
})

test('it is never below nothing, and unknown before two seconds, without progress, and after bytes that were lost', () => {
  void fc.assert(
    fc.property(fc.array(fc.record({ atMs: fc.nat(100_000), bytes: fc.nat(1000) })), fc.nat(1000), (all, size) => {
      const samples = samplesOf(all)
      const left = remainingMs(samples, size)
      if (left !== undefined) expect(left).toBeGreaterThanOrEqual(0)
      expect(samples.every(({ atMs }) => atMs >= (samples.at(-1)?.atMs ?? 0) - 20_000)).toBe(true)
    }),
  )
  const begun = { atMs: 0, bytes: 0 }
  expect(remainingMs([], 100)).toBeUndefined()
  expect(remainingMs(samplesOf([begun, { atMs: 1999, bytes: 50 }]), 100)).toBeUndefined()
  expect(remainingMs(samplesOf([begun, { atMs: 9000, bytes: 0 }]), 100)).toBeUndefined()
  expect(remainingMs(samplesOf([begun, { atMs: 9000, bytes: 90 }, { atMs: 9500, bytes: 40 }]), 100)).toBeUndefined()
})

test('only the last twenty seconds count: a network that became slow is noticed', () => {
  const fast = Array.from({ length: 11 }, (_, at) => ({ atMs: at * 1000, bytes: at * 1000 }))
  const slow = Array.from({ length: 30 }, (_, at) => ({ atMs: 11_000 + at * 1000, bytes: 10_000 + (at + 1) * 10 }))
  expect(remainingMs(samplesOf([...fast, ...slow]), 10_400)).toBe(10_000)
})
