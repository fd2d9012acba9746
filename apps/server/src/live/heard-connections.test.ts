import { connect as connectTcp, createServer as createTcpServer, type Socket as TcpSocket } from 'node:net'
import { calls, dashEventsPath } from '@sitwell/contract'
import { io, type Socket } from 'socket.io-client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { selectFormRunOfOrganisation } from '../assessment/form-run/queries.ts'
import { contactOf } from '../assessment/ledger/contact.ts'
import { createServer, type SitwellServer } from '../create-server.ts'
import { bothDatabases } from '../testing/databases.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { createTestClock } from '../testing/test-clock.ts'
import { arrange, doCall, examOf, sitExam } from '../testing/test-world.ts'

/** A network between a browser and the server, which can be cut without a word to either. */
const startNetwork = async (origin: string) => {
  const ends = new Set<TcpSocket>()
  let isCut = false
  const pass = (from: TcpSocket, to: TcpSocket) => {
    ends.add(from)
    from.on('data', (bytes) => void (isCut || to.write(bytes)))
    from.on('error', () => {})
    from.on('close', () => void (isCut || to.destroy()))
  }
  const network = createTcpServer((browser) => {
    const server = connectTcp(Number(new URL(origin).port), '127.0.0.1')
    pass(browser, server)
    pass(server, browser)
  })
  await new Promise<void>((resolve) => network.listen(0, '127.0.0.1', resolve))
  const address = network.address()
  if (address === null || typeof address === 'string') throw new Error('The network has no port')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    cut: () => {
      isCut = true
    },
    stop: () => {
      for (const end of ends) end.destroy()
      return new Promise((resolve) => network.close(resolve))
    },
  }
}

describe.each(bothDatabases)('a live connection on %s', (database) => {
  const { clock, pass } = createTestClock()
  let server: TestServer
  let learner: string
  let formRunGuid: string
  let world: Awaited<ReturnType<typeof arrange>>
  let sockets: Socket[] = []
  let stops: (() => Promise<unknown>)[] = []

  const start = async (times: { answerWithinMs?: number; heartbeatMs?: number } = {}) => {
    server = await startTestServer({ database, clock, ...times })
    const settings = { NotifyLearnerImmediatelyOnConnectionLoss: '1' }
    world = await arrange(server, { exam: examOf('o1', { settings: { examTime: 600 } }), file: { settings } })
    const sitting = await sitExam(server, world)
    learner = sitting.token
    formRunGuid = sitting.formRunGuid
  }
  beforeEach(() => {
    sockets = []
    stops = []
  })
  afterEach(async () => {
    for (const socket of sockets) socket.disconnect()
    for (const stop of stops) await stop()
    await server.stop()
  })

  const connect = async (origin = server.origin) => {
    const socket = io(origin, {
      path: `/${dashEventsPath}`,
      auth: { token: learner, formRunGuid },
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
    })
    sockets.push(socket)
    await new Promise<void>((resolve) => socket.once('dashstate', () => resolve()))
    return socket
  }
  const saveTime = () =>
    doCall(
      server,
      calls.saveTime,
      { body: { formRunGuid, timeRemaining: 600, elapsedTime: 0, page: `${world.prefix}-q1` } },
      learner,
    )
  const claim = async (absentTime: number) =>
    (await doCall(server, calls.reportAbsence, { body: { formRunGuid, absentTime } }, learner)).examTimeRemaining
  const contact = async () => {
    const run = await selectFormRunOfOrganisation(server.db, world.orgId, formRunGuid)
    if (!run) throw new Error('no form run')
    return contactOf(run)
  }

  // NET-305
  test('that is open is no silence: who asks for nothing over it for a minute, again and again, is given no time back', async () => {
    // However slow this machine is: a browser that is there has all the time to answer.
    await start({ answerWithinMs: 3_600_000 })
    await connect()
    for (const leftAfter of [540, 480, 420]) {
      pass(60_000)
      expect(await claim(60)).toBe(leftAfter)
    }
    pass(20_000)
    await saveTime()
    pass(20_000)
    await saveTime()
    expect(await claim(40)).toBe(380)
  })

  // NET-305
  test('that is cut without a word gives its learner the whole absence back, whichever end has not noticed yet', async () => {
    await start({ answerWithinMs: 100 })
    const network = await startNetwork(server.origin)
    stops.push(network.stop)
    await connect(network.origin)
    network.cut()
    pass(60_000)
    expect(await claim(60)).toBe(600)
    // What came back meanwhile is not held against the absence either.
    await connect()
    expect(await claim(60)).toBe(600)
  })

  // NET-305
  test('that its browser has closed, and made anew, gives back what lies between', async () => {
    await start({ answerWithinMs: 3_600_000 })
    const first = await connect()
    pass(10_000)
    expect(await claim(10)).toBe(590)
    first.disconnect()
    while ((await server.db.kysely.selectFrom('form_run').select('heard_at').executeTakeFirst())?.heard_at !== clock.nowMs());
    pass(60_000)
    await connect()
    expect(await claim(60)).toBe(590)
  })

  test('is heard with each of its heartbeats, and unmakes the silences that saves seemed to end', async () => {
    await start({ heartbeatMs: 20 })
    const socket = await connect()
    const heartbeats = async (count: number) => {
      for (let heard = 0; heard < count; heard += 1)
        await new Promise<void>((resolve) => socket.io.engine.once('heartbeat', resolve))
    }
    const startedMs = clock.nowMs()
    // Over the end of the time a silence is kept for good, unless it was none.
    await server.db.kysely
      .updateTable('form_run')
      .set({ ends_at: startedMs + 5000 })
      .execute()
    pass(10_000)
    await saveTime()
    pass(4000)
    await saveTime()
    const expected = { heardAtMs: startedMs + 14_000, lastSilence: undefined, earlier: [], silences: [] }
    do await heartbeats(1)
    while ((await contact()).lastSilence !== undefined || (await contact()).silences.length > 0)
    expect(await contact()).toEqual(expected)
    pass(20_000)
    do await heartbeats(1)
    while ((await contact()).heardAtMs !== clock.nowMs())
    expect(await contact()).toEqual({ ...expected, heardAtMs: clock.nowMs() })
  })

  if (database !== 'postgres') return
  // NET-305
  test('to another server is no silence either', async () => {
    await start({ answerWithinMs: 3_600_000 })
    const second: SitwellServer = await createServer(
      { ...server.config },
      { clock, beatMs: 3_600_000, answerWithinMs: 3_600_000 },
    )
    const origin = await second.start()
    stops.push(second.stop)
    await connect(origin)
    // A server hears of another as soon as it has begun to listen, which nobody is told.
    let left = 600
    for (let round = 1; left !== 600 - 60 * round && round < 9; round += 1) {
      pass(60_000)
      const before = left
      left = await claim(60)
      if (left === before - 60) return
    }
    expect.fail('The absence was believed each time')
  })
})
