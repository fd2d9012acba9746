import { calls } from '@sitwell/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pathOf } from '../../http/register.ts'
import { createKeys } from '../../keys.ts'
import { bothDatabases } from '../../testing/databases.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { arrange, credentials, doCall, send } from '../../testing/test-world.ts'
import { refreshTokenOf } from '../../tokens/refresh-token.ts'

describe.each(bothDatabases)('names and tokens that somebody makes up, on %s', (database) => {
  let server: TestServer
  const passwords = {
    hash: async () => 'no',
    verify: async (_: string, given: string) => given !== 'guess',
    isCurrent: () => true,
  }
  beforeAll(async () => {
    const newcomers = { capacity: 30, leakMs: 60 * 60_000, networks: 1000 }
    server = await startTestServer({ database, newcomers, passwords, config: { isProxy: () => true, attemptsPerMinute: 40 } })
    await arrange(server, { everyone: true })
  })
  afterAll(() => server.stop())

  const ask = async (address: string, fields: Record<string, string>) => {
    const headers = { 'x-forwarded-for': address }
    const body = new URLSearchParams({ client_id: 'p', ...fields })
    return (await send(server, '/security/token', { method: 'POST', headers, body })).status
  }
  const guess = (address: string, username: string) =>
    ask(address, { grant_type: 'password', orgId: '1', username, password: 'guess' })
  const refresh = (address: string, token: string) => ask(address, { grant_type: 'refresh_token', refresh_token: token })
  const rows = async () => (await server.db.kysely.selectFrom('attempt').select('bucket').execute()).length
  const report = { orgID: 1, userID: 1, languageId: 1, errorMessage: 'x', siteId: 1, centreId: 1 }
  const times = (count: number) => Array.from({ length: count }, (_, index) => index)

  test('tokens are refused without a row in the database, whatever their form', async () => {
    const made = ['1.session.7.', '1.session.', 'nothing'].map((head) => `${head}${'a'.repeat(40)}`)
    for (const token of made) expect(await refresh('10.1.0.1', token)).toBe(400)
    expect(await rows()).toBe(0)
  })

  test('names are counted by their network alone once they are too many, and a real token of that network goes on working', async () => {
    const { refresh_token } = await doCall(server, calls.token, credentials({ orgId: 1 }, 'learner'))
    const statuses = await Promise.all(times(60).map((index) => guess('10.1.0.2', `nobody-${index}`)))
    expect(statuses.filter((status) => status !== 429)).toHaveLength(30)
    const before = await rows()
    for (const index of times(20)) expect(await guess('10.1.0.2', `more-${index}`)).toBe(429)
    for (const index of times(20)) expect(await refresh('10.1.0.2', `1.session.7.${'a'.repeat(40)}${index}`)).toBe(400)
    expect(await rows()).toBe(before)
    expect(await refresh('10.1.0.2', refresh_token)).toBe(200)
    expect(await guess('10.1.0.3', 'nobody')).toBe(400)
  })

  test('made-up tokens, reports and forgotten passwords are counted each by themselves, and take no sign-in away', async () => {
    const address = '10.1.0.4'
    const post = async (path: string, body: object) => {
      const headers = { 'x-forwarded-for': address, 'content-type': 'application/json' }
      return (await send(server, path, { method: 'POST', headers, body: JSON.stringify(body) })).status
    }
    const statuses = async (ask: (index: number) => Promise<number>) => new Set(await Promise.all(times(40).map(ask)))
    const asks = [
      (index: number) => refresh(address, `1.session.7.${'a'.repeat(40)}${index}`),
      () => post(pathOf(calls.errorReport), report),
      () => post(pathOf(calls.forgotPassword), { orgID: 1, logonID: 'nobody' }),
    ]
    for (const ask of asks) {
      const answered = await statuses(ask)
      expect([answered.size, answered.has(429)]).toEqual([2, true])
    }
    expect(await guess(address, 'nobody')).toBe(400)
  })

  test('a name that signed in from a network comes to its own limit there, though others took all that the network may try', async () => {
    const enter = (address: string, username: string, password = 'right') =>
      ask(address, { grant_type: 'password', orgId: '1', username, password })
    expect(await enter('10.1.0.5', 'learner')).toBe(200)
    await Promise.all(times(40).map((index) => guess('10.1.0.5', `nobody-${index}`)))
    expect(await guess('10.1.0.5', 'nobody-1')).toBe(429)
    expect(await enter('10.1.0.5', 'learner')).toBe(200)
    // Who only tried there is not known there, nor anybody elsewhere.
    expect(await enter('10.1.0.5', 'other')).toBe(429)
    await Promise.all(times(40).map((index) => guess('10.1.0.6', `nobody-${index}`)))
    expect(await enter('10.1.0.6', 'learner')).toBe(429)
    // Its own limit holds.
    const own = await Promise.all(times(60).map(() => enter('10.1.0.5', 'learner')))
    expect(own).toContain(429)
  })

  test('a genuine token is counted by its session, wherever it comes from', async () => {
    const keys = createKeys(server.config.tokenSecret)
    const genuine = refreshTokenOf(keys, { orgId: 1, sessionId: 'gone' }, 3)
    const before = await rows()
    expect(await refresh('10.1.0.2', genuine)).toBe(400)
    expect(await rows()).toBe(before + 1)
  })
})
