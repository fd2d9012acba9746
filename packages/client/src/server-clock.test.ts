import { expect, test } from 'vitest'
import { createServerClock } from './server-clock.ts'

test('the clock is the browser’s until the server replies, then the server’s, for any delay', () => {
  let browserMs = 1_000_000
  const clock = createServerClock(() => browserMs)
  expect([clock.nowMs(), clock.isKnown()]).toEqual([1_000_000, false])
  const learn = clock.ask()
  browserMs = 1_000_400
  learn(5_000_000)
  browserMs = 1_001_200
  expect([clock.nowMs(), clock.isKnown()]).toEqual([5_001_000, true])
})
