import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMemoryStore } from '../../storage/memory-store.ts'
import { examStart, text } from '../testing/exam-start.ts'
import { startTestSync } from '../testing/start-test-sync.ts'
import type { Caller } from './delivery.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('what an exam sends as it is opened is told as saved, however soon the server answers', async () => {
  const places = createMemoryStore()
  let isReachable = false
  const api: Caller = {
    async call(_, input) {
      if (!isReachable) return { ok: false, kind: 'unreachable' }
      const { sequence } = Object(input.body) as { sequence?: number }
      return { ok: true, value: { sequence, applied: true } }
    },
  }
  const open = async (page: string) => {
    let ids = 0
    const sync = await startTestSync({ api, newId: () => `${page}.${++ids}` }, places)
    return { sync, run: await sync.openFormRun({ ...examStart, isFresh: false }) }
  }
  const first = await open('first')
  first.run.answers.draft('q1', text('Blue'))
  await vi.advanceTimersByTimeAsync(0)
  first.sync.stop()
  isReachable = true
  const second = await open('second')
  await vi.advanceTimersByTimeAsync(0)
  expect(second.run.answers.stateOf('q1')).toBe('on-server')
  second.sync.stop()
})
