import { expect, test } from 'vitest'
import { before, madeUpNowMs } from '../testing/made-up-rows.ts'
import { reachesWithinMs, stepsOf } from './steps.ts'

const none = { people: 2, pending: 0, applied: 2, unchanged: 0, refused: 0, expected: 2, delivered: 0, acknowledged: 0 }
const steps = (counts: Partial<typeof none>, agoMs = 1000) =>
  stepsOf({ at: before(agoMs), counts: { ...none, ...counts } }, madeUpNowMs)

// OFFICE-106
test('an action goes from sent over delivered to acknowledged, and one that reached nobody says so', () => {
  expect(steps({})).toBe('sent')
  expect(steps({}, reachesWithinMs)).toBe('silent')
  expect(steps({ delivered: 1 }, 60_000)).toBe('under-way')
  expect(steps({ delivered: 2, acknowledged: 1 })).toBe('under-way')
  expect(steps({ delivered: 2, acknowledged: 2 })).toBe('whole')
  expect(steps({ applied: 0, refused: 2, expected: 0 })).toBe('refused')
  expect(steps({ expected: 0 })).toBe('noted')
  expect(steps({ pending: 1 })).toBe('pending')
})
