import { expect, test } from 'vitest'
import { createActor, SimulatedClock, waitFor } from 'xstate'
import { reloadMachine } from './reload.machine.ts'
import { reloadDelayMs } from './reload-delay.ts'

// NAV-310 NAV-311 EXT-326
test('an exam opens anew 50 seconds after its data is cleared, however long the clearing takes', async () => {
  const clock = new SimulatedClock()
  let cleared = () => {}
  const clearing = new Promise<void>((resolve) => {
    cleared = resolve
  })
  const actor = createActor(reloadMachine, { clock, input: { clearExamData: () => clearing } }).start()
  clock.increment(reloadDelayMs * 2)
  expect(actor.getSnapshot().value).toBe('clearing_exam_data')
  cleared()
  await waitFor(actor, (state) => state.matches('waiting'))
  expect(reloadDelayMs).toBe(50_000)
  clock.increment(reloadDelayMs - 1)
  expect(actor.getSnapshot().value).toBe('waiting')
  clock.increment(1)
  expect(actor.getSnapshot().value).toBe('reloaded')
})
