import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startedWorker, workerSilenceMs } from './started-worker.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const workers = () => {
  const started: (PromiseWithResolvers<void> & { destroy: ReturnType<typeof vi.fn> })[] = []
  const start = () => {
    const worker = { ...Promise.withResolvers<void>(), destroy: vi.fn() }
    started.push(worker)
    return worker
  }
  return { started, start }
}

test('another worker is started in place of one that never starts, and takes over once it runs', async () => {
  const { started, start } = workers()
  const starting = startedWorker(start)
  await vi.advanceTimersByTimeAsync(workerSilenceMs - 1)
  expect(started).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(started).toHaveLength(2)
  expect(started[0]?.destroy).toHaveBeenCalledOnce()
  started[1]?.resolve()
  expect(await starting).toBe(started[1])
  expect(started[1]?.destroy).not.toHaveBeenCalled()
  expect(vi.getTimerCount()).toBe(0)
})

test('the third worker has as long as it needs', async () => {
  const { started, start } = workers()
  const starting = startedWorker(start)
  await vi.advanceTimersByTimeAsync(10 * workerSilenceMs)
  expect(started).toHaveLength(3)
  started[2]?.resolve()
  expect(await starting).toBe(started[2])
})

test('a worker that reports that it can’t run is not replaced', async () => {
  const { started, start } = workers()
  const failed = expect(startedWorker(start)).rejects.toThrow('no module')
  started[0]?.reject(new Error('no module'))
  await failed
  expect(started).toHaveLength(1)
  expect(vi.getTimerCount()).toBe(0)
})
