import { calls } from '@sitwell/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bothDatabases } from '../../testing/databases.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { arrange, doCall, personOf, refusalIn, signIn, tryCall } from '../../testing/test-world.ts'

describe.each(bothDatabases)('an administrator who signs in as a learner on %s', (database) => {
  let server: TestServer
  const world = { orgId: 1 }
  beforeAll(async () => {
    server = await startTestServer({ database, clock: { nowMs: () => 1_800_000_000_000 } })
    await arrange(server, { everyone: true })
    const people = [{ ...personOf('o2', 'admin', 3), admin: true, mfaRequired: true }, personOf('o2', 'learner', 77)]
    await arrange(server, { orgId: 2, file: { people, schedules: [] } })
  })
  afterAll(() => server.stop())

  const asLearner = async (userID: number, { org = 1, orgId = 1, who = 'admin' } = {}) => {
    const { access_token } = await signIn(server, { orgId }, who)
    return tryCall(server, calls.adminLogin, { params: { org }, query: { userID } }, access_token)
  }

  // AUTH-158 API-106
  test("has the learner's session, without the administrator's rights, and the learner's own goes on", async () => {
    const learner = await signIn(server, world)
    const reply = calls.adminLogin.reply.parse(JSON.parse((await asLearner(1)).text))
    expect(reply).toMatchObject({ UserGUID: 'o1-learner', Admin: false, MfaRequired: false })
    const time = { query: { userGuid: 'o1-learner' } }
    for (const token of [reply.access_token, learner.access_token])
      expect((await tryCall(server, calls.time, time, token)).status).toBe(200)
    const again = await tryCall(server, calls.adminLogin, { params: { org: 1 }, query: { userID: 2 } }, reply.access_token)
    expect(refusalIn(again)).toMatchObject({ status: 403, code: 'NOT_ALLOWED' })
  })

  // AUTH-158
  test('is written down', async () => {
    await server.db.kysely.deleteFrom('admin_login').execute()
    await asLearner(2)
    expect(await server.db.kysely.selectFrom('admin_login').selectAll().execute()).toMatchObject([
      { org_id: 1, admin_guid: 'o1-admin', user_guid: 'o1-other', signed_in_at: 1_800_000_000_000 },
    ])
  })

  test('gets no other organisation, no other administrator, nobody suspended, and nothing as a learner', async () => {
    expect(refusalIn(await asLearner(77))).toMatchObject({ status: 404 })
    expect(refusalIn(await asLearner(77, { org: 2 }))).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    expect(refusalIn(await asLearner(3))).toMatchObject({ status: 403, code: 'NOT_ALLOWED' })
    expect(refusalIn(await asLearner(4))).toMatchObject({ code: 'ACCOUNT_SUSPENDED', suspended: true })
    expect(refusalIn(await asLearner(2, { who: 'learner' }))).toMatchObject({ status: 403, code: 'NOT_ALLOWED' })
    expect(refusalIn(await asLearner(77, { org: 2, orgId: 2 }))).toMatchObject({ status: 403, code: 'MFA_REQUIRED' })
  })

  test('is out when the learner signs in', async () => {
    const { access_token } = await doCall(
      server,
      calls.adminLogin,
      { params: { org: 1 }, query: { userID: 1 } },
      (await signIn(server, world, 'admin')).access_token,
    )
    await signIn(server, world)
    const answer = await tryCall(server, calls.time, { query: { userGuid: 'o1-learner' } }, access_token)
    expect(answer.status).toBe(499)
  })
})
