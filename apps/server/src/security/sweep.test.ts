import { expect, test, vi } from 'vitest'
import { startTestServer } from '../testing/start-test-server.ts'

const hourMs = 60 * 60_000

test('counts of attempts that have leaked out go while the server runs: whoever invents names fills no disk', async () => {
  const startMs = Date.parse('2026-11-24T09:00:00Z')
  let nowMs = startMs
  const server = await startTestServer({ database: 'sqlite', clock: { nowMs: () => nowMs }, beatMs: 20 })
  const { kysely } = server.db
  await kysely.insertInto('attempt').values({ org_id: 0, bucket: 'x:1', level: 1, changed_at: startMs }).execute()
  const hourPasses = async () => {
    nowMs += hourMs
    expect(await kysely.selectFrom('attempt').select('bucket').execute()).toEqual([])
  }
  await vi.waitFor(hourPasses, { timeout: 20_000, interval: 50 })
  expect(nowMs - startMs).toBeGreaterThan(24 * hourMs)
  await server.stop()
})
