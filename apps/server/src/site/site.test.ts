import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { calls, refusalsOf, statusOf } from '@sitwell/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pathOf } from '../http/register.ts'
import { oneDatabase } from '../testing/databases.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { arrange, doCall, refusalIn, saveOf, send, sitExam, tryCall } from '../testing/test-world.ts'

describe('the site', () => {
  let server: TestServer
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sitwell-player-'))
    await mkdir(join(folder, 'assets'))
    const script = 'export const long = "script"\n'.repeat(100)
    await writeFile(join(folder, 'index.html'), '<!doctype html><html lang="en" dir="ltr"><title>The player</title>')
    await writeFile(join(folder, 'index.ar.html'), '<!doctype html><html lang="ar" dir="rtl"><title>The player</title>')
    await writeFile(join(folder, 'assets', 'index-a1b2c3.js'), script)
    await writeFile(join(folder, 'assets', 'index-a1b2c3.js.br'), brotliCompressSync(script))
    await mkdir(join(folder, '.git'))
    await writeFile(join(folder, '.git', 'config'), '[core] of a repository')
    await writeFile(join(folder, '.env'), 'SITWELL_SECRET=of a machine')
    server = await startTestServer({ database: 'sqlite', playerFolder: folder })
  })
  afterAll(async () => {
    await server.stop()
    await rm(folder, { recursive: true })
  })

  // ENT-114 API-119
  test('the start-up configuration names the endpoints where the browser reached the server', async () => {
    const reply = await doCall(server, calls.configuration, {})
    expect(reply).toMatchObject({
      apiEndpointUrl: `${server.origin}/`,
      authenticationUrl: `${server.origin}/security`,
      useResetScheduleCheat: false,
      useInactivityTimer: true,
      pingInterval: 30_000,
    })
  })

  // ENT-114 ENT-115
  test('what the operator adds to the start-up file reaches the player', async () => {
    const playerSettings = {
      supportedBrowsers: [{ name: 'chrome', include: ['>100'], exclude: [] }],
      pdfSupportedBrowsers: [{ name: 'firefox', include: [], exclude: [] }],
      scormServer: 'https://scorm.example',
      produceRandomNetworkErrors: { active: true, frequency: 0.1, errorCode: 444 },
      simulateExtension: { active: true, extendable: 300 },
    }
    const other = await startTestServer({ database: 'sqlite', config: { playerSettings, productName: 'Sit' } })
    expect(await doCall(other, calls.configuration, {})).toMatchObject({ ...playerSettings, productName: 'Sit' })
    await other.stop()
  })

  // ENT-114
  test('a configured public address stands over that of the request', async () => {
    const other = await startTestServer({ database: 'sqlite', config: { publicUrl: 'https://exams.example' } })
    expect(await doCall(other, calls.configuration, {})).toMatchObject({
      apiEndpointUrl: 'https://exams.example/',
      authenticationUrl: 'https://exams.example/security',
    })
    expect((await send(other, '/ping')).headers.get('strict-transport-security')).toMatch(/max-age=\d{7}/)
    await other.stop()
  })

  test('every address that is no call and no file opens the player', async () => {
    for (const path of ['/', '/login?demo', '/exam/e1/intro', '/schedules', '/reset/token', '/no/such/page']) {
      const answer = await send(server, path)
      expect(answer, path).toMatchObject({ status: 200, text: expect.stringContaining('The player') })
      expect(answer.headers.get('cache-control')).toBe('no-cache')
    }
  })

  test('the player’s page starts in the language that was spoken here last, else in the one that the browser prefers', async () => {
    const direction = async (headers: Record<string, string>) =>
      /dir="(\w+)"/.exec((await send(server, '/login?demo', { headers })).text)?.[1]
    expect(await direction({})).toBe('ltr')
    expect(await direction({ 'accept-language': 'ar-EG,en;q=0.5' })).toBe('rtl')
    expect(await direction({ 'accept-language': 'fr,en-GB,ar' })).toBe('ltr')
    expect(await direction({ 'accept-language': 'en', cookie: 'a=b; sitwell-language=ar' })).toBe('rtl')
    expect(await direction({ 'accept-language': 'ar', cookie: 'sitwell-language=en-GB' })).toBe('ltr')
    expect(await direction({ cookie: 'sitwell-language' })).toBe('ltr')
    // Over https the player keeps it under this name; what an address beside this one has put there is of no use.
    expect(await direction({ cookie: 'sitwell-language=en-GB; __Host-sitwell-language=ar' })).toBe('rtl')
    // What an app below its own path keeps is sent there alone, and counts there.
    expect(await direction({ cookie: '__Host-sitwell-language=en-GB; __Secure-sitwell-language=ar' })).toBe('rtl')
  })

  test('nothing of a repository is given out, and no folder says what is in it', async () => {
    const dots = [
      '/.git/config',
      '/.git/',
      '/%2egit/config',
      '/.env',
      '/assets/../.git/config',
      '/assets/..%2f.git%2fconfig',
      '//.env',
    ]
    const folders = ['/assets', '/assets/', '/assets/.', '/resource/', '/files/', '/course/', '/./']
    for (const path of [...dots, ...folders]) {
      const answer = await send(server, path)
      expect([path, answer.text]).toEqual([path, expect.not.stringMatching(/of a repository|of a machine|index-a1b2c3/)])
      expect([path, answer.status === 404 || answer.text.includes('The player')]).toEqual([path, true])
    }
  })

  test('a launch address with a whole session in it opens the player; one that is far too long says what to do', async () => {
    expect(await send(server, `/login?x=${'a'.repeat(100_000)}`)).toMatchObject({ status: 200 })
    const answer = await send(server, `/login?x=${'a'.repeat(1_000_000)}`)
    expect(answer).toMatchObject({ status: 431, text: expect.stringContaining('login address') })
    expect(answer.text).toMatch(/\p{Script=Arabic}/u)
    expect(await send(server, '/login?demo')).toMatchObject({ status: 200 })
  })

  test('an address that can not be read opens the player too; of a call it is refused in the one shape', async () => {
    for (const path of ['/login/%E0%A4', '/reset/%', '/%ff?demo'])
      expect(await send(server, path), path).toMatchObject({ status: 200, text: expect.stringContaining('The player') })
    for (const path of ['/security/password/checktoken/%E0%A4', `/security/password/checktoken/${'x'.repeat(600)}`])
      expect(refusalIn(await send(server, path)), path).toMatchObject({ status: 400, code: 'INVALID_REQUEST' })
    const { headers } = await send(server, '/security/password/checktoken/%E0%A4')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('a page may frame the admin site of its organisation alone, and only where administrators are sent to one', async () => {
    const organisation = (orgId: number, urlToken: string, legacySingleSignon: boolean) => ({
      file: {
        organisation: {
          orgId,
          name: urlToken,
          urlToken,
          legacySingleSignon,
          adminUrl: `https://${urlToken}.admin.example/x?y`,
        },
        people: [],
        schedules: [],
      },
    })
    await arrange(server, { orgId: 1, ...organisation(1, 'red', true) })
    await arrange(server, { orgId: 2, ...organisation(2, 'blue', false) })
    const frames = async (path: string) =>
      /frame-src ([^;]*)/.exec((await send(server, path)).headers.get('content-security-policy') ?? '')?.[1]
    // Courses are shown in frames too.
    const { scormServer } = await doCall(server, calls.configuration, {})
    expect(await frames('/login?red')).toBe(`'self' https://red.admin.example ${scormServer}`)
    expect(await frames('/login?blue')).toBe(`'self' ${scormServer}`)
    expect(await frames('/schedules')).toBe(`'self' https://red.admin.example ${scormServer}`)
  })

  test('a built file is kept by browsers for good, and comes compressed as it was built', async () => {
    const answer = await send(server, '/assets/index-a1b2c3.js', { headers: { 'accept-encoding': 'br' } })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toMatch(/max-age=31536000, immutable/)
    expect(answer.headers.get('content-encoding')).toBe('br')
    expect(refusalIn(await send(server, '/assets/index-000000.js'))).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  })

  test('a browser that asks whether its page is still the newest gets the one of the build that is installed, though the old one was as long and is as old', async () => {
    const built = join(folder, 'as-long')
    await mkdir(built)
    const install = async (build: string) => {
      for (const name of ['index.html', 'service-worker.js', 'host.html']) {
        await writeFile(join(built, name), `<!doctype html><title>${build}</title>`)
        await utimes(join(built, name), 499_162_500, 499_162_500)
      }
    }
    await install('a1b2c3')
    const server = await startTestServer({ database: 'sqlite', playerFolder: built, hostFolder: built })
    const { scormServer } = await doCall(server, calls.configuration, {})
    const addresses = [
      ...['/', '/login', '/service-worker.js'].map((path) => `${server.origin}${path}`),
      new URL('/host.html', scormServer).href,
    ]
    const before = await Promise.all(addresses.map((address) => fetch(address)))
    await install('d4e5f6')
    for (const [index, address] of addresses.entries()) {
      const had = before[index]?.headers
      const answer = await fetch(address, {
        headers: {
          'if-none-match': had?.get('etag') ?? '"none"',
          'if-modified-since': had?.get('last-modified') ?? 'Sat, 26 Oct 1985 08:15:00 GMT',
          // Without it Node's own `fetch` would ask for the whole.
          'cache-control': 'max-age=0',
        },
      })
      expect([address, answer.status, await answer.text()]).toEqual([address, 200, expect.stringContaining('d4e5f6')])
    }
    await server.stop()
  })

  test('no file beside the player is reached', async () => {
    for (const path of ['/../../package.json', '/%2e%2e/%2e%2e/package.json', '/assets/..%2f..%2f..%2fetc%2fpasswd'])
      expect((await send(server, path)).text).not.toMatch(/"version"|root:/)
  })

  test('the page may load scripts from this origin alone, besides those of legacy controls, and be framed by no other', async () => {
    const { headers } = await send(server, '/login?demo')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/default-src 'self'/)
    expect(policy).toMatch(/script-src 'self'( 'sha256-[\w+/]{43}=')*(;|$)/)
    expect(/script-src[^;]*/.exec(policy)?.[0]).not.toMatch(/unsafe|data:|\*/)
    expect(policy).toMatch(/base-uri 'none'/)
    expect(policy).toMatch(/form-action 'self'/)
    expect(policy).toMatch(/object-src 'none'/)
    expect(policy).toMatch(/frame-ancestors 'self'/)
    expect(policy).toMatch(/img-src 'self' data: blob:/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('same-origin')
    expect(headers.get('x-powered-by')).toBeNull()
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('strict-transport-security')).toBeNull()
  })

  test('data that a call answers loads nothing, is framed by nobody and read by no other origin', async () => {
    for (const path of ['/config.json', '/assessment/api/assessment/time']) {
      const { headers } = await send(server, path)
      expect(headers.get('content-security-policy'), path).toBe("default-src 'none'; frame-ancestors 'none'")
      expect(headers.get('x-content-type-options'), path).toBe('nosniff')
      expect(headers.get('cross-origin-resource-policy'), path).toBe('same-origin')
    }
  })

  test('replies of calls are kept by no cache', async () => {
    for (const path of ['/config.json', '/ping', '/assessment/api/assessment/time'])
      expect((await send(server, path)).headers.get('cache-control'), path).toBe('no-store')
  })

  test('the description at /openapi.json is made from the contract: every call, its parameters and its refusals', async () => {
    const description = JSON.parse((await send(server, '/openapi.json')).text)
    expect(description.openapi).toMatch(/^3\.1/)
    for (const call of Object.values(calls)) {
      const path = pathOf(call)
        .replace(/:(\w+)/g, '{$1}')
        .replace('*', '{path}')
      const operation = description.paths[path]?.[call.method.toLowerCase()]
      expect(operation?.operationId, path).toBe(call.name)
      const statuses = ['200', ...refusalsOf(call).map((code) => String(statusOf[code]))]
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(statuses))
    }
    const save = description.paths[`/${calls.saveAnswer.path}`].post
    expect(save.requestBody.content['application/json'].schema.required).toContain('formRunGuid')
  })
})

describe.each(oneDatabase)('a ping on %s', (database) => {
  // API-115 API-326
  test('is answered while answers can be saved', async () => {
    const server = await startTestServer({ database, config: { logLevel: 'silent' } })
    expect((await send(server, '/ping')).text).toBe('{"status":"ok"}')
    await server.stop()
  })
})

test('once its file is gone, no answer is called saved and no ping is answered', async () => {
  const server = await startTestServer({ database: 'sqlite', config: { logLevel: 'silent' } })
  const world = await arrange(server, { orgId: 7990 })
  const { token, formRunGuid } = await sitExam(server, world)
  const save = (sequence: number) =>
    tryCall(
      server,
      calls.saveAnswer,
      { body: saveOf(world, formRunGuid, { sequence, answerText: 'x', options: [], questionVersionId: `${world.prefix}-q3` }) },
      token,
    )
  expect((await save(1)).status).toBe(200)
  if (server.config.database.dialect !== 'sqlite') throw new Error('The server runs on SQLite.')
  await rm(server.config.database.path)
  const refused = expect.objectContaining({ status: 503, code: 'CANNOT_SAVE' })
  expect([refusalIn(await save(2)), refusalIn(await tryCall(server, calls.ping, {}))]).toEqual([refused, refused])
  await server.stop()
})

test('a ping tells of a disk that has little room left', async () => {
  const server = await startTestServer({ database: 'sqlite', config: { lowRoomBytes: Number.MAX_SAFE_INTEGER } })
  const { status, room } = await doCall(server, calls.ping, {})
  expect([status, typeof room?.freeMegabytes]).toEqual(['ok', 'number'])
  await server.stop()
})

// API-115
test('a ping is refused while no answer can be saved', async () => {
  const server = await startTestServer({ database: 'sqlite', config: { logLevel: 'silent' } })
  await sql.raw('pragma query_only = on').execute(server.db.kysely)
  const answer = await tryCall(server, calls.ping, {})
  expect(refusalIn(answer)).toMatchObject({ status: 503, code: 'CANNOT_SAVE' })
  await server.stop()
})
