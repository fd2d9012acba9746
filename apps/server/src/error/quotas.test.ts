import { calls } from '@sitwell/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneDatabase } from '../testing/databases.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { arrange, doCall, saveOf, send, signIn, sitExam, type World } from '../testing/test-world.ts'

const mebibyte = 1024 * 1024

describe.each(oneDatabase)('what fills the disk on %s', (database) => {
  let nowMs = Date.parse('2026-11-21T11:30:00Z')
  let server: TestServer
  let world: World
  beforeAll(async () => {
    server = await startTestServer({
      database,
      clock: { nowMs: () => nowMs },
      config: { isProxy: () => true, logLevel: 'silent' },
    })
    world = await arrange(server)
  })
  afterAll(() => server.stop())

  const bytesOf = async (table: 'activity' | 'error_report', column: 'value' | 'report') => {
    const size = sql<number>`coalesce(sum(length(${sql.ref(column)})), 0)`
    const row = await server.db.kysely.selectFrom(table).select(size.as('bytes')).executeTakeFirstOrThrow()
    return Number(row.bytes)
  }

  test('an activity log takes what an exam needs, and no more; saves go on, and the player is told nothing', async () => {
    const { token, formRunGuid } = await sitExam(server, world)
    let id = 0
    const log = (bytes: number) => {
      id += 1
      const activities = [{ id: `a${id}`, type: 1, value: 'x'.repeat(bytes) }]
      return doCall(server, calls.activityLog, { params: { formRunGuid }, body: { formRunGuid, activities } }, token)
    }
    for (let times = 0; times < 8; times += 1) await log(3.9 * mebibyte)
    const stored = await bytesOf('activity', 'value')
    expect(stored).toBeGreaterThan(10 * mebibyte)
    expect(stored).toBeLessThan(17 * mebibyte)
    expect((await doCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid) }, token)).saved).toBe(true)
    nowMs += 24 * 60 * 60_000
    expect(await bytesOf('activity', 'value')).toBe(stored)
  })

  const report = (address: string, characters: number, token?: string) =>
    send(server, `/${calls.errorReport.path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': address,
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ errorMessage: 'e', stackTrace: 's'.repeat(characters) }),
    })

  test('error reports that nobody signs fill no disk, from one address or from many', async () => {
    const first = await Promise.all(Array.from({ length: 30 }, () => report('198.51.100.1', 50_000)))
    expect(first.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(10)
    expect(first.some(({ status }) => status === 429)).toBe(true)
    for (let one = 0; one < 200; one += 1) await report(`203.0.${one}.1`, 50_000)
    expect(await bytesOf('error_report', 'report')).toBeLessThan(8.5 * mebibyte)
    // Whoever is signed in still has room.
    const { access_token } = await signIn(server, world)
    expect((await report('198.51.100.1', 50_000, access_token)).status).toBe(200)
  })
})
