import { expect, test } from 'vitest'
import { bothDatabases } from '../../apps/server/src/testing/databases.ts'
import { attackCallers } from './callers.ts'
import { fuzz, wrongIn } from './fuzz.ts'
import { floodHalfOpen } from './half-open.ts'
import { attackLimits } from './limits.ts'
import { openPlace } from './place.ts'
import { floodSlowReaders } from './slow-readers.ts'

// The short form of script/attack, which makes as many calls as it is told.
test.each(bothDatabases)(
  'nothing is found by every kind of caller, by 2,000 wrong calls, nor from many addresses, on %s',
  async (database) => {
    const place = await openPlace({ database })
    try {
      expect((await attackCallers(place)).findings).toEqual([])
      const { counts, findings } = await fuzz(place, { count: 2000, seed: 7, atOnce: 8 })
      expect(findings).toEqual([])
      expect(counts.succeeded.size).toBeGreaterThan(25)
      const limits = await attackLimits(place)
      expect(limits.findings, limits.counted).toEqual([])
    } finally {
      await place.server.stop()
    }
  },
)

test('saves go through a flood of half-sent requests, which is cut', async () => {
  expect((await floodHalfOpen('sqlite', { connections: 400 })).findings).toEqual([])
})

test('a server stays small, and saves go through, while many ask for the description of the contract and read nothing', async () => {
  const { findings, counted } = await floodSlowReaders('sqlite', {
    ...{ connections: 200, saves: 20, isTimed: false, only: 'description' },
  })
  expect(findings, counted).toEqual([])
})

test('what is a finding is found: a bug, a page with a script, a refusal in a shape of its own, a type that is guessed', () => {
  const fine = { status: 200, mediaType: 'application/json', isSniffed: false, text: '{}' }
  expect(wrongIn(fine)).toBeUndefined()
  expect(wrongIn({ ...fine, status: 500 })).toContain('500')
  expect(wrongIn({ ...fine, status: 503, text: '{"error":{"code":"CANNOT_SAVE"}}' })).toContain('503')
  expect(wrongIn({ ...fine, status: 404, text: 'Not found' })).toBeDefined()
  expect(wrongIn({ ...fine, status: 404, text: '{"message":"no"}' })).toBeDefined()
  expect(wrongIn({ ...fine, isSniffed: true })).toBeDefined()
  expect(wrongIn({ ...fine, mediaType: 'text/html; charset=utf-8', text: '<p><svg onload=hurt()>' })).toBeDefined()
})
