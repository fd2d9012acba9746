import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { arrange, refusalIn, send } from '../testing/test-world.ts'

// databases: sqlite, because it tests files and pages that are the same over any database

let server: TestServer
let root: string

const script = 'export const long = "script"\n'.repeat(100)

/** Writes a build whose page, script and login page name the app. */
const build = async (name: string) => {
  const folder = join(root, name)
  await mkdir(join(folder, 'assets'), { recursive: true })
  for (const [file, lang] of [
    ['index.html', 'en-GB'],
    ['index.de.html', 'de'],
  ] as const)
    await writeFile(
      join(folder, file),
      `<!doctype html><html lang="${lang}"><title>${name}</title><!-- start --><!-- end --></html>`,
    )
  await writeFile(join(folder, 'assets', 'index-a1b2c3.js'), `${script}// ${name}`)
  await writeFile(join(folder, 'assets', 'index-a1b2c3.js.br'), brotliCompressSync(`${script}// ${name}`))
  await writeFile(join(folder, 'service-worker.js'), `// ${name}`)
  const html = `<h1>[[signIn.title]] to ${name}</h1><a href="[[forgotAddress]]">[[signIn.forgotten]]</a>`
  const drawn = [true, false].flatMap((hasLogo) => [true, false].map((canForget) => ({ hasLogo, canForget, html })))
  await writeFile(join(folder, 'served-login.json'), JSON.stringify(drawn))
  return folder
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'sitwell-apps-'))
  const [playerFolder, officeFolder] = [await build('player'), await build('office')]
  server = await startTestServer({ database: 'sqlite', playerFolder, officeFolder })
  const organisation = { orgId: 1, name: 'One', urlToken: 'o1', legacySingleSignon: true, adminUrl: 'https://admin.example/' }
  await arrange(server, { orgId: 1, file: { organisation, people: [], schedules: [] } })
})
afterAll(async () => {
  await server.stop()
  await rm(root, { recursive: true })
})

const titleAt = async (path: string, headers: Record<string, string> = {}) =>
  /<title>(\w+)/.exec((await send(server, path, { headers })).text)?.[1]

test('each address opens the page of its app, in the language of its visitor', async () => {
  for (const path of ['/', '/exam/e1', '/login?o1', '/office-hours', '/not-found'])
    expect([path, await titleAt(path)]).toEqual([path, 'player'])
  for (const path of ['/office', '/office/', '/office?o1', '/office/people/7', '/office/security', '/office/no/such/page'])
    expect([path, await titleAt(path)]).toEqual([path, 'office'])
  const german = await send(server, '/office/people', { headers: { 'accept-language': 'de' } })
  expect([german.text, german.headers.get('vary')]).toEqual([
    expect.stringContaining('lang="de"'),
    expect.stringContaining('accept-language'),
  ])
})

test('each app has its own files, which browsers keep for good and which come compressed as they were built', async () => {
  for (const [path, name] of [
    ['/assets/index-a1b2c3.js', 'player'],
    ['/office/assets/index-a1b2c3.js', 'office'],
  ] as const) {
    const answer = await send(server, path, { headers: { 'accept-encoding': 'br' } })
    expect(answer.text).toContain(`// ${name}`)
    expect(answer.headers.get('content-encoding')).toBe('br')
    expect(answer.headers.get('cache-control')).toMatch(/max-age=31536000, immutable/)
  }
})

test('the service worker of each app is asked for each time, and may control the path of its app and no more', async () => {
  for (const [path, name, allowed] of [
    ['/service-worker.js', 'player', '/'],
    ['/office/service-worker.js', 'office', '/office'],
  ] as const) {
    const { text, headers } = await send(server, path)
    expect([text, headers.get('cache-control')]).toEqual([`// ${name}`, 'no-cache'])
    expect(headers.get('service-worker-allowed')).toBe(allowed)
  }
})

test('the page of each app is asked for each time and sent whole, and browsers take it under the same headers', async () => {
  const [player, office] = [await send(server, '/exam/e1'), await send(server, '/office/people')]
  expect([office.headers.get('cache-control'), office.headers.get('etag')]).toEqual(['no-cache', null])
  for (const name of ['x-content-type-options', 'x-frame-options', 'referrer-policy', 'cross-origin-opener-policy'])
    expect([name, office.headers.get(name)]).toEqual([name, player.headers.get(name)])
})

test('only the player has to do with other sites: the policy of another app names none', async () => {
  const policyAt = async (path: string) => (await send(server, path)).headers.get('content-security-policy') ?? ''
  expect(await policyAt('/schedules')).toContain('https://admin.example')
  for (const path of ['/office', '/office/login?o1', '/office/people']) {
    const policy = await policyAt(path)
    expect([path, policy]).toEqual([path, expect.stringMatching(/default-src 'self';.*frame-src 'self'(;|$)/)])
    expect([path, policy]).toEqual([path, expect.not.stringMatching(/https?:/)])
  }
})

test('a preview shows frames of the courses’ origin, for code of questions, and has to do with no other site', async () => {
  const policy = (await send(server, '/preview/')).headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/frame-src 'self' https?:\/\/[\w.]+:\d+(;|$)/)
  expect(policy).toMatch(/frame-ancestors 'self'(;|$)/)
  expect(policy).not.toContain('admin.example')
  expect((await send(server, '/preview/')).headers.get('x-frame-options')).toBe('SAMEORIGIN')
})

test('a file or call that an app has not is refused, and is no page of it or of another app', async () => {
  for (const path of ['/office/assets/index-000000.js', '/office/api/nothing', '/office/api/', '/assets/index-000000.js'])
    expect([path, refusalIn(await send(server, path))]).toEqual([
      path,
      expect.objectContaining({ status: 404, code: 'NOT_FOUND' }),
    ])
  for (const path of [
    '/office/../../server/package.json',
    '/office/%2e%2e/%2e%2e/package.json',
    '/office/assets/..%2f..%2f..%2fpackage.json',
  ])
    expect((await send(server, path)).text).not.toMatch(/"version"/)
})

test('each app has its own login page, whose way to a new password stays in the app', async () => {
  const open = async (path: string) => (await send(server, path, { headers: { accept: 'text/html' } })).text
  expect(await open('/login?o1')).toMatch(/Log in to player<\/h1><a href="\/forgot\?o1"/)
  expect(await open('/office/login?o1')).toMatch(/Log in to office<\/h1><a href="\/office\/forgot\?o1"/)
  expect(await open('/office/people')).not.toContain('Log in')
})

test('an address that can not be read opens a page of its app', async () => {
  expect(await titleAt('/exam/%E0%A4')).toBe('player')
  expect(await titleAt('/office/people/%E0%A4')).toBe('office')
  expect(refusalIn(await send(server, '/office/api/%E0%A4'))).toMatchObject({ status: 400, code: 'INVALID_REQUEST' })
})

test('an app that is not built has nothing at its path or below, and the others are served', async () => {
  const other = await startTestServer({ database: 'sqlite', officeFolder: join(root, 'nowhere') })
  for (const path of [
    '/office',
    '/office/',
    '/office/people',
    '/office?o1',
    '/office/assets/index-a1b2c3.js',
    '/office/%E0%A4',
  ])
    expect([path, refusalIn(await send(other, path))]).toEqual([
      path,
      expect.objectContaining({ status: 404, code: 'NOT_FOUND' }),
    ])
  expect((await send(other, '/exam/e1')).status).toBe(200)
  await other.stop()
})
