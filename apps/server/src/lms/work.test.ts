import { calls } from '@sitwell/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { giveRole, withdrawAllRoles } from '../testing/change-roles.ts'
import { oneDatabase } from '../testing/databases.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { arrange, doCall, signIn } from '../testing/test-world.ts'

describe.each(oneDatabase)('what somebody has to do on %s', (database) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ database, config: { logLevel: 'fatal' } })
  })
  afterAll(() => server.stop())

  test('says of people with a role, and of nobody else, that they are staff', async () => {
    const world = await arrange(server)
    const { access_token: token, UserGUID: userGuid } = await signIn(server, world)
    const isStaff = async () => (await doCall(server, calls.work, { query: { userGuid } }, token)).isStaff
    expect(await isStaff()).toBeUndefined()
    await giveRole(server, { orgId: world.orgId, userGuid }, 'marker')
    expect(await isStaff()).toBe(true)
    await withdrawAllRoles(server, { orgId: world.orgId, userGuid })
    expect(await isStaff()).toBeUndefined()
  })
})
