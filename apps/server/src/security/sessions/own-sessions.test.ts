import { calls, dashEventsPath } from '@sitwell/contract'
import { io } from 'socket.io-client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bothDatabases } from '../../testing/databases.ts'
import { startServerIn, startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { coursesOf, courseZip, giveCourseFrom, saveOfSco } from '../../testing/test-course.ts'
import {
  arrange,
  credentials,
  doCall,
  refusalIn,
  saveOf,
  signIn,
  sitExam,
  tryCall,
  type World,
} from '../../testing/test-world.ts'

const hourMs = 60 * 60_000
const client = { client_id: 'sitwell-player' }

describe.each(bothDatabases)('sessions on %s', (database) => {
  let nowMs = 0
  let server: TestServer
  let world: World
  beforeEach(async () => {
    nowMs = Date.parse('2026-11-21T11:30:00Z')
    server = await startTestServer({ database, clock: { nowMs: () => nowMs } })
    world = await arrange(server, { everyone: true })
  })
  afterEach(() => server.stop())

  const refresh = (refresh_token: string) =>
    tryCall(server, calls.token, { body: { ...client, grant_type: 'refresh_token', refresh_token } })
  /** The sign-in of a call's reply. */
  const refreshed = async (refresh_token: string) => {
    const body = { ...client, grant_type: 'refresh_token' as const, refresh_token }
    return doCall(server, calls.token, { body })
  }

  test('a refresh token of 400 days ago does nothing, and says so', async () => {
    const { refresh_token } = await signIn(server, world)
    nowMs += 400 * 24 * hourMs
    expect(refusalIn(await refresh(refresh_token))).toMatchObject({ status: 400, code: 'INVALID_REFRESH_TOKEN' })
    const rows = await server.db.kysely.selectFrom('session').select('end_reason').execute()
    expect(rows).toEqual([{ end_reason: 'expired' }])
  })

  test('a session ends after half a day without use, and after a day however it is used', async () => {
    let { refresh_token } = await signIn(server, world)
    nowMs += 12 * hourMs + 1
    expect((await refresh(refresh_token)).status).toBe(400)
    refresh_token = (await signIn(server, world)).refresh_token
    for (let hours = 0; hours < 23; hours += 1) {
      nowMs += hourMs
      refresh_token = (await refreshed(refresh_token)).refresh_token
    }
    nowMs += hourMs
    expect((await refresh(refresh_token)).status).toBe(400)
  })

  test('an organisation sets both limits', async () => {
    const rows = [
      { org_id: 1, name: 'SessionIdleMinutes', value: '60' },
      { org_id: 1, name: 'SessionHours', value: '2' },
    ]
    await server.db.kysely.insertInto('setting').values(rows).execute()
    const first = await signIn(server, world)
    nowMs += hourMs + 1
    expect((await refresh(first.refresh_token)).status).toBe(400)
    let { refresh_token } = await signIn(server, world)
    nowMs += hourMs
    expect((await refresh(refresh_token)).status).toBe(400)
    refresh_token = (await signIn(server, world)).refresh_token
    nowMs += hourMs - 1
    expect((await refresh(refresh_token)).status).toBe(200)
  })

  test('nobody is logged out of an exam under way, for a week; once it is over, they are', async () => {
    const { refresh_token } = await signIn(server, world)
    const { access_token } = await refreshed(refresh_token)
    const { formRunGUID } = await doCall(server, calls.start, { query: world.entry }, access_token)
    // An exam without its own time, sat with long breaks.
    await server.db.kysely.updateTable('form_run').set({ ends_at: null }).execute()
    let latest = await refreshed((await refreshed(refresh_token)).refresh_token)
    nowMs += 60 * hourMs
    latest = await refreshed(latest.refresh_token)
    const saved = await doCall(server, calls.saveAnswer, { body: saveOf(world, formRunGUID) }, latest.access_token)
    expect(saved.saved).toBe(true)
    nowMs += 100 * hourMs
    latest = await refreshed(latest.refresh_token)
    nowMs += 9 * hourMs
    expect((await refresh(latest.refresh_token)).status).toBe(400)
  })

  test('nobody is logged out of a lesson that is open, for four hours after it was heard of; once it has ended, they are', async () => {
    await server.db.kysely.insertInto('setting').values({ org_id: 1, name: 'SessionIdleMinutes', value: '20' }).execute()
    await giveCourseFrom(server, 1, await courseZip({ A: '' }), ['learner'])
    const open = async () => {
      const { access_token, refresh_token, UserGUID } = await signIn(server, world)
      const [course] = await coursesOf(server, UserGUID, access_token)
      const attemptId = course?.ScoAttempts[0]?.attemptId ?? 0
      const { attemptData } = await doCall(server, calls.scormData, { params: { attemptId } }, access_token)
      const save = (data: Readonly<Record<string, string>>, ends: boolean, token: string) =>
        doCall(
          server,
          calls.scormSave,
          { params: { attemptId }, body: saveOfSco(data, attemptData.number + (ends ? 2 : 1), { ends }) },
          token,
        )
      return { refresh_token, save }
    }
    const first = await open()
    // A film in it.
    nowMs += 2 * hourMs
    let latest = await refreshed(first.refresh_token)
    await first.save({ 'cmi.core.lesson_location': '2' }, false, latest.access_token)
    nowMs += 4 * hourMs
    latest = await refreshed(latest.refresh_token)
    await first.save({ 'cmi.core.exit': 'suspend' }, true, latest.access_token)
    nowMs += hourMs
    expect((await refresh(latest.refresh_token)).status).toBe(400)
    // One that is left open and says nothing more, and one of an earlier sign-in, keep nobody signed in.
    const second = await open()
    nowMs += 4 * hourMs + 1000
    expect((await refresh(second.refresh_token)).status).toBe(400)
    await open()
    nowMs += 1000
    const { refresh_token } = await signIn(server, world)
    nowMs += hourMs
    expect((await refresh(refresh_token)).status).toBe(400)
  })

  test('an exam of an earlier sign-in keeps no later one alive', async () => {
    await sitExam(server, world)
    await server.db.kysely.updateTable('form_run').set({ ends_at: null }).execute()
    nowMs += hourMs
    const { refresh_token } = await signIn(server, world)
    nowMs += 13 * hourMs
    expect((await refresh(refresh_token)).status).toBe(400)
  })

  test('a person sees where and by what they signed in, and nobody else’s', async () => {
    await signIn(server, world, 'other')
    await signIn(server, world)
    nowMs += hourMs
    const { access_token } = await signIn(server, world)
    const { sessions } = await doCall(server, calls.ownSessions, {}, access_token)
    expect(sessions).toHaveLength(2)
    expect(sessions[0]).toMatchObject({ isThis: true, byAdministrator: false, address: '127.0.0.1' })
    expect(sessions[0]?.endedAt).toBeUndefined()
    expect(sessions[1]).toMatchObject({ isThis: false, endedAt: new Date(nowMs).toISOString() })
    // The database holds no address that can be read.
    expect(JSON.stringify(await server.db.kysely.selectFrom('session').selectAll().execute())).not.toContain('127.0.0.1')
  })

  test('a session that is ended ends at once, with its tokens and its live connection, on another server too', async () => {
    const node = await startServerIn(
      { ...server.config, port: 0, scormPort: 0 },
      { clock: { nowMs: () => nowMs }, watchLedgersMs: 100 },
    )
    const { token, formRunGuid } = await sitExam(server, world)
    const socket = io(node.origin, {
      path: `/${dashEventsPath}`,
      auth: { token, formRunGuid },
      transports: ['websocket'],
      reconnection: false,
    })
    await new Promise<void>((resolve) => socket.once('dashstate', () => resolve()))
    const gone = new Promise<void>((resolve) => socket.once('disconnect', () => resolve()))
    const { sessions } = await doCall(server, calls.ownSessions, {}, token)
    const other = await signIn(server, world, 'other')
    const ids = sessions.map(({ id }) => id)
    const { password } = credentials(world, 'learner').body
    const others = credentials(world, 'other').body.password
    expect(await doCall(server, calls.endOwnSessions, { body: { ids, password: others } }, other.access_token)).toEqual({
      ended: [],
    })
    expect(await doCall(server, calls.endOwnSessions, { body: { ids: 'others', password } }, token)).toEqual({ ended: [] })
    expect(await doCall(server, calls.endOwnSessions, { body: { ids, password } }, token)).toEqual({ ended: ids })
    await gone
    expect(refusalIn(await tryCall(server, calls.ownSessions, {}, token)).status).toBe(401)
    const answer = await tryCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid) }, token)
    expect(answer.status).toBe(401)
    await node.stop()
  })

  test('all but the one that asks: an administrator in one’s name is put out too', async () => {
    const admin = await signIn(server, world, 'admin')
    const { access_token } = await signIn(server, world)
    const made = await doCall(
      server,
      calls.adminLogin,
      { params: { org: 1 }, query: { userID: 1 } } as never,
      admin.access_token,
    )
    const listed = await doCall(server, calls.ownSessions, {}, access_token)
    expect(listed.sessions.map((one) => one.byAdministrator).sort()).toEqual([false, true])
    expect(refusalIn(await tryCall(server, calls.ownSessions, {}, made.access_token)).code).toBe('NOT_ALLOWED')
    const { password } = credentials(world, 'learner').body
    const { ended } = await doCall(server, calls.endOwnSessions, { body: { ids: 'others', password } }, access_token)
    expect(ended).toHaveLength(1)
    expect((await tryCall(server, calls.schedules, { query: {} } as never, made.access_token)).status).toBe(401)
    expect((await doCall(server, calls.ownSessions, {}, access_token)).sessions.filter((one) => !one.endedAt)).toHaveLength(1)
  })

  test('nobody who finds a page open ends a sign-in without its password, which is counted as a try to sign in', async () => {
    const { access_token } = await signIn(server, world)
    const { sessions } = await doCall(server, calls.ownSessions, {}, access_token)
    const ids = sessions.map(({ id }) => id)
    const end = (password: string) => tryCall(server, calls.endOwnSessions, { body: { ids, password } }, access_token)
    for (let time = 0; time < 10; time += 1)
      expect(JSON.parse((await end('not mine')).text)).toEqual({ ended: [], isWrong: true })
    expect((await end(credentials(world, 'learner').body.password)).status).toBe(429)
    expect((await tryCall(server, calls.ownSessions, {}, access_token)).status).toBe(200)
    const rows = await server.db.kysely
      .selectFrom('security_event')
      .select('content')
      .where('kind', '=', 'password-refused')
      .execute()
    expect(rows[0]?.content).toContain('wrong present password')
  })
})

test('only the programs that are named sign people in, where any are', async () => {
  const clients = new Map([['sitwell-player', 's3cret:with colon']])
  const server = await startTestServer({ database: 'sqlite', config: { clients } })
  const world = await arrange(server)
  const ask = (client_id: string, client_secret: string) => {
    const credentials = { grant_type: 'password' as const, username: 'learner', password: 'learner-secret', orgId: world.orgId }
    return tryCall(server, calls.token, { body: { client_id, client_secret, ...credentials } })
  }
  for (const [id, secret] of [
    ['sitwell-player', ''],
    ['sitwell-player', 's3cret'],
    ['other', 's3cret:with colon'],
    ['__proto__', ''],
  ] as const)
    expect(refusalIn(await ask(id, secret)), id).toMatchObject({ status: 400, code: 'WRONG_CLIENT' })
  const right = await ask('sitwell-player', 's3cret:with colon')
  expect(right.status).toBe(200)
  const { refresh_token } = JSON.parse(right.text)
  const body = { client_id: 'other', grant_type: 'refresh_token' as const, refresh_token }
  expect(refusalIn(await tryCall(server, calls.token, { body })).code).toBe('WRONG_CLIENT')
  await server.stop()
})
