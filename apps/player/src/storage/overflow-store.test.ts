import { describe, expect, test, vi } from 'vitest'
import type { KeyValueStore } from './key-value-store.ts'
import { createMemoryStore } from './memory-store.ts'
import { createOverflowStore, type Keeping, mostRoomTries } from './overflow-store.ts'
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
    expect(await store.read('answers', 'a')).toBeUndefined()
    room = 10
    await store.write([put('b', 'newer')])
    expect(keeping).toEqual(['memory', 'lasting'])
    expect(await memory.list('answers', '')).toEqual([
      { key: 'b', value: 'newer' },
      { key: 'c', value: 'c' },
    ])
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

  test('tells a value that can not be stored from a store that fails', async () => {
    const { store, keeping } = arrange(createMemoryStore())
    await expect(store.write([put('a', () => 'a function')])).rejects.toThrow()
    expect(keeping).toEqual([])
  })
})
