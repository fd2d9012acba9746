import { expect, test, vi } from 'vitest'
import { createExamStore } from '../../storage/exam-store.ts'
import { createMemoryStore } from '../../storage/memory-store.ts'
import { draft, idle } from '../testing/arrange-queue.ts'
import { startTestSync } from '../testing/start-test-sync.ts'
import type { Caller } from './delivery.ts'

const unreadable = () => Promise.reject(new DOMException('Failed to read large IndexedDB value', 'DataError'))
const server = () => {
  const calls: string[] = []
  const api: Caller = {
    async call(call) {
      calls.push(call.name)
      return { ok: true, value: {} }
    },
  }
  return { api, calls }
}

test('a kept exam that the browser can not even list is told of, and keeps no answer from being sent', async () => {
  const memory = createMemoryStore()
  const request = { ...draft('q1'), format: 1, id: 'a', order: 1, userGuid: 'u', failed: false } as const
  await createExamStore(memory, () => 0).save([{ request }])
  const places = {
    ...memory,
    list: (...[place, prefix]: Parameters<typeof memory.list>) =>
      place === 'exams' ? unreadable() : memory.list(place, prefix),
    keys: (...[place, prefix]: Parameters<typeof memory.keys>) =>
      place === 'exams' ? unreadable() : memory.keys(place, prefix),
  }
  const { api, calls } = server()
  const onError = vi.fn()
  const sync = await startTestSync({ api, onError }, places)
  await idle(sync.queue)
  expect(calls).toEqual(['saveAnswer'])
  expect(onError).toHaveBeenCalledTimes(1)
  sync.stop()
})

test('a store that fails as an answer is acknowledged tells of no lost connection, and the queue goes on by itself', async () => {
  vi.useFakeTimers()
  const memory = createMemoryStore()
  const request = { ...draft('q1'), format: 1, id: 'a', order: 1, userGuid: 'u', failed: false } as const
  await createExamStore(memory, () => 0).save([{ request }])
  let isBusy = true
  const places = {
    ...memory,
    write: (...changes: Parameters<typeof memory.write>) => (isBusy ? unreadable() : memory.write(...changes)),
  }
  const { api, calls } = server()
  const sync = await startTestSync({ api, onError: () => undefined }, places)
  await vi.advanceTimersByTimeAsync(1000)
  expect([calls, sync.connection.state(), sync.queue.waiting().length]).toEqual([['saveAnswer'], 'online', 1])
  isBusy = false
  await vi.advanceTimersByTimeAsync(5000)
  expect([calls, sync.connection.state(), sync.queue.waiting().length]).toEqual([['saveAnswer', 'saveAnswer'], 'online', 0])
  sync.stop()
  vi.useRealTimers()
})
