import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { arrange } from '../testing/test-world.ts'
import { createOwnOrigins } from './own-origins.ts'

// databases: sqlite, because it tests which origins a connection may come from

describe('the origin of a live connection', () => {
  let server: TestServer
  let nowMs = 0
  const warnings: unknown[] = []
  beforeAll(async () => {
    server = await startTestServer({ database: 'sqlite' })
    await arrange(server, { file: { organisation: { orgId: 1, name: 'North', urlToken: 'north', hosts: ['north.example'] } } })
  })
  afterAll(() => server.stop())

  const requestWith = (headers: Record<string, string>) => Object.assign(new IncomingMessage(new Socket()), { headers })
  const judging = (publicUrl?: string, isProxy = () => false) =>
    createOwnOrigins({
      config: { publicUrl, isProxy },
      database: server.db,
      clock: { nowMs: () => nowMs },
      log: { warn: (...words: unknown[]) => void warnings.push(words) },
    })
  const ownOf = async (own: ReturnType<typeof judging>, headers: readonly Record<string, string>[]) => {
    const verdicts: boolean[] = []
    for (const one of headers) verdicts.push(await own.isOwn(requestWith(one)))
    return verdicts
  }
  const all = (more: Record<string, string>, ...origins: string[]) => origins.map((origin) => ({ ...more, origin }))

  test('is one of the configured addresses: the server’s own, and an organisation’s, whatever name was asked for', async () => {
    const own = judging('https://exams.example:443/')
    const host = { host: 'evil.example' }
    expect(await ownOf(own, all(host, 'https://exams.example', 'https://north.example'))).toEqual([true, true])
    const foreign = ['https://evil.example', 'http://exams.example', 'https://exams.example:8443', 'https://north.example.evil']
    expect(await ownOf(own, all(host, ...foreign, 'null', 'file://', 'nonsense'))).toEqual(Array(7).fill(false))
    expect(await own.isOwn(requestWith(host))).toBe(true)
  })

  test('is the name that was asked for where none is configured, also before a proxy that ends TLS', async () => {
    const own = judging()
    const asked = { host: '10.0.0.5:8080' }
    expect(await ownOf(own, all(asked, 'http://10.0.0.5:8080', 'https://10.0.0.5:8080'))).toEqual([true, true])
    expect(await ownOf(own, all(asked, 'http://10.0.0.5', 'http://10.0.0.5:8081', 'https://evil.example'))).toEqual([
      ...[false, false, false],
    ])
    expect(await own.isOwn(requestWith({ host: 'exams.example:443', origin: 'https://exams.example' }))).toBe(true)
  })

  test('believes the name that a proxy passes on where the proxy is a trusted one, and nobody else', async () => {
    const passed = { host: 'inside:8080', 'x-forwarded-host': 'made.up, exams.example', origin: 'https://exams.example' }
    expect(await judging(undefined, () => true).isOwn(requestWith(passed))).toBe(true)
    expect(await judging().isOwn(requestWith(passed))).toBe(false)
    const madeUp = { ...passed, origin: 'https://made.up' }
    expect(await judging(undefined, () => true).isOwn(requestWith(madeUp))).toBe(false)
  })

  test('knows a host that an organisation is given later, and is told in the log once where it is foreign', async () => {
    const own = judging('https://exams.example')
    const later = () => own.isOwn(requestWith({ origin: 'https://later.example' }))
    warnings.length = 0
    expect([await later(), await later()]).toEqual([false, false])
    expect(warnings).toEqual([[{ event: 'live-origin-refused', origin: 'https://later.example' }, expect.any(String)]])
    await arrange(server, {
      orgId: 2,
      file: { organisation: { orgId: 2, name: 'South', urlToken: 's', hosts: ['later.example'] } },
    })
    nowMs += 10_000
    expect(await later()).toBe(true)
  })
})
