import { createHash } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { calls } from '@sitwell/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { argon2id } from '../../passwords.ts'
import { bothDatabases } from '../../testing/databases.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { arrange, credentials, doCall, refusalIn, signIn, tryCall, type World } from '../../testing/test-world.ts'

const minuteMs = 60_000

describe.each(bothDatabases)('signing in on %s', (database) => {
  let nowMs = Date.parse('2026-11-21T11:30:00Z')
  let server: TestServer
  let world: World
  const timeOf = (userGuid: string, token?: string) => tryCall(server, calls.time, { query: { userGuid } }, token)
  const refresh = (refresh_token: string) =>
    tryCall(server, calls.token, { body: { client_id: 'p', grant_type: 'refresh_token', refresh_token } })
  const tokensOf = (answer: { text: string }) => calls.token.reply.parse(JSON.parse(answer.text))

  beforeAll(async () => {
    server = await startTestServer({ database, clock: { nowMs: () => nowMs }, passwords: argon2id })
    world = await arrange(server, { everyone: true })
  })
  afterAll(() => server.stop())

  // ENT-101 ENT-105 API-101
  test('a learner gets tokens and what the player has to know of them', async () => {
    const reply = await signIn(server, world)
    expect(reply).toMatchObject({
      UserID: 1,
      UserGUID: 'o1-learner',
      UserFirstName: 'Ada',
      UserLastName: 'Wood',
      DOB: '2001-02-03',
      Admin: false,
      NINumber: 'AB 12 34 56 C',
      Email: 'ada@example.org',
      MfaRequired: false,
      MfaOption: 0,
      UserLanguageID: 1,
      UserTypeID: 1,
    })
    expect((await timeOf('o1-learner', reply.access_token)).status).toBe(200)
  })

  // AUTH-101 AUTH-154 ADM-319
  test('an administrator is known by the flag', async () => {
    expect(await signIn(server, world, 'admin')).toMatchObject({ Admin: true })
    expect(await signIn(server, world, 'learner')).toMatchObject({ Admin: false })
  })

  // ENT-106 ERR-104
  test('a wrong password and an unknown name are refused alike, and neither is called suspended', async () => {
    const wrong = await tryCall(server, calls.token, credentials(world, 'learner', 'guess'))
    const unknown = await tryCall(server, calls.token, credentials(world, 'nobody', 'guess'))
    expect(refusalIn(wrong)).toMatchObject({ status: 400, code: 'WRONG_CREDENTIALS', suspended: false })
    expect(unknown.text).toBe(wrong.text)
  })

  // ENT-106 AUTH-149 ERR-105
  test('a suspended account is told so, but only to who knows its password', async () => {
    const known = await tryCall(server, calls.token, credentials(world, 'suspended'))
    expect(refusalIn(known)).toMatchObject({ status: 400, code: 'ACCOUNT_SUSPENDED', suspended: true })
    const guessed = await tryCall(server, calls.token, credentials(world, 'suspended', 'guess'))
    expect(refusalIn(guessed)).toMatchObject({ code: 'WRONG_CREDENTIALS', suspended: false })
  })

  test("another organisation's people are not found", async () => {
    const answer = await tryCall(server, calls.token, credentials({ orgId: 2 }, 'learner'))
    expect(refusalIn(answer)).toMatchObject({ code: 'WRONG_CREDENTIALS' })
  })

  // ERR-102 ERR-210
  test('a session that was taken over is told so at its refresh too, not just that it ended', async () => {
    const { refresh_token } = await signIn(server, world)
    await signIn(server, world)
    expect(refusalIn(await refresh(refresh_token))).toMatchObject({ status: 499, code: 'DOUBLE_LOGIN' })
  })

  // ENT-104 API-225
  test('a refresh token is traded for new tokens of the same session', async () => {
    const first = await signIn(server, world)
    const second = tokensOf(await refresh(first.refresh_token))
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect(second.UserGUID).toBe('o1-learner')
    expect((await timeOf('o1-learner', second.access_token)).status).toBe(200)
  })

  // ERR-103 AUTH-145
  test('an access token ends after fifteen minutes with 401, and the refresh token still helps', async () => {
    const { access_token, refresh_token } = await signIn(server, world)
    nowMs += 16 * minuteMs
    expect(refusalIn(await timeOf('o1-learner', access_token))).toMatchObject({ status: 401, code: 'NO_AUTHORISATION' })
    const { access_token: next } = tokensOf(await refresh(refresh_token))
    expect((await timeOf('o1-learner', next)).status).toBe(200)
  })

  test('a refresh whose reply got lost can be made again at once', async () => {
    const { refresh_token } = await signIn(server, world)
    await refresh(refresh_token)
    expect((await refresh(refresh_token)).status).toBe(200)
  })

  test('a refresh whose reply got lost can be made again after any time without a network, time and again', async () => {
    const { refresh_token } = await signIn(server, world)
    await refresh(refresh_token)
    nowMs += 5 * minuteMs
    await refresh(refresh_token)
    nowMs += 60 * minuteMs
    const again = tokensOf(await refresh(refresh_token))
    expect((await timeOf('o1-learner', again.access_token)).status).toBe(200)
    expect(tokensOf(await refresh(again.refresh_token)).UserGUID).toBe('o1-learner')
  })

  test('a refresh token whose successor was traded ends the session: somebody else has it', async () => {
    const first = await signIn(server, world)
    const second = tokensOf(await refresh(first.refresh_token))
    const third = tokensOf(await refresh(second.refresh_token))
    expect(refusalIn(await refresh(first.refresh_token))).toMatchObject({ status: 400, code: 'INVALID_REFRESH_TOKEN' })
    expect(refusalIn(await refresh(third.refresh_token))).toMatchObject({ code: 'INVALID_REFRESH_TOKEN' })
    expect((await timeOf('o1-learner', third.access_token)).status).toBe(401)
  })

  test('of two who go on from one refresh token the second to be seen ends the session', async () => {
    const { refresh_token } = await signIn(server, world)
    const { refresh_token: theirs } = tokensOf(await refresh(refresh_token))
    nowMs += 5 * minuteMs
    const { refresh_token: other, access_token } = tokensOf(await refresh(refresh_token))
    expect(other).not.toBe(theirs)
    expect(refusalIn(await refresh(theirs))).toMatchObject({ status: 400, code: 'INVALID_REFRESH_TOKEN' })
    expect(refusalIn(await refresh(other))).toMatchObject({ code: 'INVALID_REFRESH_TOKEN' })
    expect((await timeOf('o1-learner', access_token)).status).toBe(401)
  })

  test('a lost reply that was made good at last is retried like the first', async () => {
    const { refresh_token } = await signIn(server, world)
    await refresh(refresh_token)
    nowMs += 5 * minuteMs
    const both = await Promise.all([refresh(refresh_token), refresh(refresh_token)])
    const [one, other, late] = [...both, await refresh(refresh_token)].map((answer) => tokensOf(answer).refresh_token)
    expect(other).toBe(one)
    expect(late).toBe(one)
    expect(tokensOf(await refresh(one ?? '')).UserGUID).toBe('o1-learner')
  })

  test('one from longer ago still is known, and ends the session just the same', async () => {
    const first = await signIn(server, world)
    const second = tokensOf(await refresh(first.refresh_token))
    const third = tokensOf(await refresh(second.refresh_token))
    const fourth = tokensOf(await refresh(third.refresh_token))
    expect(refusalIn(await refresh(first.refresh_token))).toMatchObject({ code: 'INVALID_REFRESH_TOKEN' })
    expect(refusalIn(await refresh(fourth.refresh_token))).toMatchObject({ code: 'INVALID_REFRESH_TOKEN' })
    expect((await timeOf('o1-learner', fourth.access_token)).status).toBe(401)
  })

  test('two refreshes at once get the same tokens, and both go on', async () => {
    const { refresh_token } = await signIn(server, world)
    const both = await Promise.all([refresh(refresh_token), refresh(refresh_token)])
    const [one, other] = both.map(tokensOf)
    expect(one?.refresh_token).toBe(other?.refresh_token)
    const next = tokensOf(await refresh(one?.refresh_token ?? ''))
    expect(tokensOf(await refresh(next.refresh_token)).UserGUID).toBe('o1-learner')
  })

  test('a token without number and seal is refused, though the database has its hash', async () => {
    const { access_token } = await signIn(server, world)
    const { sid } = JSON.parse(Buffer.from(access_token.split('.')[1] ?? '', 'base64url').toString())
    const old = `1.${sid}.${'A'.repeat(43)}`
    const refresh_hash = createHash('sha256').update(old).digest('hex')
    await server.db.kysely.updateTable('session').set({ refresh_hash }).where('session_id', '=', sid).execute()
    for (const made of [old, `1.${sid}.1.${'A'.repeat(43)}`])
      expect(refusalIn(await refresh(made))).toMatchObject({ code: 'INVALID_REFRESH_TOKEN' })
  })

  test('a token that looks like one of ours but was not given ends nobody its session', async () => {
    const { refresh_token, access_token } = await signIn(server, world)
    const [org, session, generation, seal = ''] = refresh_token.split('.')
    for (const made of [`${org}.${session}.9.${seal}`, `${org}.${session}.${generation}.${seal.slice(1)}0`])
      expect(refusalIn(await refresh(made))).toMatchObject({ code: 'INVALID_REFRESH_TOKEN' })
    expect((await timeOf('o1-learner', access_token)).status).toBe(200)
  })

  test('somebody who is suspended while signed in is out at once', async () => {
    const { access_token, refresh_token } = await signIn(server, world, 'other')
    const suspend = (suspended: number) =>
      server.db.kysely.updateTable('person').set({ suspended }).where('user_guid', '=', 'o1-other').execute()
    await suspend(1)
    expect(refusalIn(await timeOf('o1-other', access_token))).toMatchObject({ status: 401, code: 'NO_AUTHORISATION' })
    expect(refusalIn(await refresh(refresh_token))).toMatchObject({ code: 'INVALID_REFRESH_TOKEN' })
    await suspend(0)
  })

  test('a password is the same however a keyboard composes its signs, and one with the cost of yesterday is hashed anew', async () => {
    const composed = 'caf\u00e9 de la gare'
    const password_hash = await hash(composed, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
    const hashOf = async () =>
      (
        await server.db.kysely
          .selectFrom('person')
          .select('password_hash')
          .where('user_guid', '=', 'o1-other')
          .executeTakeFirst()
      )?.password_hash
    const before = await hashOf()
    await server.db.kysely.updateTable('person').set({ password_hash }).where('user_guid', '=', 'o1-other').execute()
    await doCall(server, calls.token, credentials(world, 'other', composed.normalize('NFD')))
    expect(await hashOf()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    await doCall(server, calls.token, credentials(world, 'other', composed))
    await server.db.kysely
      .updateTable('person')
      .set({ password_hash: before ?? '' })
      .where('user_guid', '=', 'o1-other')
      .execute()
  })

  // ENT-103
  test('a sign-in that the proctoring provider launches is one like any other', async () => {
    const { body } = credentials(world, 'learner')
    const launched = { ...body, noNewSession: 'true' as const, redirectedViaProctorio: 'true' as const }
    expect((await doCall(server, calls.token, { body: launched })).UserGUID).toBe('o1-learner')
  })

  test('a refresh token that was never given is refused', async () => {
    const { refresh_token } = await signIn(server, world)
    for (const made of ['x', '1.2.3', refresh_token.slice(0, -3), `2${refresh_token.slice(1)}`])
      expect(refusalIn(await refresh(made))).toMatchObject({ status: 400, code: 'INVALID_REFRESH_TOKEN' })
  })

  // ERR-102 ERR-210 AUTH-141
  test('a second sign-in of the same person takes over: the first is told with 499', async () => {
    const first = await signIn(server, world)
    const second = await signIn(server, world)
    expect(refusalIn(await timeOf('o1-learner', first.access_token))).toMatchObject({ status: 499, code: 'DOUBLE_LOGIN' })
    expect((await timeOf('o1-learner', second.access_token)).status).toBe(200)
  })

  // API-107 API-227 AUTH-143
  test('the session that was taken over can be given up, and the other goes on', async () => {
    const first = await signIn(server, world)
    const second = await signIn(server, world)
    const query = { userGUID: 'o1-learner', reason: 'Double-Login' }
    await doCall(server, calls.abandonSession, { query }, first.access_token)
    await doCall(server, calls.abandonSession, { query })
    expect((await timeOf('o1-learner', second.access_token)).status).toBe(200)
  })

  // API-108 AUTH-134
  test('signing out ends both tokens', async () => {
    const { access_token, refresh_token } = await signIn(server, world)
    await doCall(server, calls.logout, { query: { userGUID: 'o1-learner' } }, access_token)
    expect(refusalIn(await timeOf('o1-learner', access_token))).toMatchObject({ status: 401, code: 'NO_AUTHORISATION' })
    expect((await refresh(refresh_token)).status).toBe(400)
  })

  // NET-113 API-301
  test('without a bearer token, or with one that we did not sign, a call is refused with 401', async () => {
    const { access_token } = await signIn(server, world)
    const [head, body, signature = ''] = access_token.split('.')
    const otherFirst = signature.startsWith('A') ? 'B' : 'A'
    const forged = [undefined, '', 'x', `${head}.${body}.${otherFirst}${signature.slice(1)}`, `${head}.${body}.`]
    for (const token of forged) expect((await timeOf('o1-learner', token)).status).toBe(401)
  })

  test('nothing that is stored opens anything: no password and no refresh token stands in the database', async () => {
    const { refresh_token } = await signIn(server, world)
    const people = await server.db.kysely.selectFrom('person').selectAll().execute()
    const sessions = await server.db.kysely.selectFrom('session').selectAll().execute()
    const stored = JSON.stringify([people, sessions])
    expect(stored).not.toContain('learner-secret')
    expect(stored).not.toContain(refresh_token.split('.').at(-1))
    expect(people.every((one) => one.password_hash.startsWith('$argon2id$'))).toBe(true)
  })
})

describe('trying passwords', () => {
  test('is limited for one account from one address; another account still signs in', async () => {
    const server = await startTestServer({ database: 'sqlite', config: { attemptsPerMinute: 3 } })
    const world = await arrange(server, { everyone: true })
    for (const _ of [1, 2, 3])
      expect((await tryCall(server, calls.token, credentials(world, 'learner', 'guess'))).status).toBe(400)
    const fourth = await tryCall(server, calls.token, credentials(world, 'LEARNER', 'guess'))
    expect(refusalIn(fourth)).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' })
    expect(Number(fourth.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await tryCall(server, calls.token, credentials(world, 'other'))).status).toBe(200)
    await server.stop()
  })
})
