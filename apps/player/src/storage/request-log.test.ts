import { describe, expect, test } from 'vitest'
import { createMemoryStore } from './memory-store.ts'
import { createRequestLogStore } from './request-log.ts'

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
})
