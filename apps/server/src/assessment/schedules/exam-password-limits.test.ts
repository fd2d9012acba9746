import { randomUUID } from 'node:crypto'
import { calls, type DashAlert, dashAlertEvent, dashEventsPath, staffNamespace } from '@sitwell/contract'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bothDatabases } from '../../testing/databases.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { arrange, doCall, personOf, refusalIn, send, signIn, tryCall, type World } from '../../testing/test-world.ts'

describe.each(bothDatabases)('guessing the password of an exam on %s', (database) => {
  let nowMs = Date.parse('2026-11-21T11:30:00Z')
  let server: TestServer
  let world: World
  let token: string
  beforeAll(async () => {
    server = await startTestServer({ database, clock: { nowMs: () => nowMs }, config: { isProxy: () => true } })
    const schedules = ['one', 'two', 'three'].map((name) => ({
      guid: `o1-${name}`,
      username: name === 'three' ? 'other' : 'learner',
      exam: 'o1-exam',
      password: 'Open2026',
    }))
    const people = [
      personOf('o1', 'learner', 1),
      personOf('o1', 'other', 2),
      { ...personOf('o1', 'watch', 3), invigilator: true },
    ]
    world = await arrange(server, { file: { people, schedules } })
    token = (await signIn(server, world)).access_token
  })
  afterAll(() => server.stop())

  const body = (scheduleGuid: string, password: string, more = {}) => ({
    scheduleGuid,
    password,
    userGuid: 'o1-learner',
    ...more,
  })
  /** From another address each time, as somebody with many of them would. */
  const guess = async (scheduleGuid: string, password = 'guess', asked = token) => {
    const answer = await send(server, `/${calls.checkPassword.path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${asked}`,
        'x-forwarded-for': `203.0.113.${Math.floor(Math.random() * 255)}`,
      },
      body: JSON.stringify(body(scheduleGuid, password, { invented: randomUUID() })),
    })
    return answer.status === 200 ? JSON.parse(answer.text).result : refusalIn(answer).code
  }

  test('takes a session, and a schedule of one’s own: nobody else’s is even counted', async () => {
    expect(refusalIn(await tryCall(server, calls.checkPassword, { body: body('o1-one', 'x') })).status).toBe(401)
    for (let times = 0; times < 15; times += 1) expect(await guess('o1-three')).toBe('NOT_FOUND')
    for (let times = 0; times < 40; times += 1) expect(await guess(`invented-${times}`)).toBe('NOT_FOUND')
    const other = (await signIn(server, world, 'other')).access_token
    const own = { body: { ...body('o1-three', 'Open2026'), userGuid: 'o1-other' } }
    expect(await doCall(server, calls.checkPassword, own, other)).toEqual({ result: true })
    expect(await server.db.kysely.selectFrom('exam_password_guess').selectAll().execute()).toEqual([])
  })

  test('ends after ten tries, from however many addresses and sign-ins, and goes on with one a minute', async () => {
    const watch = (await signIn(server, world, 'watch')).access_token
    const socket = io(server.origin + staffNamespace, {
      path: `/${dashEventsPath}`,
      auth: { token: watch },
      transports: ['websocket'],
    })
    const alerts: DashAlert[] = []
    socket.on(dashAlertEvent, (alert: DashAlert) => alerts.push(alert))
    await new Promise<void>((resolve) => socket.once('connect', resolve))
    for (let times = 0; times < 5; times += 1) expect(await guess('o1-one')).toBe(false)
    token = (await signIn(server, world)).access_token
    for (let times = 0; times < 5; times += 1) expect(await guess('o1-one')).toBe(false)
    expect(await guess('o1-one', 'Open2026')).toBe('TOO_MANY_REQUESTS')
    // Another schedule of the same learner isn't shut with it.
    expect(await guess('o1-two', 'Open2026')).toBe(true)
    nowMs += 61_000
    expect(await guess('o1-one', 'wrong again')).toBe(false)
    expect(await guess('o1-one', 'Open2026')).toBe('TOO_MANY_REQUESTS')
    nowMs += 61_000
    expect(await guess('o1-one', 'Open2026')).toBe(true)

    while (alerts.length < 11) await new Promise<void>((resolve) => socket.once(dashAlertEvent, () => resolve()))
    expect(alerts.at(-1)).toMatchObject({ kind: 'wrong-password', scheduleGuid: 'o1-one', count: 11 })
    socket.disconnect()
    const listed = await doCall(server, calls.dashFormRuns, { query: {} }, watch)
    const counts = listed.map(({ scheduleGuid, wrongPasswords }) => [scheduleGuid, wrongPasswords?.count])
    expect(Object.fromEntries(counts)).toEqual({ 'o1-one': 11, 'o1-two': undefined, 'o1-three': undefined })
  })

  test('is told live to invigilators alone', async () => {
    const socket = io(server.origin + staffNamespace, {
      path: `/${dashEventsPath}`,
      auth: { token },
      transports: ['websocket'],
      reconnection: false,
    })
    const error = await new Promise<Error>((resolve) => socket.once('connect_error', resolve))
    expect(error.message).toBe('NOT_ALLOWED')
    socket.disconnect()
  })
})
