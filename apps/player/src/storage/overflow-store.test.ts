import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { KeyValueStore } from './key-value-store.ts'
import { createMemoryStore } from './memory-store.ts'
import { createOverflowStore, type Keeping, mostRoomTries, writeTimeoutMs } from './overflow-store.ts'
import { createRequestLogStore, droppedWhenFull } from './request-log.ts'

const full = () => new DOMException('The disk is full', 'QuotaExceededError')

/** A disk that takes only so many records. */
const diskOf = (room: () => number) => {
  const memory = createMemoryStore()
  let records = 0
  const lasting: KeyValueStore = {
    ...memory,
    async write(changes) {
      const grows = changes.reduce((sum, change) => sum + ('put' in change ? 1 : -1), 0)
      if (grows > 0 && records + grows > room()) throw full()
      await memory.write(changes)
      records += grows
    },
  }
  return { lasting, memory }
}

const arrange = (lasting: KeyValueStore, makeRoom: () => Promise<boolean> = async () => false) => {
  const keeping: Keeping[] = []
  const onError = vi.fn()
  const store = createOverflowStore({ lasting, makeRoom, onKeeping: (now) => keeping.push(now), onError })
  return { store, keeping, onError }
}

const put = (key: string, value: unknown = key) => ({ put: 'answers' as const, key, value })

describe('a store that overflows', () => {
  test('goes on in the memory where the disk is full, says so once, and writes all of it when there is room again', async () => {
    let room = 1
    const { lasting, memory } = diskOf(() => room)
    const { store, keeping, onError } = arrange(lasting)
    await store.write([put('a')])
    await store.write([put('b')])
    await store.write([put('c'), { remove: 'answers', key: 'a' }])
    expect(keeping).toEqual(['memory'])
    expect(onError).toHaveBeenCalledTimes(1)
    expect((await store.list('answers', '')).map(({ key }) => key)).toEqual(['b', 'c'])
    expect(await store.keys('answers', '')).toEqual(['b', 'c'])
    expect(await store.read('answers', 'a')).toBeUndefined()
    room = 10
    await store.write([put('b', 'newer')])
    expect(keeping).toEqual(['memory', 'lasting'])
    expect(await memory.list('answers', '')).toEqual([
      { key: 'b', value: 'newer' },
      { key: 'c', value: 'c' },
    ])
  })

  test('holds nothing over what another tab has written later, nor what that tab has taken over', async () => {
    let room = 0
    const { lasting, memory } = diskOf(() => room)
    const isLater = (_: string, stored: unknown, held: unknown) => Number(stored) > Number(held)
    const store = createOverflowStore({ lasting, makeRoom: async () => false, onKeeping: () => {}, isLater, onError: () => {} })
    await store.write([put('a', 1), put('b', 5), put('c', 1)])
    const handed = store.unwritten().filter(({ key }) => key === 'c')
    await memory.write([put('a', 2), put('b', 4)])
    store.giveUp(handed)
    room = 10
    await store.write([put('d', 1)])
    expect(await memory.list('answers', '')).toEqual([
      { key: 'a', value: 2 },
      { key: 'b', value: 5 },
      { key: 'd', value: 1 },
    ])
    expect(store.unwritten()).toEqual([])
  })

  test('never lets an older write that failed come after a newer one', async () => {
    const memory = createMemoryStore()
    let writes = 0
    const { store } = arrange({
      ...memory,
      async write(changes) {
        writes += 1
        if (writes === 1) {
          await new Promise((resolve) => setImmediate(resolve))
          throw full()
        }
        await memory.write(changes)
      },
    })
    await Promise.all([store.write([put('a', 'older')]), store.write([put('a', 'newer')])])
    await store.write([put('b')])
    expect(await memory.read('answers', 'a')).toBe('newer')
  })

  // LOG-326 LOG-328
  test('drops ten entries of the request log at a time until the write fits, up to a hundred times', async () => {
    const { lasting } = diskOf(() => 60)
    const log = createRequestLogStore(lasting)
    for (let each = 0; each < 30; each += 1) {
      const attempt = { format: 1, id: `t${String(each).padStart(2, '0')}`, request: `r${each}`, status: 200 } as const
      const request = {
        format: 1,
        key: `r${each}`,
        type: 'POST',
        payload: {},
        endpoint: '/x',
        userGuid: 'u',
        examGuid: '',
      } as const
      await log.add({ attempt: { ...attempt, response: '', responseHeaders: {}, timeStamp: '2026-11-21' }, request })
    }
    const dropped: number[] = []
    const { store, keeping } = arrange(lasting, async () => dropped.push(await log.drop(droppedWhenFull)) > 0)
    await store.write(Array.from({ length: 21 }, (_, each) => put(`a${each}`)))
    expect(dropped).toEqual([10, 10])
    expect((await log.list()).map(({ attempt }) => attempt.id)[0]).toBe('t20')
    expect(keeping).toEqual([])

    const makeRoom = vi.fn(async () => true)
    const never = arrange(diskOf(() => 0).lasting, makeRoom)
    await never.store.write([put('a')])
    expect(makeRoom).toHaveBeenCalledTimes(mostRoomTries)
    expect(mostRoomTries).toBe(100)
    expect(await never.store.read('answers', 'a')).toBe('a')
  })

  test('goes on in the memory where a write hangs, and in the store again once that has come to its end', async () => {
    vi.useFakeTimers()
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const memory = createMemoryStore()
    const slow: KeyValueStore = { ...memory, write: (changes) => released.then(() => memory.write(changes)) }
    const { store, keeping } = arrange(slow)
    const writes = [store.write([put('a', 'first')]), store.write([put('a', 'second')])]
    await vi.advanceTimersByTimeAsync(writeTimeoutMs)
    await Promise.all(writes)
    expect([await store.read('answers', 'a'), ...keeping]).toEqual(['second', 'memory'])
    release()
    await vi.advanceTimersByTimeAsync(0)
    // Of itself: a learner who has gone, or only reads, writes nothing more.
    expect([await memory.read('answers', 'a'), ...keeping]).toEqual(['second', 'memory', 'lasting'])
    expect(store.unwritten()).toEqual([])
    await store.write([put('b')])
    expect(await memory.read('answers', 'b')).toBe('b')
    vi.useRealTimers()
  })

  test('tells a value that can not be stored from a store that fails', async () => {
    const { store, keeping } = arrange(createMemoryStore())
    await expect(store.write([put('a', () => 'a function')])).rejects.toThrow()
    expect(keeping).toEqual([])
  })

  test('gives a write to the browser at once, though the one before it is still under way: a page that goes away takes it along', async () => {
    const memory = createMemoryStore()
    const given: unknown[] = []
    const { store } = arrange({
      ...memory,
      write(changes) {
        given.push(...changes)
        return new Promise(() => {})
      },
    })
    void store.write([put('a', 'first')])
    void store.write([put('a', 'last')])
    expect(given).toEqual([put('a', 'first'), put('a', 'last')])
  })

  test('has the newest of each key in the end, whichever writes failed, and however many were under way at once', async () => {
    const aWrite = fc.record({
      keys: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1 }),
      fails: fc.boolean(),
      rounds: fc.nat(3),
      awaited: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(aWrite, { maxLength: 12 }), fc.boolean(), async (plan, hasRoomToMake) => {
        const memory = createMemoryStore()
        const fails = plan.map((one) => one.fails)
        // As in IndexedDB: one after the other, in the order in which they were given.
        let before: Promise<unknown> = Promise.resolve()
        const lasting: KeyValueStore = {
          ...memory,
          write(changes) {
            const isFailing = fails.shift() ?? false
            const written = before.then(async () => {
              for (let round = plan.length % 3; round > 0; round -= 1) await Promise.resolve()
              if (isFailing) throw full()
              await memory.write(changes)
            })
            before = written.catch(() => undefined)
            return written
          },
        }
        const { store } = arrange(lasting, async () => hasRoomToMake)
        const wanted = new Map<string, unknown>()
        for (const [number, { keys, rounds, awaited }] of plan.entries()) {
          for (const key of keys) wanted.set(key, number)
          const writing = store.write(keys.map((key) => put(key, number)))
          if (awaited) await writing
          for (let round = rounds; round > 0; round -= 1) await Promise.resolve()
        }
        fails.length = 0
        await store.write([put('z', 'last')])
        await store.write([put('z', 'last')])
        const stored = new Map((await memory.list('answers', '')).map(({ key, value }) => [key, value]))
        expect(stored).toEqual(new Map([...wanted, ['z', 'last']]))
      }),
    )
  })
})
