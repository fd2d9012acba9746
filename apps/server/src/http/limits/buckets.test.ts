import { expect, test } from 'vitest'
import { bothDatabases } from '../../testing/databases.ts'
import { describeOnEach } from '../../testing/describe-on-each.ts'
import { createAdding, deleteEmptyBuckets, selectLevel } from './buckets.ts'

const dayMs = 86_400_000
const startMs = Date.parse('2026-11-24T09:00:00Z')

describeOnEach(bothDatabases, 'a bucket on %s', {}, ({ server }) => {
  const bucketNamed = (name: string) => {
    const bucket = { orgId: 0, name, capacity: 3, leakMs: 1000 }
    return {
      add: (nowMs: number) => createAdding(server.db)({ bucket, nowMs, cost: 1 }),
      level: (nowMs: number) => selectLevel(server.db, bucket, nowMs),
    }
  }

  test('takes so many at once, and another for each that has leaked out', async () => {
    const { add, level } = bucketNamed('a')
    const taken = []
    for (const ms of [0, 0, 0, 0, 999, 1000, 1000, 10_000]) taken.push(await add(startMs + ms))
    expect(taken).toEqual([true, true, true, false, false, true, false, true])
    expect(await level(startMs + 10_000)).toBe(1)
  })

  test('of a machine that came back with an earlier clock keeps nobody out until that day has come again', async () => {
    const { add, level } = bucketNamed('b')
    for (const _ of [1, 2, 3]) expect(await add(startMs)).toBe(true)
    expect(await level(startMs - dayMs)).toBe(0)
    expect(await add(startMs - dayMs)).toBe(true)
    expect(await level(startMs - dayMs)).toBe(1)
  })

  test('is thrown away once it has leaked out', async () => {
    const { add } = bucketNamed('made-up')
    for (const ms of [0, 0, 500]) await add(startMs + ms)
    const leftAt = async (nowMs: number) => {
      await deleteEmptyBuckets(server.db, nowMs)
      const rows = await server.db.kysely.selectFrom('attempt').select('bucket').execute()
      return rows.map(({ bucket }) => bucket).filter((bucket) => bucket === 'made-up')
    }
    expect(await leftAt(startMs + 62_900)).toEqual(['made-up'])
    expect(await leftAt(startMs + 63_100)).toEqual([])
  })

  test('leaks nothing for two servers whose clocks differ a little', async () => {
    const { add } = bucketNamed('c')
    for (const ms of [0, -2000, 0]) expect(await add(startMs + ms)).toBe(true)
    expect([await add(startMs - 2000), await add(startMs)]).toEqual([false, false])
  })
})
