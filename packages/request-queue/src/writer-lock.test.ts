import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { onABusyMachine } from './testing/on-a-busy-machine.ts'
import { createWriterLock, handOverMs, type WriterLock, type WriterLockParts } from './writer-lock.ts'

let open: WriterLock[] = []
let channels: BroadcastChannel[] = []
let exams = 0
beforeEach(() => {
  exams += 1
  // A tab that hands over is never too late, however long the machine takes to tell it.
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal)
})
afterEach(() => {
  vi.restoreAllMocks()
  for (const lock of open) lock.release()
  for (const channel of channels) channel.close()
  open = []
  channels = []
})

/** A tab of one browser, over the lock manager and the channels of this Node. */
const openTab = (parts: Partial<WriterLockParts> = {}) => {
  const channel = new BroadcastChannel(`exam ${exams}`)
  channels.push(channel)
  const lock = createWriterLock({
    name: `exam ${exams}`,
    locks: navigator.locks,
    channel,
    beforeHandOver: async () => {},
    onStolen: () => {},
    nowMs: () => 0,
    onError: (error) => {
      throw error
    },
    ...parts,
  })
  open.push(lock)
  return lock
}
const until = (lock: WriterLock, state: string) => vi.waitFor(() => expect(lock.state()).toBe(state), onABusyMachine)

describe('tabs of a browser', () => {
  test('the first tab writes an exam; the second one is notified, and writes after it takes over and the first has stored everything', async () => {
    const happened: string[] = []
    const first = openTab({
      beforeHandOver: async () => {
        await Promise.resolve()
        happened.push('kept')
      },
    })
    await until(first, 'here')
    const second = openTab()
    await until(second, 'elsewhere')
    second.subscribe((state) => happened.push(state))
    await second.takeOver()
    expect(happened).toEqual(['kept', 'here'])
    expect(first.state()).toBe('elsewhere')
    await first.takeOver()
    expect([first.state(), second.state()]).toEqual(['here', 'elsewhere'])
  })

  test('the second tab gets the data that the first could not store, before it writes, and the first is notified', async () => {
    const happened: unknown[] = []
    const first = openTab({
      beforeHandOver: async () => ({ held: ['an answer'], taken: () => void happened.push('given') }),
      onHanded: async () => void happened.push('not its own'),
    })
    await until(first, 'here')
    const second = openTab({ onHanded: async (held) => void happened.push(held) })
    const third = openTab({ onHanded: async () => void happened.push('not asked for') })
    await until(second, 'elsewhere')
    await until(third, 'elsewhere')
    second.subscribe((state) => happened.push(state))
    await second.takeOver()
    expect(happened).toEqual([['an answer'], 'given', 'here'])
  })

  test('the first keeps what the second could not take', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 500 })
    const taken = vi.fn()
    const failed: unknown[] = []
    const first = openTab({ beforeHandOver: async () => ({ held: 'an answer', taken }) })
    await until(first, 'here')
    const second = openTab({
      onHanded: () => Promise.reject(new Error('no room')),
      onError: (error) => void failed.push(error),
    })
    await until(second, 'elsewhere')
    await second.takeOver()
    vi.useRealTimers()
    expect(second.state()).toBe('here')
    expect(failed).toHaveLength(1)
    expect(taken).not.toHaveBeenCalled()
  })

  test('a tab that doesn’t reply any more is taken over anyway, and stops writing when it wakes up', async () => {
    const happened: string[] = []
    const asleep = openTab({ channel: undefined, onStolen: () => happened.push('stopped') })
    await until(asleep, 'here')
    asleep.subscribe((state) => happened.push(state))
    vi.mocked(AbortSignal.timeout).mockReturnValueOnce(AbortSignal.abort())
    const second = openTab()
    await until(second, 'elsewhere')
    await second.takeOver()
    expect(second.state()).toBe('here')
    await until(asleep, 'elsewhere')
    expect(happened).toEqual(['stopped', 'elsewhere'])
  })

  test('one that hears too late that it should hand over keeps nothing of what is old by now', async () => {
    const stored = vi.fn(async () => {})
    const { promise: heard, resolve: hear } = Promise.withResolvers<void>()
    const nowMs = () => {
      hear()
      return handOverMs
    }
    const asleep = openTab({ beforeHandOver: stored, nowMs })
    await until(asleep, 'here')
    const channel = new BroadcastChannel(`exam ${exams}`)
    channels.push(channel)
    channel.postMessage({ handOver: `exam ${exams}`, askedAtMs: 0 })
    await heard
    expect(stored).not.toHaveBeenCalled()
    expect(asleep.state()).toBe('here')
  })

  test('another may write when the one that did is closed', async () => {
    const first = openTab()
    await until(first, 'here')
    first.release()
    await vi.waitFor(async () => expect((await navigator.locks.query()).held).toEqual([]), onABusyMachine)
    await until(openTab(), 'here')
  })

  test('one that is left before it has the exam keeps nobody from it', async () => {
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
    // As in a browser, which grants it a moment later.
    const request: LockManager['request'] = async (name: string, options: unknown, granted?: unknown) => {
      await Promise.resolve()
      ask()
      return Reflect.apply(navigator.locks.request, navigator.locks, [name, options, granted])
    }
    openTab({ locks: { request } }).release()
    await asked
    await until(openTab(), 'here')
  })

  test('one that is left while it takes over takes nothing', async () => {
    const happened: string[] = []
    const first = openTab({ channel: undefined, onStolen: () => happened.push('stopped') })
    await until(first, 'here')
    const patience = new AbortController()
    vi.mocked(AbortSignal.timeout).mockReturnValueOnce(patience.signal)
    const second = openTab()
    await until(second, 'elsewhere')
    void second.takeOver()
    second.release()
    patience.abort()
    await until(openTab(), 'elsewhere')
    expect(happened).toEqual([])
  })

  test('a tab without locks, because site data is blocked, writes, and reports it once', async () => {
    const errors: unknown[] = []
    const blocked = new DOMException('Access to the Locks API is denied in this context.', 'SecurityError')
    const tab = openTab({ locks: { request: () => Promise.reject(blocked) }, onError: (error) => errors.push(error) })
    await until(tab, 'here')
    expect(errors).toEqual([blocked])
    const left = openTab({ locks: { request: () => Promise.reject(blocked) }, onError: () => {} })
    left.release()
    await new Promise((resolve) => setImmediate(resolve))
    expect(left.state()).toBe('asking')
  })

  test('each tab writes in a browser without locks, as before', () => {
    expect([openTab({ locks: undefined }).state(), openTab({ locks: undefined }).state()]).toEqual(['here', 'here'])
  })
})
