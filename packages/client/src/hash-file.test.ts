import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hashBlob } from './hash-blob.ts'
import { hashFile, workerSilenceMs } from './hash-file.ts'
import type { HashReport } from './hash-worker.ts'

class FakeWorker {
  static started: FakeWorker[] = []
  onmessage: ((event: { data: HashReport }) => void) | undefined
  onerror: (() => void) | undefined
  isTerminated = false
  posted: Blob[] = []
  constructor() {
    FakeWorker.started.push(this)
  }
  postMessage(bytes: Blob) {
    this.posted.push(bytes)
  }
  terminate() {
    this.isTerminated = true
  }
}

const theWorker = () => {
  const [worker] = FakeWorker.started
  if (!worker) throw new Error('No worker was started')
  return worker
}

const text = 'A sketch of the lake. '.repeat(40_000)
const file = new Blob([text])
const sha256 = createHash('sha256').update(text).digest('hex')

beforeEach(() => {
  FakeWorker.started = []
  vi.stubGlobal('Worker', FakeWorker)
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

// UP-308
test('a file is hashed in the page if its worker never starts, and never fires an error either', async () => {
  const hashing = hashFile(file)
  expect(theWorker().posted).toEqual([file])
  await vi.advanceTimersByTimeAsync(workerSilenceMs)
  expect(await hashing).toBe(sha256)
  expect(theWorker().isTerminated).toBe(true)
})

test('a file is hashed in the page if its worker can’t be started', async () => {
  const hashing = hashFile(file)
  theWorker().onerror?.()
  expect(await hashing).toBe(sha256)
})

test('a worker that shows signs of life has as long as it needs, and its hash is taken', async () => {
  const hashing = hashFile(file)
  for (let sign = 0; sign < 5; sign += 1) {
    await vi.advanceTimersByTimeAsync(workerSilenceMs - 1)
    theWorker().onmessage?.({ data: { isAlive: true } })
  }
  expect(theWorker().isTerminated).toBe(false)
  theWorker().onmessage?.({ data: { hash: 'of the worker' } })
  expect(await hashing).toBe('of the worker')
  expect(theWorker().isTerminated).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})

test('a file that the worker can’t read any more has no hash', async () => {
  const hashing = hashFile(file)
  theWorker().onmessage?.({ data: { error: 'NotReadableError' } })
  await expect(hashing).rejects.toThrow('NotReadableError')
})

test('a hash does not depend on the size of the steps, and each step is reported before it is read', async () => {
  const onStep = vi.fn()
  expect(await hashBlob(file, { stepBytes: 100_000, onStep })).toBe(sha256)
  expect(onStep).toHaveBeenCalledTimes(Math.ceil(file.size / 100_000))
  expect(await hashBlob(new Blob([]))).toBe(createHash('sha256').digest('hex'))
})
