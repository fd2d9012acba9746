import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { arrange, send } from '../testing/test-world.ts'
import { isLoginPage } from './served-login.ts'

// databases: sqlite, because it tests a page that is the same over any database

const pageOf = (lang: string) =>
  `<!doctype html><html lang="${lang}"><title>The player</title><!-- start --><div id="root"><p>Starts</p></div><!-- end --></html>`
const drawn = [true, false].flatMap((hasLogo) =>
  [true, false].map((canForget) => ({
    hasLogo,
    canForget,
    html: `${hasLogo ? '<i class="logo"></i>' : ''}<h1>[[signIn.title]]</h1><p>[[signIn.info]]</p><b>[[boot.slow]]</b>${canForget ? '<a href="[[forgotAddress]]">[[signIn.forgotten]]</a>' : ''}`,
  })),
)
let server: TestServer
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitwell-player-'))
  await writeFile(join(folder, 'index.html'), pageOf('en-GB'))
  for (const tag of ['de', 'ar', 'cy']) await writeFile(join(folder, `index.${tag}.html`), pageOf(tag))
  await writeFile(join(folder, 'served-login.json'), JSON.stringify(drawn))
  server = await startTestServer({ database: 'sqlite', playerFolder: folder })
  await arrange(server, { orgId: 1 })
  const organisation = {
    orgId: 2,
    name: 'A & <b>"B"</b> $&',
    urlToken: 'o2',
    logo: 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAAP',
  }
  const messages = [
    { id: 'signIn.info', languageId: 3, text: '</p><script>alert(1)</script> $1 {name} [[boot.slow]]' },
    { id: 'signIn.info', languageId: 1, text: 'Not in German' },
  ]
  const file = { organisation: { ...organisation, languageId: 3, languages: [3, 4], enableForgottenPassword: true }, messages }
  await arrange(server, { orgId: 2, file })
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

const open = async (path: string, headers: Record<string, string> = {}) => {
  const { text, status, headers: answered } = await send(server, path, { headers: { accept: 'text/html,*/*', ...headers } })
  return { text, status, answered }
}

test('an organisation’s login page stands in the page that is sent, in front of the player’s place', async () => {
  const { text, answered } = await open('/login?o1')
  expect(text).toContain('<title>Log in · Organisation 1</title>')
  expect(text).toContain('<div id="served"><h1>Log in</h1>')
  expect(text).toContain('<div id="root"></div>')
  expect(text).not.toMatch(/Starts|\[\[|class="logo"|<a /)
  expect(answered.get('content-type')).toBe('text/html; charset=utf-8')
  expect(answered.get('cache-control')).toBe('no-cache')
  expect(answered.get('content-security-policy')).toContain("script-src 'self'")
})

test('it has what the organisation has: a logo’s place, a way to a new password, its language and its own words, as text', async () => {
  const { text } = await open('/clients/o2')
  expect(text).toContain('<html lang="de">')
  expect(text).toContain('<title>Anmelden · A &amp; &lt;b&gt;&quot;B&quot;&lt;/b&gt; $&amp;</title>')
  expect(text).toContain('<i class="logo"></i>')
  expect(text).toContain('<p>&lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt; $1 {name} [[boot.slow]]</p>')
  expect(text).toContain('<a href="/forgot?o2">Passwort vergessen?</a>')
})

test('it speaks what was spoken here last where that is one to choose from, else what the organisation does', async () => {
  const lang = async (path: string, headers: Record<string, string>) =>
    /lang="([\w-]+)"/.exec((await open(path, headers)).text)?.[1]
  expect(await lang('/login?o2', { cookie: 'sitwell-language=cy' })).toBe('cy')
  expect(await lang('/login?o2', { cookie: 'sitwell-language=ar' })).toBe('de')
  expect(await lang('/login?o2', { 'accept-language': 'cy' })).toBe('de')
  expect(await lang('/login?o1', { 'accept-language': 'cy' })).toBe('cy')
  expect(await lang('/login?o1', { 'accept-language': 'cy', cookie: 'sitwell-language=ar' })).toBe('cy')
})

test('no other page has it, and none that a service worker asks for to keep', async () => {
  const others = [
    '/',
    '/login',
    '/login?nobody',
    '/rubric?o1',
    '/login/token?o1',
    '/user/token?o1',
    '/forgot?o1',
    '/login?o1&x=%7B%7D',
  ]
  for (const path of others) expect([path, (await open(path)).text]).toEqual([path, expect.stringContaining('Starts')])
  expect((await open('/login?o1', { accept: '*/*' })).text).toContain('Starts')
})

test('addresses of a login page are those at which people sign in and nothing else', () => {
  const is = (path: string) => isLoginPage(`https://exams.example${path}`)
  expect(['/', '/login?o', '/login/?o', '/clients/o', '/clients/o/'].map(is)).toEqual([true, true, true, true, true])
  expect(['/login/t', '/loginx', '/clients/o/p', '/exam/e', '/login?x=1'].map(is)).toEqual([false, false, false, false, false])
})
