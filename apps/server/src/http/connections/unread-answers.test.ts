import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dashEventsPath } from '@sitwell/contract'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openRaw, type RawConnection } from '../../testing/raw-connection.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { createConnectionGuard } from './connection-guard.ts'
import { defaultLimits } from './limits.ts'

// databases: sqlite, because it tests connections whose answers nobody reads

/** Longer than any test. */
const neverMs = 2 ** 31 - 1
const answerBytes = 20_000_000

test('answers that nobody reads for five seconds are cut if their address holds more than it may, and one that is read goes on', async () => {
  const limits = { ...defaultLimits, unreadBytesPerAddress: 3.5 * answerBytes }
  let cut = 0
  let nowMs = 0
  const warn = (...told: readonly unknown[]) => {
    // Boundary: what the guard writes into the log.
    const [{ cut: reasons }] = told as [{ cut: Readonly<Record<string, number>> }]
    expect(Object.keys(reasons)).toEqual(['too much unread'])
    cut += reasons['too much unread'] ?? 0
  }
  const guard = createConnectionGuard({
    ...{ limits, isProxy: (address: string) => address.includes('127.0.0.1'), log: { info: () => {}, warn } },
    // No look by itself.
    ...{ everyMs: neverMs, nowMs: () => nowMs },
  })
  let answered = 0
  const server = createServer((_request, response) => {
    answered += 1
    const answer = Buffer.alloc(answerBytes)
    guard.holdsAnswer(response, answer.length)
    response.end(answer)
  })
  guard.watch(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // Boundary: it listens on a port.
  const { port } = server.address() as AddressInfo
  const from = async (address: string) => {
    const one = await openRaw({ origin: `http://127.0.0.1:${port}` })
    if (address !== 'reader') one.socket.pause()
    one.socket.write(`GET / HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${address}\r\n\r\n`)
    return one
  }
  const unread: RawConnection[] = []
  for (let number = 0; number < 6; number += 1) unread.push(await from('10.0.0.1'))
  await vi.waitFor(() => expect(answered).toBe(6))
  const lookAfter = (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      nowMs += 1000
      guard.look()
    }
  }
  lookAfter(5)
  expect(cut).toBe(0)
  lookAfter(1)
  expect(cut).toBe(3)
  const reader = await from('reader')
  let read = 0
  reader.socket.on('data', (data) => {
    read += data.length
  })
  await vi.waitFor(() => expect(read).toBeGreaterThanOrEqual(answerBytes))
  expect(cut).toBe(3)
  for (const { socket } of [...unread, reader]) socket.destroy()
  guard.stop()
  server.closeAllConnections()
  server.close()
})

describe('a server', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ database: 'sqlite', config: { logLevel: 'fatal' }, guard: { everyMs: neverMs } })
  })
  afterAll(() => server.stop())

  test('cuts who asks for forty answers at once and reads none', async () => {
    const one = await openRaw(server)
    one.socket.pause()
    one.socket.write('GET /openapi.json HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(40))
    one.socket.resume()
    await one.closed
    expect((await one.answered()).match(/HTTP\/1\.1 200/g)?.length ?? 0).toBeLessThan(2)
  })

  test('cuts a live connection that sends pings and reads no answer, without a look at all connections', async () => {
    const key = Buffer.alloc(16).toString('base64')
    const one = await openRaw(
      server,
      `GET /${dashEventsPath}/?EIO=4&transport=websocket HTTP/1.1\r\nhost: ${new URL(server.origin).host}\r\norigin: ${server.origin}\r\n` +
        `connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${key}\r\n\r\n`,
    )
    expect(await one.answered()).toMatch(/^HTTP\/1\.1 101 /)
    one.socket.pause()
    const ping = Buffer.concat([Buffer.from([0x89, 0xfd, 0, 0, 0, 0]), Buffer.alloc(125)])
    const pings = Buffer.concat(Array.from({ length: 8000 }, () => ping))
    let sentBytes = 0
    // As soon as the server has taken the last ones: it is slower than this test.
    while (!one.isClosed() && sentBytes < 100 * pings.length) {
      await Promise.race([one.closed, new Promise((resolve) => one.socket.write(pings, resolve))])
      await new Promise((resolve) => setImmediate(resolve))
      sentBytes += pings.length
    }
    expect(sentBytes).toBeLessThan(100 * pings.length)
  })

  test('answers eight requests that come together, as a connection that is kept has them', async () => {
    const one = await openRaw(server, 'GET /openapi.json HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(8))
    let heads = 0
    one.socket.on('data', (data) => {
      heads += data.toString('latin1').match(/HTTP\/1\.1 200/g)?.length ?? 0
    })
    await vi.waitFor(() => expect(heads).toBe(8))
    one.socket.destroy()
  })
})
