import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LedgerEvent } from '../ledger/ledger.ts'
import { settledBy } from './settled-part.ts'

const second = 1000
const start: LedgerEvent = { kind: 'start', partId: 'a', atMs: 0 }
const key = (partId: string, atMs: number): LedgerEvent => ({ kind: 'part-key', partId, atMs })

test('a part is settled three seconds after it was closed and the key of another one was given', () => {
  expect(settledBy([start], 'a', 60 * second)).toBeUndefined()
  expect(settledBy([start, key('b', 60 * second)], 'a', 60 * second)).toEqual({ atMs: 63 * second, isAhead: false })
  expect(settledBy([start, key('b', 90 * second)], 'a', 60 * second)).toEqual({ atMs: 93 * second, isAhead: false })
})

test('a key that was given ahead settles a part once it is closed, and a later key ends the excuse', () => {
  const ahead = [start, key('b', 50 * second)]
  expect(settledBy(ahead, 'a', 60 * second)).toEqual({ atMs: 63 * second, isAhead: true })
  expect(settledBy([...ahead, key('c', 90 * second)], 'a', 60 * second)).toEqual({ atMs: 63 * second, isAhead: false })
})

test('the keys of a part itself, and of those before it, settle nothing', () => {
  const events = [start, key('b', 10 * second), key('c', 20 * second)]
  expect(settledBy(events, 'c', 30 * second)).toBeUndefined()
  expect(settledBy(events, 'b', 30 * second)).toEqual({ atMs: 33 * second, isAhead: true })
})

test('a settled part stays settled from the same moment, for any time added later', () => {
  const keys = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.nat(100 * second)), { maxLength: 8 })
  fc.assert(
    fc.property(keys, fc.nat(100 * second), fc.constantFrom('a', 'b', 'c'), (given, closedAtMs, partId) => {
      const inOrder = given.toSorted(([, one], [, other]) => one - other).map(([id, atMs]) => key(id, atMs))
      const all = [start, key(partId, 0), ...inOrder]
      const settled = all.map((_, at) => settledBy(all.slice(0, at + 1), partId, closedAtMs)).filter((one) => one !== undefined)
      expect(new Set(settled.map(({ atMs }) => atMs)).size).toBeLessThanOrEqual(1)
      // Once a key was given after the closing, no later one makes it one that was given ahead.
      const ahead = settled.map(({ isAhead }) => isAhead)
      expect(ahead).toEqual(ahead.toSorted((one, other) => Number(other) - Number(one)))
    }),
  )
})
