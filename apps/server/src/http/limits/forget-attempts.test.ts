import { expect, test, vi } from 'vitest'
import { startTestServer } from '../../testing/start-test-server.ts'

// databases: sqlite, because it tests when attempts are deleted; buckets.test.ts tests the query

const minuteMs = 60_000

test('counts of attempts go while the server runs, soon after they have leaked out: whoever invents names fills no disk', async () => {
  const startMs = Date.parse('2026-11-24T09:00:00Z')
  let nowMs = startMs
  const server = await startTestServer({ database: 'sqlite', clock: { nowMs: () => nowMs }, beatMs: 20 })
  const { kysely } = server.db
  const row = { org_id: 0, bucket: 'x:1', level: 5, changed_at: startMs, leak_ms: minuteMs }
  await kysely.insertInto('attempt').values(row).execute()
  const minutePasses = async () => {
    nowMs += minuteMs
    expect(await kysely.selectFrom('attempt').select('bucket').execute()).toEqual([])
  }
  await vi.waitFor(minutePasses, { timeout: 20_000, interval: 50 })
  expect(nowMs - startMs).toBeGreaterThan(5 * minuteMs)
  expect(nowMs - startMs).toBeLessThan(24 * 60 * minuteMs)
  await server.stop()
})
