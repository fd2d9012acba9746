import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { createOverflowStore, type Keeping, mostRoomTries, writeTimeoutMs } from './overflow-store.ts'
import { createNoteStore, type NoteStore } from './testing/store-of-notes.ts'

const full = () => new DOMException('The disk is full', 'QuotaExceededError')

/** A disk that takes only this many records. */
const diskOf = (room: () => number) => {
  const memory = createNoteStore()
  let records = 0
  const lasting: NoteStore = {
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

const arrange = (lasting: NoteStore, makeRoom: () => Promise<boolean> = async () => false) => {
  const keeping: Keeping[] = []
  const onError = vi.fn()
  const store = createOverflowStore({ lasting, makeRoom, onKeeping: (now) => keeping.push(now), onError })
  return { store, keeping, onError }
}

const put = (key: string, value: unknown = key) => ({ put: 'notes' as const, key, value })

describe('a store that overflows', () => {
  test('the store continues in memory if the disk is full, reports it once, and writes everything when there is space again', async () => {
    let room = 1
    const { lasting, memory } = diskOf(() => room)
    const { store, keeping, onError } = arrange(lasting)
    await store.write([put('a')])
    await store.write([put('b')])
    await store.write([put('c'), { remove: 'notes', key: 'a' }])
    expect(keeping).toEqual(['memory'])
    expect(onError).toHaveBeenCalledTimes(1)
    expect((await store.list('notes', '')).map(({ key }) => key)).toEqual(['b', 'c'])
    expect(await store.keys('notes', '')).toEqual(['b', 'c'])
    expect(await store.read('notes', 'a')).toBeUndefined()
    room = 10
    await store.write([put('b', 'newer')])
    expect(keeping).toEqual(['memory', 'lasting'])
    expect(await memory.list('notes', '')).toEqual([
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
    expect(await memory.list('notes', '')).toEqual([
      { key: 'a', value: 2 },
      { key: 'b', value: 5 },
      { key: 'd', value: 1 },
    ])
    expect(store.unwritten()).toEqual([])
  })

  test('never lets an older write that failed come after a newer one', async () => {
    const memory = createNoteStore()
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
    expect(await memory.read('notes', 'a')).toBe('newer')
  })

  // LOG-326 LOG-328
  test('makes room before it gives up a write, a bit at a time, up to a hundred times', async () => {
    const { lasting } = diskOf(() => 60)
    for (let each = 10; each < 40; each += 1) await lasting.write([{ put: 'letters', key: `l${each}`, value: 'old' }])
    const dropTen = async () => {
      const oldest = (await lasting.keys('letters', '')).slice(0, 10)
      await lasting.write(oldest.map((key) => ({ remove: 'letters', key })))
      return oldest.length > 0
    }
    const { store, keeping } = arrange(lasting, dropTen)
    await store.write(Array.from({ length: 45 }, (_, each) => put(`a${each}`)))
    expect((await lasting.keys('letters', ''))[0]).toBe('l30')
    expect(keeping).toEqual([])

    const makeRoom = vi.fn(async () => true)
    const never = arrange(diskOf(() => 0).lasting, makeRoom)
    await never.store.write([put('a')])
    expect(makeRoom).toHaveBeenCalledTimes(mostRoomTries)
    expect(mostRoomTries).toBe(100)
    expect(await never.store.read('notes', 'a')).toBe('a')
  })

  test('the store continues in memory if a write hangs, and on disk after that write has ended', async () => {
    vi.useFakeTimers()
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const memory = createNoteStore()
    const slow: NoteStore = { ...memory, write: (changes) => released.then(() => memory.write(changes)) }
    const { store, keeping } = arrange(slow)
    const writes = [store.write([put('a', 'first')]), store.write([put('a', 'second')])]
    await vi.advanceTimersByTimeAsync(writeTimeoutMs)
    await Promise.all(writes)
    expect([await store.read('notes', 'a'), ...keeping]).toEqual(['second', 'memory'])
    release()
    await vi.advanceTimersByTimeAsync(0)
    // Of itself: a learner who has gone, or only reads, writes nothing more.
    expect([await memory.read('notes', 'a'), ...keeping]).toEqual(['second', 'memory', 'lasting'])
    expect(store.unwritten()).toEqual([])
    await store.write([put('b')])
    expect(await memory.read('notes', 'b')).toBe('b')
    vi.useRealTimers()
  })

  test('the store distinguishes a value that can’t be stored from a failing disk', async () => {
    const { store, keeping } = arrange(createNoteStore())
    await expect(store.write([put('a', () => 'a function')])).rejects.toThrow()
    expect(keeping).toEqual([])
  })

  test('the store starts a write during the previous one, so that a closing page does not lose it', async () => {
    const memory = createNoteStore()
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

  test('the store has the newest value of each key in the end, for any failed or concurrent writes', async () => {
    const aWrite = fc.record({
      keys: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1 }),
      fails: fc.boolean(),
      rounds: fc.nat(3),
      awaited: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(aWrite, { maxLength: 12 }), fc.boolean(), async (plan, hasRoomToMake) => {
        const memory = createNoteStore()
        const fails = plan.map((one) => one.fails)
        // As in IndexedDB: one after the other, in the order in which they were given.
        let before: Promise<unknown> = Promise.resolve()
        const lasting: NoteStore = {
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
        const stored = new Map((await memory.list('notes', '')).map(({ key, value }) => [key, value]))
        expect(stored).toEqual(new Map([...wanted, ['z', 'last']]))
      }),
    )
  })
})
