import { expect, test } from 'vitest'
import { waitedFor } from './waited-for.ts'

const nowMs = Date.parse('2026-11-25T12:00:00Z')
const at = (hours: number) => new Date(nowMs + hours * 3_600_000).toISOString()
const plain = { commenced: false, completed: false }

// OFFICE-107
test('a start is waited for when it comes soon, has just come, or is held; three at most, and none that was begun', () => {
  const minutes = (count: number) => at(count / 60)
  const waits = (more: Partial<Parameters<typeof waitedFor>[0][number]>) =>
    waitedFor([{ ...plain, guid: 'a', ...more }], nowMs).length === 1
  expect(waits({ startDt: minutes(14) })).toBe(true)
  expect(waits({ startDt: minutes(16) })).toBe(false)
  expect(waits({ startDt: minutes(-0.5) })).toBe(true)
  expect(waits({ startDt: minutes(-2) })).toBe(false)
  expect(waits({ startDt: minutes(-90), cantStartMessage: 'Please wait.' })).toBe(true)
  expect(waits({ startDt: minutes(-150), cantStartMessage: 'Please wait.' })).toBe(false)
  expect(waits({ startDt: minutes(1), commenced: true })).toBe(false)
  expect(waits({ cantStartMessage: 'Ask your centre.' })).toBe(false)
  const many = ['a', 'b', 'c', 'd'].map((guid) => ({ ...plain, guid, startDt: minutes(5) }))
  expect(waitedFor(many, nowMs)).toEqual(['a', 'b', 'c'])
})
