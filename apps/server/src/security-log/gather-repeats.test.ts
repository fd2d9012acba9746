import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRepeats } from './gather-repeats.ts'
import type { TimedEvent } from './security-event.ts'

const refused = (address: string, username: string, atMs: number): TimedEvent => ({
  kind: 'sign-in-refused',
  orgId: 1,
  address,
  username,
  atMs,
})

test('lets the first of a minute through, and tells the rest by their number', () => {
  const repeats = createRepeats()
  expect(repeats.take(refused('a', 'x', 0))).toMatchObject({ username: 'x' })
  for (const atMs of [1, 2, 3]) expect(repeats.take(refused('a', 'x', atMs))).toBeUndefined()
  expect(repeats.take(refused('a', 'y', 4))).toMatchObject({ username: 'y' })
  expect(repeats.due(59_000)).toEqual([])
  expect(repeats.due(60_000)).toEqual([{ ...refused('a', 'x', 60_000), times: 3 }])
  expect(repeats.take(refused('a', 'x', 60_001))).toMatchObject({ atMs: 60_001 })
})

test('lets every sign-in through', () => {
  const repeats = createRepeats()
  for (const atMs of [0, 1]) expect(repeats.take({ kind: 'sign-in', orgId: 1, userGuid: 'u', atMs })).toBeDefined()
})

test('counts all that it is given, and writes at most some hundred events of one address', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 2000 }), fc.integer({ min: 0, max: 3 })), { maxLength: 1500 }),
      (tries) => {
        const repeats = createRepeats()
        const events = tries.flatMap(([name, address]) => repeats.take(refused(`a${address}`, `n${name}`, 0)) ?? [])
        const all = [...events, ...repeats.due()]
        expect(all.reduce((sum, { times }) => sum + (times ?? 1), 0)).toBe(tries.length)
        expect(events.length).toBeLessThanOrEqual(4 * 101)
      },
    ),
  )
})
