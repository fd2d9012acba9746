import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { commandReseal } from '../commands/reseal.ts'
import { areOlderNodesThere, readsNow } from '../server-time/older-nodes.ts'
import { bothDatabases } from './databases.ts'
import { startTestServer, type TestServer } from './start-test-server.ts'

const minute = 60_000

describe.each(bothDatabases)('beside a node that reads older forms alone, on %s', (database) => {
  let server: TestServer
  beforeEach(async () => {
    server = await startTestServer({ database })
  })
  afterEach(() => server.stop())

  const beat = (serverAt: number, { reads = readsNow - 1, isLast = 0 } = {}) => {
    const row = { wall_at: serverAt, boot_id: null, uptime_ms: 1, database_at: null, held_since: null, server_at: serverAt }
    return server.db.kysely
      .insertInto('server_heartbeat')
      .values({ node: 'other', ...row, is_last: isLast, reads })
      .onConflict((conflict) => conflict.column('node').doUpdateSet({ server_at: serverAt, is_last: isLast, reads }))
      .execute()
  }
  const isThereAt = (nowMs: number) => areOlderNodesThere(server.db, { nowMs: () => nowMs })

  test('it is taken to serve for two minutes after its last sign of life, unless that was its end', async () => {
    const nowMs = server.clock.nowMs()
    expect(await isThereAt(nowMs)).toBe(false)
    await beat(nowMs)
    expect(await isThereAt(nowMs)).toBe(true)
    expect(await isThereAt(nowMs + 2 * minute - 1)).toBe(true)
    expect(await isThereAt(nowMs + 2 * minute)).toBe(false)
    await beat(nowMs, { isLast: 1 })
    expect(await isThereAt(nowMs)).toBe(false)
  })

  test('a node that reads the same forms is no older one', async () => {
    const nowMs = server.clock.nowMs()
    await beat(nowMs, { reads: readsNow })
    expect(await isThereAt(nowMs)).toBe(false)
    const { reads } = await server.db.kysely
      .selectFrom('server_heartbeat')
      .select('reads')
      .where('node', '<>', 'other')
      .executeTakeFirstOrThrow()
    expect(reads).toBe(readsNow)
  })

  test('nothing is sealed anew until it is gone', async () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {})
    await beat(server.clock.nowMs())
    await expect(commandReseal(server.db, server.config)).rejects.toThrow(/previous version serves/)
    await beat(server.clock.nowMs(), { isLast: 1 })
    expect(await commandReseal(server.db, server.config)).toBe(0)
    log.mockRestore()
  })
})
