import { calls, type DashEvent, dashEventsPath, type FormRunState } from '@sitwell/contract'
import { io, type Socket } from 'socket.io-client'
import { afterEach, describe, expect, test } from 'vitest'
import { settleAccommodations } from '../accommodations/apply-to-sittings.ts'
import { createExamCache, nobodyLive } from '../assessment/form-run/index.ts'
import { createServer, type SitwellServer } from '../create-server.ts'
import { withdrawAllRoles } from '../testing/change-roles.ts'
import { bothDatabases } from '../testing/databases.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { arrange, doCall, examOf, signIn, sitExam, type World } from '../testing/test-world.ts'

/** A learner's browser: what it was told, in order, and a way to wait for the next. */
const listen = (origin: string, auth: object, extraHeaders: Record<string, string> = {}) => {
  const socket: Socket = io(origin, {
    path: `/${dashEventsPath}`,
    auth,
    transports: ['websocket'],
    reconnectionDelay: 50,
    forceNew: true,
    extraHeaders,
  })
  const messages: (FormRunState | DashEvent | { refused: string })[] = []
  const waiting: (() => void)[] = []
  const hear = (one: (typeof messages)[number]) => {
    messages.push(one)
    for (const wake of waiting.splice(0)) wake()
  }
  let known = 0
  socket.on('dashstate', (state: FormRunState) => {
    known = state.number
    hear(state)
  })
  // An event may come once more that the state before it holds already: it is told after it is written, over the database where
  // there are several servers. The player leaves it out too.
  socket.on('dashevent', (event: DashEvent) => {
    if ((event.number ?? Number.POSITIVE_INFINITY) > known) hear(event)
  })
  socket.on('connect_error', (error) => hear({ refused: error.message }))
  const next = async (): Promise<(typeof messages)[number]> => {
    while (messages.length === 0) await new Promise<void>((resolve) => waiting.push(resolve))
    // The loop above ends with one.
    return messages.shift() as (typeof messages)[number]
  }
  return { socket, next }
}

describe.each(bothDatabases)('live events on %s', (database) => {
  let servers: (TestServer | SitwellServer)[] = []
  let clients: ReturnType<typeof listen>[] = []
  afterEach(async () => {
    for (const { socket } of clients) socket.disconnect()
    for (const server of servers.reverse()) await server.stop()
    servers = []
    clients = []
  })

  let server: TestServer
  let world: World
  let formRunGuid: string
  let learner: string
  let invigilator: string
  /** Unless told otherwise no look at the ledgers comes within a test: what arrives was told, and is told once. */
  const start = async (watchLedgersMs = 3_600_000, more: { readonly heartbeatMs?: number } = {}) => {
    // One connection: a learner who hears how the exam stands knows that it is looked at once more before anything else happens.
    server = await startTestServer({ database, watchLedgersMs, poolSize: 1, ...more })
    servers.push(server)
    const exam = examOf('o1', { settings: { examTime: 600, isExtendable: true } })
    world = await arrange(server, { exam, everyone: true, invigilated: true, file: { settings: { AllowRemotePause: '1' } } })
    const sitting = await sitExam(server, world)
    learner = sitting.token
    formRunGuid = sitting.formRunGuid
    invigilator = (await signIn(server, world, 'invigilator')).access_token
  }
  const connect = (origin = server.origin, auth: object = { token: learner, formRunGuid }, headers = {}) => {
    const client = listen(origin, auth, headers)
    clients.push(client)
    return client
  }
  const pause = (origin: string, paused: boolean) =>
    doCall({ origin }, calls.pauseFormRuns, { body: { formRunGuid, paused } }, invigilator)

  // OFFICE-110
  test('tell the whole state where an accommodation changed the time, also if the server that wrote it told nobody', async () => {
    await start(50)
    const client = connect()
    expect(await client.next()).toMatchObject({ number: 1, examTime: 600 })
    const approved = { from_day: '2001-01-01', until_day: null, approved_by: 'Dr Vane', approved_on: '2001-01-01', basis: 'x' }
    await server.db.kysely
      .insertInto('accommodation')
      .values({
        ...{ org_id: 1, accommodation_id: 'a', version: 1, user_guid: 'o1-learner', extra_percent: null, extra_minutes: 5 },
        rest_minutes: null,
        ...{ ...approved, note: '', is_withdrawn: 0, reason: '', written_by: 'o1-admin', written_at: 0, is_settled: 0 },
      })
      .execute()
    const exams = createExamCache(server.db, server.clock.nowMs)
    await settleAccommodations({ database: server.db, clock: server.clock, exams, live: nobodyLive })
    expect(await client.next()).toMatchObject({ number: 2, examTime: 900 })
  })

  // API-319 PAUSE-314 EXT-325 ENT-319
  test('tell a learner of a pause, of added time and of what became of their request, each with its number', async () => {
    await start()
    const { next } = connect()
    expect(await next()).toMatchObject({ formRunGuid, number: 1, paused: false, extensionStatus: 0 })
    await pause(server.origin, true)
    expect(await next()).toEqual({ number: 2, paused: true })
    await pause(server.origin, false)
    const offered = await next()
    expect(offered).toEqual({ number: 3, paused: false, resumeWithin: expect.any(Number) })
    // What is left of two minutes by the time that it is told.
    expect('resumeWithin' in offered && offered.resumeWithin).toSatisfy((seconds) => seconds > 0 && seconds <= 120)
    await doCall(server, calls.addTime, { body: { formRunGuid, seconds: 90 } }, invigilator)
    expect(await next()).toEqual({ number: 4, addedTime: 90 })
    const ask = (more: object = {}) =>
      doCall(server, calls.requestExtension, { body: { orgID: 1, formRunGuid, resumes: true, ...more } }, learner)
    const decide = (extendable: number) =>
      doCall(server, calls.decideExtension, { body: { formRunGuid, extendable } }, invigilator)
    await ask()
    expect(await next()).toEqual({ number: 5, awaitingExtension: true })
    await ask({ withdraw: true })
    expect(await next()).toEqual({ number: 6, awaitingExtension: false })
    await ask()
    expect(await next()).toEqual({ number: 7, awaitingExtension: true })
    await decide(0)
    expect(await next()).toEqual({ number: 8, extendable: 0 })
    await ask()
    expect(await next()).toEqual({ number: 9, awaitingExtension: true })
    await decide(300)
    // Time was given otherwise before the request: this one is read at the end of it.
    const granted = await next()
    expect(granted).toEqual({ number: 10, extendable: 300, resumeWithin: expect.any(Number) })
    expect('resumeWithin' in granted && granted.resumeWithin).toSatisfy((seconds) => seconds > 0 && seconds <= 120)
  })

  // EXT-310 NET-120
  test('never come before the state, whenever a learner connects, and none is missed', async () => {
    await start()
    const total = 25
    for (let round = 0; round < total; round++) {
      const client = listen(server.origin, { token: learner, formRunGuid })
      clients.push(client)
      const paused = round % 2 === 0
      const connected = new Promise<void>((resolve) => client.socket.on('connect', resolve))
      if (round % 3 > 0) await connected
      const sent = pause(server.origin, paused)
      let one = await client.next()
      expect(one, `round ${round}`).toMatchObject({ formRunGuid })
      await sent
      // The ledger's numbers begin with 1, and each round adds one.
      while ((one as DashEvent).number !== round + 2) one = await client.next()
      expect(one).toMatchObject({ paused })
      client.socket.disconnect()
    }
  })

  // EXT-310 NET-120
  test('reach a learner who was away with how the exam stands now, before anything else', async () => {
    await start()
    const first = connect()
    await first.next()
    first.socket.disconnect()
    await pause(server.origin, true)
    await doCall(server, calls.addTime, { body: { formRunGuid, seconds: 60 } }, invigilator)
    first.socket.connect()
    expect(await first.next()).toMatchObject({ number: 3, paused: true, examTime: 660 })
    await pause(server.origin, false)
    expect(await first.next()).toMatchObject({ number: 4, paused: false })
    // A connection that breaks is made anew by itself.
    first.socket.io.engine.close()
    expect(await first.next()).toMatchObject({ number: 4, paused: false, examTime: 660 })
  })

  test('are for the learner of the form run alone, by a token that holds', async () => {
    await start()
    const other = (await signIn(server, world, 'other')).access_token
    for (const [auth, refused] of [
      [{ token: 'nonsense', formRunGuid }, 'NO_AUTHORISATION'],
      [{ formRunGuid }, 'NO_AUTHORISATION'],
      [{ token: learner }, 'NO_AUTHORISATION'],
      [{ token: other, formRunGuid }, 'NOT_FOUND'],
      [{ token: invigilator, formRunGuid }, 'NOT_FOUND'],
      [{ token: learner, formRunGuid: 'o1-none' }, 'NOT_FOUND'],
      [{ token: learner, formRunGuid: { $ne: 1 } }, 'NO_AUTHORISATION'],
    ] as const)
      expect(await connect(server.origin, auth).next()).toEqual({ refused })
    await signIn(server, world)
    expect(await connect().next()).toEqual({ refused: 'DOUBLE_LOGIN' })
  })

  test('are not for a page of another site, whatever token it shows; one of this site, and what is no browser, is let in', async () => {
    await start()
    const auth = { token: learner, formRunGuid }
    for (const origin of ['https://evil.example', 'null', `${server.origin}.evil.example`, 'http://127.0.0.1:1'])
      expect(await connect(server.origin, auth, { origin }).next(), origin).toMatchObject({ refused: expect.any(String) })
    for (const headers of [{ origin: server.origin }, {}])
      expect(await connect(server.origin, auth, headers).next()).toMatchObject({ formRunGuid })
  })

  test('end with the sign-in that they were asked for in, however it ends, and not with a pause', async () => {
    await start(20, { heartbeatMs: 20 })
    const gone = ({ socket }: ReturnType<typeof listen>) =>
      new Promise<void>((resolve) => socket.once('disconnect', () => resolve()))
    const connected = async (token: string) => {
      const client = connect(server.origin, { token, formRunGuid })
      expect(await client.next()).toMatchObject({ formRunGuid })
      return client
    }

    const first = await connected(learner)
    await pause(server.origin, true)
    expect(await first.next()).toMatchObject({ paused: true })
    await pause(server.origin, false)
    expect(await first.next()).toMatchObject({ paused: false })
    const overtaken = gone(first)
    const second = (await signIn(server, world)).access_token
    await overtaken

    const signedOut = gone(await connected(second))
    await doCall(server, calls.logout, { query: { userGUID: 'o1-learner' } }, second)
    await signedOut

    const admin = (await signIn(server, world, 'admin')).access_token
    const made = await doCall(server, calls.adminLogin, { params: { org: 1 }, query: { userID: 1 } }, admin)
    const noAdministrator = gone(await connected(made.access_token))
    await withdrawAllRoles(server, { orgId: 1, userGuid: 'o1-admin' })
    await noAdministrator

    const suspended = gone(await connected((await signIn(server, world)).access_token))
    await server.db.kysely.updateTable('person').set({ suspended: 1 }).where('user_guid', '=', 'o1-learner').execute()
    await suspended
  })

  test('that nobody told, because they were written beside the server, come all the same', async () => {
    await start(20)
    const { next } = connect()
    await next()
    await server.db.kysely
      .insertInto('form_run_event')
      .values({
        org_id: 1,
        form_run_guid: formRunGuid,
        number: 2,
        kind: 'pause',
        at: server.clock.nowMs(),
        author: 'command',
        details: '{}',
      })
      .execute()
    await server.db.kysely.updateTable('form_run').set({ last_event: 2 }).execute()
    expect(await next()).toEqual({ number: 2, paused: true })
  })

  if (database !== 'postgres') return
  // API-319 EXT-325
  test('raised on one server reach a learner on another', async () => {
    await start()
    const second = await createServer({ ...server.config }, { watchLedgersMs: 3_600_000 })
    const origin = await second.start()
    servers.push(second)
    /** A server hears of another as soon as it has begun to listen, which nobody is told: events are raised until one arrives. */
    const hearFrom = async (raisedOn: string, client: ReturnType<typeof listen>) => {
      expect(await client.next()).toMatchObject({ formRunGuid })
      let heard: unknown
      const hearEvent = async () => {
        let one = await client.next()
        // How the exam stands is read by the learner's own server: it may be told once more, and nothing of another server's.
        while ('formRunGuid' in one) one = await client.next()
        heard = one
      }
      const hearing = hearEvent()
      for (let isPaused = true; heard === undefined; isPaused = !isPaused) {
        await pause(raisedOn, isPaused)
        await Promise.race([hearing, new Promise((resolve) => setTimeout(resolve, 100))])
      }
      await pause(raisedOn, false)
      return heard
    }
    expect(await hearFrom(server.origin, connect(origin))).toMatchObject({
      number: expect.any(Number),
      paused: expect.any(Boolean),
    })
    expect(await hearFrom(origin, connect(server.origin))).toMatchObject({ paused: expect.any(Boolean) })
  })
})
