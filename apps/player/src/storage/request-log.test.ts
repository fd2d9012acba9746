import { createOverflowStore } from '@sitwell/storage/overflow-store'
import { describe, expect, test } from 'vitest'
import type { KeyValueStore } from './key-value-store.ts'
import { createMemoryStore } from './memory-store.ts'
import { createRequestLogStore, droppedWhenFull } from './request-log.ts'

const attempt = (id: string, request: string) =>
  ({ format: 1, id, request, status: 200, response: '{}', responseHeaders: {}, timeStamp: id }) as const
const request = (key: string) =>
  ({
    format: 1,
    key,
    type: 'POST',
    payload: { about: key },
    endpoint: '/assessment/api/assessment/saveanswer',
    userGuid: 'u',
    examGuid: 'e',
  }) as const

describe('the local request log', () => {
  // ENT-329
  test('keeps what its attempts share once, and counts how many stand on it', async () => {
    const log = createRequestLogStore(createMemoryStore())
    await log.add({ attempt: attempt('2026-11-01', 'r1'), request: request('r1') })
    await log.add({ attempt: { ...attempt('2026-11-02', 'r1'), status: 503 }, request: request('r1') })
    const [first, second] = await log.list()
    expect(first).toEqual({ attempt: attempt('2026-11-01', 'r1'), request: { ...request('r1'), referenceCount: 2 } })
    expect(second?.attempt.status).toBe(503)
    expect(await log.drop(1)).toBe(1)
    expect(await log.list()).toMatchObject([{ attempt: { id: '2026-11-02' }, request: { referenceCount: 1 } }])
    expect(await log.drop(10)).toBe(1)
    expect(await log.list()).toEqual([])
    expect(await log.drop(10)).toBe(0)
  })

  // LOG-325
  test('is purged of what is older', async () => {
    const log = createRequestLogStore(createMemoryStore())
    await log.add({ attempt: attempt('2026-10-01', 'r1'), request: request('r1') })
    await log.add({ attempt: attempt('2026-11-01', 'r2'), request: request('r2') })
    await log.removeBefore('2026-10-20')
    expect((await log.list()).map(({ request }) => request.key)).toEqual(['r2'])
  })

  test('takes an entry that can not be read any more along when it purges, and stumbles over none', async () => {
    const places = createMemoryStore()
    const log = createRequestLogStore(places)
    await places.write([{ put: 'requestLog', key: '2026-01-01', value: 'broken' }])
    await log.add({ attempt: attempt('2026-11-01', 'r2'), request: request('r2') })
    expect(await log.list()).toHaveLength(1)
    await log.removeBefore('2026-01-02')
    expect(await places.list('requestLog', '')).toHaveLength(1)
  })

  // LOG-326 LOG-328
  test('gives its oldest entries, ten at a time, for what finds no room on a full disk', async () => {
    const memory = createMemoryStore()
    let records = 0
    const lasting: KeyValueStore = {
      ...memory,
      async write(changes) {
        const grows = changes.reduce((sum, change) => sum + ('put' in change ? 1 : -1), 0)
        if (grows > 0 && records + grows > 60) throw new DOMException('The disk is full', 'QuotaExceededError')
        await memory.write(changes)
        records += grows
      },
    }
    const log = createRequestLogStore(lasting)
    for (let each = 10; each < 40; each += 1)
      await log.add({ attempt: attempt(`t${each}`, `r${each}`), request: request(`r${each}`) })
    const dropped: number[] = []
    const makeRoom = async () => dropped.push(await log.drop(droppedWhenFull)) > 0
    const store = createOverflowStore({ lasting, makeRoom, onKeeping: () => expect.unreachable(), onError: () => {} })
    await store.write(Array.from({ length: 21 }, (_, each) => ({ put: 'answers', key: `a${each}`, value: each })))
    expect(dropped).toEqual([10, 10])
    expect((await log.list())[0]?.attempt.id).toBe('t30')
    expect(await memory.keys('answers', '')).toHaveLength(21)
  })
})
