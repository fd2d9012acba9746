import { calls } from '@sitwell/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bothDatabases } from '../../testing/databases.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { arrange, credentials, doCall, tryCall } from '../../testing/test-world.ts'

describe.each(bothDatabases)('sign-ins of one person in one instant on %s', (database) => {
  let server: TestServer
  beforeAll(async () => {
    const same = { hash: async (text: string) => text, verify: async () => true, isCurrent: () => true }
    server = await startTestServer({ database, poolSize: 10, passwords: same })
  })
  afterAll(() => server.stop())

  test('leave one session open, and the others are told', async () => {
    const world = await arrange(server)
    const together = Array.from({ length: 8 }, () => doCall(server, calls.token, credentials(world, 'learner')))
    const tokens = (await Promise.all(together)).map((reply) => reply.access_token)
    const open = await server.db.kysely.selectFrom('session').select('session_id').where('ended_at', 'is', null).execute()
    expect(open).toHaveLength(1)
    const time = { query: { userGuid: world.entry.userGuid } }
    const statuses = []
    for (const token of tokens) statuses.push((await tryCall(server, calls.time, time, token)).status)
    expect(statuses.sort()).toEqual([200, 499, 499, 499, 499, 499, 499, 499])
  })
})
