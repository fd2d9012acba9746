import { randomUUID } from 'node:crypto'
import { calls } from '@sitwell/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bothDatabases } from '../../testing/databases.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { arrange, credentials, doCall, personOf, refusalIn, signIn, tryCall } from '../../testing/test-world.ts'

const minuteMs = 60_000

describe.each(bothDatabases)('organisation 29 on %s', (database) => {
  let nowMs = Date.parse('2026-11-21T11:30:00Z')
  let server: TestServer
  const world = { orgId: 29 }
  const people = [
    personOf('o29', 'learner', 1),
    personOf('o29', 'other', 2),
    { ...personOf('o29', 'adviser', 3), userTypeId: 4 },
    { ...personOf('o29', 'admin', 4), userTypeId: 4, admin: true },
  ]

  beforeAll(async () => {
    server = await startTestServer({ database, clock: { nowMs: () => nowMs } })
    await arrange(server, { orgId: 29, file: { people } })
    await arrange(server, { orgId: 1, everyone: true })
  })
  afterAll(() => server.stop())

  const tokenFor = async (userID: number) => {
    const { access_token } = await signIn(server, world, 'admin')
    return doCall(server, calls.studentLogin, { body: { userID } }, access_token)
  }
  const withToken = (username: string, loginToken?: string, password = `${username}-secret`) => {
    const { body } = credentials(world, username, password)
    return tryCall(server, calls.token, { body: loginToken === undefined ? body : { ...body, loginToken } })
  }
  const isValid = async (token?: string) => (await doCall(server, calls.loginTokenCheck, {}, token)).valid

  // AUTH-150
  test('user type 4 signs in by itself', async () => {
    expect(await signIn(server, world, 'adviser')).toMatchObject({ UserTypeID: 4 })
  })

  // AUTH-151
  test('anybody else needs a login token, which is told only to who has the password', async () => {
    for (const token of [undefined, '', 'made-up', '29.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'])
      expect(refusalIn(await withToken('learner', token))).toMatchObject({ status: 400, code: 'INVALID_LOGIN_TOKEN' })
    expect(refusalIn(await withToken('learner', undefined, 'guess'))).toMatchObject({ code: 'WRONG_CREDENTIALS' })
  })

  // AUTH-151 API-102
  test('a token that an administrator made is valid, signs its learner in once, and is valid no more', async () => {
    const { loginToken, loginAddress, expiresAt } = await tokenFor(1)
    expect(loginAddress).toBe(`https://o29.example/login/${loginToken}?o29`)
    expect(Date.parse(expiresAt)).toBe(nowMs + 60 * minuteMs)
    expect([await isValid(loginToken), await isValid(loginToken)]).toEqual([true, true])
    expect((await withToken('learner', loginToken)).status).toBe(200)
    expect(await isValid(loginToken)).toBe(false)
    expect(refusalIn(await withToken('learner', loginToken))).toMatchObject({ code: 'INVALID_LOGIN_TOKEN' })
  })

  test('a sign-in whose reply got lost may be sent again with its id, for two minutes, and by nobody else', async () => {
    const { loginToken } = await tokenFor(1)
    const requestId = randomUUID()
    const again = (more: object) => {
      const { body } = credentials(world, 'learner')
      return tryCall(server, calls.token, { body: { ...body, loginToken, requestId, ...more } })
    }
    const first = calls.token.reply.parse(JSON.parse((await again({})).text))
    expect(await isValid(loginToken)).toBe(false)
    expect(refusalIn(await again({ requestId: randomUUID() })).code).toBe('INVALID_LOGIN_TOKEN')
    expect(refusalIn(await withToken('learner', loginToken)).code).toBe('INVALID_LOGIN_TOKEN')
    expect(refusalIn(await again({ password: 'guess' })).code).toBe('WRONG_CREDENTIALS')
    const second = calls.token.reply.parse(JSON.parse((await again({})).text))
    const timeOf = (token: string) => tryCall(server, calls.time, { query: { userGuid: 'o29-learner' } }, token)
    expect([(await timeOf(first.access_token)).status, (await timeOf(second.access_token)).status]).toEqual([499, 200])
    nowMs += 3 * minuteMs
    expect(refusalIn(await again({})).code).toBe('INVALID_LOGIN_TOKEN')
  })

  // AUTH-151
  test('it is of no use to another learner, to a guessed password, or after its time, and a new one ends it', async () => {
    const first = (await tokenFor(1)).loginToken
    expect(refusalIn(await withToken('other', first))).toMatchObject({ code: 'INVALID_LOGIN_TOKEN' })
    expect(refusalIn(await withToken('learner', first, 'guess'))).toMatchObject({ code: 'WRONG_CREDENTIALS' })
    expect(await isValid(first)).toBe(true)
    const second = (await tokenFor(1)).loginToken
    expect([await isValid(first), await isValid(second)]).toEqual([false, true])
    nowMs += 61 * minuteMs
    expect(await isValid(second)).toBe(false)
    expect(refusalIn(await withToken('learner', second))).toMatchObject({ code: 'INVALID_LOGIN_TOKEN' })
  })

  // API-102
  test('no other token is a login token: none, an access token, one of a link', async () => {
    const { access_token, refresh_token } = await signIn(server, world, 'adviser')
    for (const token of [undefined, 'x', access_token, refresh_token]) expect(await isValid(token)).toBe(false)
  })

  test('an administrator makes none for another organisation, and a learner none at all', async () => {
    const { access_token } = await signIn(server, { orgId: 1 }, 'admin')
    const elsewhere = await tryCall(server, calls.studentLogin, { body: { userID: 99 } }, access_token)
    expect(refusalIn(elsewhere)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    const learner = await signIn(server, { orgId: 1 })
    const answer = await tryCall(server, calls.studentLogin, { body: { userID: 1 } }, learner.access_token)
    expect(refusalIn(answer)).toMatchObject({ status: 403, code: 'NOT_ALLOWED' })
  })

  test('other organisations ask for no token', async () => {
    const { body } = credentials({ orgId: 1 }, 'learner')
    expect((await tryCall(server, calls.token, { body: { ...body, loginToken: 'made-up' } })).status).toBe(200)
  })

  test('none of them stands in the database as it is', async () => {
    const { loginToken } = await tokenFor(1)
    const rows = await server.db.kysely.selectFrom('personal_token').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(loginToken.split('.')[1])
    expect(rows.every((row) => row.made_by === 'o29-admin')).toBe(true)
  })
})
