import { randomUUID } from 'node:crypto'
import { calls } from '@sitwell/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bothDatabases } from '../../testing/databases.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { arrange, credentials, doCall, refusalIn, signIn, tryCall, type World } from '../../testing/test-world.ts'

const minuteMs = 60_000
const used = { status: 400, code: 'INVALID_REFRESH_TOKEN' }

describe.each(bothDatabases)('what a launch address carries, on %s', (database) => {
  let nowMs = Date.parse('2026-11-21T11:30:00Z')
  let server: TestServer
  let world: World
  const form = { client_id: 'p' }
  const timeOf = (token: string) => tryCall(server, calls.time, { query: { userGuid: 'o1-learner' } }, token)
  const enter = (refresh_token: string, requestId: string = randomUUID()) =>
    tryCall(server, calls.token, { body: { ...form, grant_type: 'launch', refresh_token, requestId } })
  const refresh = (refresh_token: string) =>
    tryCall(server, calls.token, { body: { ...form, grant_type: 'refresh_token', refresh_token } })
  const tokensOf = (answer: { text: string }) => calls.token.reply.parse(JSON.parse(answer.text))
  const signInForLaunch = () => {
    const { body } = credentials(world, 'learner')
    return doCall(server, calls.token, { body: { ...body, forLaunch: 'true' } })
  }

  beforeAll(async () => {
    server = await startTestServer({ database, clock: { nowMs: () => nowMs } })
    world = await arrange(server, { everyone: true })
  })
  afterAll(() => server.stop())

  test('is traded for a session that goes on, with what was confirmed in it', async () => {
    const made = await signIn(server, world)
    await doCall(
      server,
      calls.confirmRubric,
      {
        body: {
          ...{ userGuid: 'o1-learner', confirmed: ['name', 'dob', 'identifier', 'instructions'] },
          ...{ dateOfBirth: '2001-02-03', learnerIdentifier: 'L-1' },
        },
      },
      made.access_token,
    )
    const entered = tokensOf(await enter(made.refresh_token))
    expect(entered.UserGUID).toBe('o1-learner')
    expect((await timeOf(entered.access_token)).status).toBe(200)
    const query = { userGuid: 'o1-learner' }
    expect(await doCall(server, calls.rubricState, { query }, entered.access_token)).toEqual({ confirmed: true })
    expect(tokensOf(await refresh(entered.refresh_token)).UserGUID).toBe('o1-learner')
    const { sessions } = await doCall(server, calls.ownSessions, {}, entered.access_token)
    expect(sessions.filter(({ endedAt }) => endedAt === undefined)).toMatchObject([{ isThis: true }])
    expect(sessions.filter(({ startedAt }) => startedAt === sessions[0]?.startedAt)).toHaveLength(1)
  })

  test('opens nothing a second time, here or on another device, and leaves whoever was first alone', async () => {
    const made = await signIn(server, world)
    const entered = tokensOf(await enter(made.refresh_token))
    expect(refusalIn(await enter(made.refresh_token))).toMatchObject(used)
    expect(refusalIn(await refresh(made.refresh_token))).toMatchObject(used)
    expect(refusalIn(await timeOf(made.access_token))).toMatchObject({ status: 401 })
    nowMs += 10 * minuteMs
    expect(refusalIn(await enter(made.refresh_token))).toMatchObject(used)
    expect((await timeOf(entered.access_token)).status).toBe(200)
  })

  test('opens one session of two that come at once', async () => {
    const { refresh_token } = await signIn(server, world)
    const both = await Promise.all([enter(refresh_token), enter(refresh_token)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  test('is answered again to the page whose reply was lost, for two minutes', async () => {
    const { refresh_token } = await signIn(server, world)
    const page = randomUUID()
    const first = tokensOf(await enter(refresh_token, page))
    nowMs += minuteMs
    const again = tokensOf(await enter(refresh_token, page))
    expect(again.refresh_token).toBe(first.refresh_token)
    expect((await timeOf(again.access_token)).status).toBe(200)
    nowMs += 2 * minuteMs
    expect(refusalIn(await enter(refresh_token, page))).toMatchObject(used)
  })

  test('is answered again to no page that has gone on, or logged off', async () => {
    const { refresh_token } = await signIn(server, world)
    const page = randomUUID()
    const first = tokensOf(await enter(refresh_token, page))
    const next = tokensOf(await refresh(first.refresh_token))
    expect(refusalIn(await enter(refresh_token, page))).toMatchObject(used)
    await doCall(server, calls.logout, { query: { userGUID: 'o1-learner' } }, next.access_token)
    expect(refusalIn(await enter(refresh_token, page))).toMatchObject(used)
  })

  test('is too old after a quarter of an hour', async () => {
    const { refresh_token } = await signIn(server, world)
    nowMs += 15 * minuteMs
    expect(refusalIn(await enter(refresh_token))).toMatchObject(used)
  })

  test('opens nothing after its session was logged off, taken over, or went on elsewhere', async () => {
    const loggedOff = await signIn(server, world)
    await doCall(server, calls.logout, { query: { userGUID: 'o1-learner' } }, loggedOff.access_token)
    expect(refusalIn(await enter(loggedOff.refresh_token))).toMatchObject(used)
    const takenOver = await signIn(server, world)
    const { refresh_token } = await signIn(server, world)
    expect(refusalIn(await enter(takenOver.refresh_token))).toMatchObject(used)
    await refresh(refresh_token)
    expect(refusalIn(await enter(refresh_token))).toMatchObject(used)
  })

  test('makes no session younger than its sign-in: launches one after the other end with it', async () => {
    let { refresh_token } = await signIn(server, world)
    for (let hours = 0; hours < 23; hours += 1) {
      nowMs += 60 * minuteMs
      refresh_token = tokensOf(await refresh(refresh_token)).refresh_token
      refresh_token = tokensOf(await enter(refresh_token)).refresh_token
    }
    nowMs += 60 * minuteMs
    expect(refusalIn(await refresh(refresh_token))).toMatchObject(used)
  })

  test('opens nothing for who is suspended by then', async () => {
    const { refresh_token } = await signIn(server, world, 'other')
    const suspend = (suspended: number) =>
      server.db.kysely.updateTable('person').set({ suspended }).where('user_guid', '=', 'o1-other').execute()
    await suspend(1)
    expect(refusalIn(await enter(refresh_token))).toMatchObject(used)
    await suspend(0)
  })

  test('opens nothing where its token was made up', async () => {
    const { refresh_token } = await signIn(server, world)
    const [org, session, , seal = ''] = refresh_token.split('.')
    for (const made of ['x', `${org}.${session}.2.${seal}`, `${org}.${randomUUID()}.1.${seal}`, `2${refresh_token.slice(1)}`])
      expect(refusalIn(await enter(made))).toMatchObject(used)
  })

  describe('made for it alone', () => {
    test('opens no call and no refresh by itself: a session at the address, and nothing else', async () => {
      const made = await signInForLaunch()
      expect(refusalIn(await timeOf(made.access_token))).toMatchObject({ status: 401 })
      expect(refusalIn(await refresh(made.refresh_token))).toMatchObject(used)
      const entered = tokensOf(await enter(made.refresh_token))
      expect((await timeOf(entered.access_token)).status).toBe(200)
      expect(tokensOf(await refresh(entered.refresh_token)).UserGUID).toBe('o1-learner')
      expect(refusalIn(await enter(made.refresh_token))).toMatchObject(used)
    })

    test('is too old after five minutes', async () => {
      const { refresh_token } = await signInForLaunch()
      nowMs += 5 * minuteMs
      expect(refusalIn(await enter(refresh_token))).toMatchObject(used)
    })
  })

  test('is written down, once as a sign-in and else as refused', async () => {
    const { refresh_token } = await signIn(server, world)
    await enter(refresh_token)
    await enter(refresh_token)
    const noted = () =>
      server.db.kysely
        .selectFrom('security_event')
        .select(['kind', 'content'])
        .where('content', 'like', '%launch-address%')
        .execute()
    await expect.poll(async () => (await noted()).map(({ kind }) => kind)).toContain('sign-in-refused')
    expect((await noted()).map(({ kind }) => kind)).toContain('sign-in')
    expect(JSON.stringify(await noted())).not.toContain(refresh_token)
  })
})
