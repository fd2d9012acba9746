import type { Barred } from '@sitwell/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMemoryStore } from '../../storage/memory-store.ts'
import type { Caller } from '../queue/delivery.ts'
import { examStart, text } from '../testing/exam-start.ts'
import { startTestSync } from '../testing/start-test-sync.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const settle = () => vi.advanceTimersByTimeAsync(0)

test('an answer that the server keeps and can’t count is told so with the reason, also after a reload, until one counts', async () => {
  const world: { barred: Barred | undefined } = { barred: 'reading' }
  const places = createMemoryStore()
  const api: Caller = {
    async call(call, input) {
      if (call.name !== 'saveAnswer') return { ok: true, value: {} }
      const { sequence } = input.body as { sequence: number }
      return { ok: true, value: { sequence, applied: !world.barred, ...(world.barred && { barred: world.barred }) } }
    },
  }
  const open = async (isStored = false) => {
    const sync = await startTestSync({ api, newId: () => crypto.randomUUID() }, places)
    return { sync, run: await sync.openFormRun({ ...examStart, isFresh: false, isStored }) }
  }
  const first = await open()
  await first.run.answers.save('q1', text('Blue'))
  await settle()
  expect(first.run.answers.stateOf('q1')).toBe('reading')
  world.barred = 'closed'
  await first.run.answers.save('q1', text('Green'))
  await settle()
  expect(first.run.answers.stateOf('q1')).toBe('closed')
  first.sync.stop()
  const second = await open(true)
  expect(second.run.answers.stateOf('q1')).toBe('closed')
  world.barred = undefined
  await second.run.answers.save('q1', text('Red'))
  await settle()
  expect(second.run.answers.stateOf('q1')).toBe('on-server')
})
