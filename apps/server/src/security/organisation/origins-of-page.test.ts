import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKeys } from '../../keys.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { arrange, send } from '../../testing/test-world.ts'
import { makePass } from './monitor-pass.ts'

// databases: sqlite, because it tests headers of pages

const { clock, pass } = createTestClock()
const extension = {
  address: 'https://x.example/l',
  key: 'k',
  secret: 's',
  origin: 'https://frame.example',
  options: [],
  debug: false,
}
const monitor = { address: 'https://monitor.example', apiKey: 'a2V5' }
let server: TestServer
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitwell-player-'))
  await writeFile(join(folder, 'index.html'), '<!doctype html><html lang="en"></html>')
  const proctoring = new Map([[1, { proctorio: extension, integrityAdvocate: monitor }]])
  server = await startTestServer({ database: 'sqlite', clock, playerFolder: folder, config: { proctoring } })
  for (const orgId of [1, 2]) await arrange(server, { orgId })
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

const headersOf = async (path: string) => {
  const { headers } = await send(server, path)
  const policy = headers.get('content-security-policy') ?? ''
  const of = (name: string) => new RegExp(`(?:^|;)${name} ([^;]*)`).exec(policy)?.[1] ?? ''
  return { policy, of, frameOptions: headers.get('x-frame-options') }
}
const passFor = (orgId: number, nowMs = clock.nowMs()) => makePass(createKeys(server.config.tokenSecret), orgId, nowMs)

test('a page may stand in the frame of its own organisation’s provider, and of no other', async () => {
  const entry = await headersOf('/proctorio/o1/YQ==/Yg==/exam')
  expect(entry.of('frame-ancestors')).toBe("'self' https://frame.example")
  expect(entry.frameOptions).toBeNull()
  for (const path of ['/proctorio/o2/YQ==/Yg==/exam', '/login?o2', '/clients/o2']) {
    const other = await headersOf(path)
    expect(other.of('frame-ancestors'), path).toBe("'self'")
    expect(other.frameOptions, path).toBe('SAMEORIGIN')
  }
})

test('the integrity monitor’s script runs where a page was opened with a pass, of that organisation, and while it holds', async () => {
  const names = ['script-src', 'connect-src', 'img-src', 'media-src', 'style-src', 'frame-src']
  const open = passFor(1)
  const allowed = await headersOf(`/exam/e?monitor=${open}`)
  for (const name of names) expect(allowed.of(name).split(' '), name).toContain('https://monitor.example')
  expect(allowed.of('script-src')).not.toMatch(/unsafe|https: |\*/)
  for (const path of [
    '/exam/e',
    '/exam/e?monitor=',
    '/exam/e?monitor=x',
    `/exam/e?monitor=${passFor(2)}`,
    `/login?o1&monitors=${open}`,
  ])
    expect((await headersOf(path)).policy, path).not.toContain('monitor.example')
  pass(6 * 60_000)
  expect((await headersOf(`/exam/e?monitor=${open}`)).policy).not.toContain('monitor.example')
})
