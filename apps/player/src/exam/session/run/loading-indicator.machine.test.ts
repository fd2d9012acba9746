import { expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { loadingIndicatorMachine } from './loading-indicator.machine.ts'

// RUN-359
test('the loading indicator hides two seconds after the player is ready, and not before', () => {
  const clock = new SimulatedClock()
  const indicator = createActor(loadingIndicatorMachine, { clock }).start()
  clock.increment(60_000)
  expect(indicator.getSnapshot().value).toBe('loading')
  indicator.send({ type: 'READY' })
  clock.increment(1999)
  expect(indicator.getSnapshot().value).toBe('ready')
  clock.increment(1)
  expect(indicator.getSnapshot().value).toBe('hidden')
})
