import { calls } from '@sitwell/contract'
import { describe, expect, test } from 'vitest'
import { oneDatabase } from '../testing/databases.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { arrange, refusalIn, signIn, tryCall } from '../testing/test-world.ts'
import { commandPeople } from './people.ts'

describe.each(oneDatabase)('ending sign-ins at a command line, on %s', (database) => {
  test('ends those of the people that are named, at once and for good, and nobody else’s', async () => {
    let nowMs = Date.parse('2026-11-21T11:30:00Z')
    const server = await startTestServer({ database, clock: { nowMs: () => nowMs } })
    const world = await arrange(server, { everyone: true })
    const learner = await signIn(server, world)
    const other = await signIn(server, world, 'other')
    const ask = (userGuid: string, token: string) => tryCall(server, calls.time, { query: { userGuid } }, token)
    expect((await ask('o1-learner', learner.access_token)).status).toBe(200)
    const wishes = { config: server.config, orgId: 1, minutes: undefined }
    expect(await commandPeople(server.db, 'end-sessions', ['learner'], wishes)).toBe(0)
    expect(await commandPeople(server.db, 'end-sessions', ['nobody'], wishes)).toBe(1)
    // For so long a server takes a session that it has just found open to be open still.
    nowMs += 1000
    expect(refusalIn(await ask('o1-learner', learner.access_token))).toMatchObject({ status: 401 })
    const { refresh_token } = learner
    const refreshed = await tryCall(server, calls.token, {
      body: { client_id: 'p', grant_type: 'refresh_token', refresh_token },
    })
    expect(refusalIn(refreshed)).toMatchObject({ code: 'INVALID_REFRESH_TOKEN' })
    expect((await ask('o1-other', other.access_token)).status).toBe(200)
    await server.stop()
  })
})
