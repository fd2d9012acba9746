import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { type Call, calls, isStaffAccess } from '@sitwell/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { headOf, openRaw, type RawConnection } from '../../testing/raw-connection.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { arrange, doCall, saveOf, signIn, sitExam, type World } from '../../testing/test-world.ts'
import { mediaTypeOf, pathOf } from '../register.ts'
import { createConnectionGuard } from './connection-guard.ts'
import { type ConnectionLimits, defaultLimits } from './limits.ts'

// databases: sqlite, because it tests connections that send no whole request

/** Without those of the office, which are refused to whatever is no page of this site. */
const all: readonly Call[] = (Object.values(calls) as Call[]).filter(({ office }) => !office)
const withBody = all.filter(({ body }) => body)
const addressOf = (call: Call) => pathOf(call).replace(/:\w+|\*/g, 'x')
const typed = (call: Call) => ({ 'content-type': mediaTypeOf(call) })
/** Longer than any test. */
const neverMs = 2 ** 31 - 1
const fourMegabytes = 4 * 1024 * 1024

describe('a request that never comes whole', () => {
  let server: TestServer
  let world: World
  const open: RawConnection[] = []
  const half = async (head: string, body: string | Buffer = '{') => {
    const one = await openRaw(server, head)
    one.socket.write(body)
    open.push(one)
    return one
  }

  beforeAll(async () => {
    const limits = { ...defaultLimits, heldBytesPerAddress: 1_000_000 }
    server = await startTestServer({ database: 'sqlite', config: { logLevel: 'fatal' }, guard: { limits, everyMs: 50 } })
    world = await arrange(server)
  })
  afterAll(async () => {
    for (const { socket } of open) socket.destroy()
    await server.stop()
  })

  test('is refused by its head alone where it shows no token, whatever its call', async () => {
    const closed = withBody.filter(({ access }) => access !== 'anyone')
    expect(closed.length).toBeGreaterThan(20)
    for (const call of closed) {
      const one = await half(headOf(call.method, addressOf(call), fourMegabytes - 1000, typed(call)))
      expect(await one.answered(), call.name).toMatch(/^HTTP\/1\.1 401 /)
    }
  })

  test('is refused by its head alone where it says that it is larger than its call', async () => {
    const { access_token } = await signIn(server, world)
    const bySession = withBody.filter(({ access }) => !isStaffAccess(access) && access !== 'preview')
    for (const call of bySession.filter(({ encoding }) => encoding !== 'multipart')) {
      const bearer = { ...typed(call), authorization: `Bearer ${access_token}` }
      const one = await half(headOf(call.method, addressOf(call), fourMegabytes + 1, bearer))
      expect(await one.answered(), call.name).toMatch(/^HTTP\/1\.1 413 /)
    }
  })

  test('takes next to nothing of a call that anybody may make', async () => {
    for (const call of withBody.filter(({ access }) => access === 'anyone')) {
      const one = await half(headOf(call.method, addressOf(call), 300_000, typed(call)))
      expect(await one.answered(), call.name).toMatch(/^HTTP\/1\.1 413 /)
      const chunked = `POST ${addressOf(call)} HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\ncontent-type: ${mediaTypeOf(call)}\r\n\r\n`
      const unstated = await half(chunked, `${(400_000).toString(16)}\r\n${'x'.repeat(400_000)}\r\n`)
      expect(await unstated.answered(), call.name).toMatch(/^HTTP\/1\.1 413 /)
    }
  })

  test('is cut, the oldest first, where its address holds more than it may, and a save goes through meanwhile', async () => {
    const { token, formRunGuid } = await sitExam(server, world)
    const head = headOf('POST', addressOf(calls.saveAnswer), 900_000, {
      ...typed(calls.saveAnswer),
      authorization: `Bearer ${token}`,
    })
    const first = await half(head, Buffer.alloc(400_000, 32))
    const more = [await half(head, Buffer.alloc(400_000, 32)), await half(head, Buffer.alloc(400_000, 32))]
    await first.closed
    const reply = await doCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid) }, token)
    expect(reply.saved).toBe(true)
    expect(more.filter((one) => one.isClosed()).length).toBeLessThan(2)
  })
})

test('what wants to be a live connection where there is none is answered as any request, and not left open', async () => {
  const server = createServer((_request, response) => void response.end('plain'))
  const guard = createConnectionGuard({ limits: defaultLimits, isProxy: () => false, log: { info: () => {}, warn: () => {} } })
  guard.watch(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // Boundary: it listens on a port.
  const { port } = server.address() as AddressInfo
  const asked = 'GET / HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'
  const one = await openRaw({ origin: `http://127.0.0.1:${port}` }, asked)
  expect(await one.answered()).toMatch(/^HTTP\/1\.1 200 /)
  one.socket.destroy()
  guard.stop()
  server.close()
})

test('a large answer that lies ready as one piece may be taken slowly, and not left for good', async () => {
  const server = createServer((_request, response) => void response.end(Buffer.alloc(40_000_000)))
  let nowMs = 0
  const log = { info: () => {}, warn: () => {} }
  const guard = createConnectionGuard({
    limits: defaultLimits,
    isProxy: () => false,
    log,
    nowMs: () => nowMs,
    everyMs: neverMs,
  })
  guard.watch(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // Boundary: it listens on a port.
  const { port } = server.address() as AddressInfo
  const one = await openRaw({ origin: `http://127.0.0.1:${port}` }, 'GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  await once(one.socket, 'data')
  one.socket.pause()
  const pass = (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      nowMs += 1000
      guard.look()
    }
  }
  pass(1800)
  expect(await promisify(server.getConnections.bind(server))()).toBe(1)
  pass(20_000)
  one.socket.resume()
  await one.closed
  guard.stop()
  server.close()
})

describe('connections at rest', () => {
  const asked = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n'
  /** A server with a guard that looks when it is told to, over connections that have each had an answer. */
  const restingAt = async (count: number, limits: ConnectionLimits = defaultLimits) => {
    const server = createServer((_request, response) => void response.end('plain'))
    server.keepAliveTimeout = 0
    let nowMs = 0
    const log = { info: () => {}, warn: () => {} }
    const guard = createConnectionGuard({ limits, isProxy: () => false, log, nowMs: () => nowMs, everyMs: neverMs })
    guard.watch(server)
    await once(server.listen(0, '127.0.0.1'), 'listening')
    // Boundary: it listens on a port.
    const { port } = server.address() as AddressInfo
    const pass = (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) {
        nowMs += 1000
        guard.look()
      }
    }
    const open: RawConnection[] = []
    for (let index = 0; index < count; index += 1) {
      const one = await openRaw({ origin: `http://127.0.0.1:${port}` }, asked)
      await one.answered()
      open.push(one)
      pass(1)
    }
    const stop = () => {
      guard.stop()
      server.closeAllConnections()
      server.close()
    }
    return { open, pass, stop }
  }

  test('go, the oldest first, where their address has more than it may', async () => {
    const { open, pass, stop } = await restingAt(11, { ...defaultLimits, connectionsPerAddress: 10 })
    pass(2)
    await open[0]?.closed
    expect(open.filter((one) => one.isClosed())).toHaveLength(1)
    stop()
  })

  test('stay as long as they like, until a head begins on one that never comes whole', async () => {
    const { open, pass, stop } = await restingAt(2)
    pass(1000)
    expect(open.some((one) => one.isClosed())).toBe(false)
    const heard = new Promise((resolve) => open[1]?.socket.write('GET / HT', resolve))
    await heard
    const closed = open[1]?.closed
    let isClosed = false
    void closed?.then(() => {
      isClosed = true
    })
    while (!isClosed) {
      pass(10)
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(open[0]?.isClosed()).toBe(false)
    stop()
  })
})

test('what is slow is cut, be it a head, a body, a refused body, or nothing at all', async () => {
  // A second of the guard's passes in a twentieth of one.
  const guard = { everyMs: 20, nowMs: () => performance.now() * 20 }
  const server = await startTestServer({ database: 'sqlite', config: { logLevel: 'fatal' }, guard })
  const init = headOf('POST', addressOf(calls.init), 1000, typed(calls.init))
  const slow = [
    await openRaw(server, 'POST /x HTTP/1.1\r\nhost: x\r\n'),
    await openRaw(server, init),
    await openRaw(server, `${init}{"url":`),
    await openRaw(server, `${headOf('POST', addressOf(calls.saveAnswer), 1000, typed(calls.saveAnswer))}{`),
    await openRaw(server),
    // After a request that came whole, a head that doesn't.
    await openRaw(server, `GET ${addressOf(calls.ping)} HTTP/1.1\r\nhost: x\r\n\r\nGET /x HT`),
  ]
  const dribble = setInterval(() => {
    for (const { socket } of slow.slice(0, 2)) if (!socket.destroyed) socket.write('x')
  }, 200)
  await Promise.all(slow.slice(0, 5).map((one) => one.closed))
  clearInterval(dribble)
  slow[5]?.socket.destroy()
  await server.stop()
})
