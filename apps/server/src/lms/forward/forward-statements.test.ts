import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { calls } from '@sitwell/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bothDatabases } from '../../testing/databases.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { auOf, cmi5Zip, startAu, structureOf } from '../../testing/test-cmi5.ts'
import { coursesOf, giveCourseFrom } from '../../testing/test-course.ts'
import { arrange, doCall, signIn, type World } from '../../testing/test-world.ts'
import { createForwarding } from './forward-statements.ts'

interface Asked {
  readonly headers: IncomingMessage['headers']
  readonly path: string | undefined
  readonly body: string
}

/** A store that stands in for the operator's: it answers as it is told. */
const startStore = async () => {
  const asked: Asked[] = []
  const state = { answer: (_: Asked): { status: number; headers?: Record<string, string> } => ({ status: 200 }) }
  const hear = async (request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = []
    for await (const piece of request) parts.push(piece as Buffer)
    const one = { headers: request.headers, path: request.url, body: Buffer.concat(parts).toString() }
    asked.push(one)
    const { status, headers } = state.answer(one)
    response.writeHead(status, headers).end('[]')
  }
  const server: Server = createServer((request, response) => void hear(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  return { asked, state, origin, stop: () => new Promise((resolve) => server.close(resolve)) }
}

const idsIn = ({ body }: Asked) => [...body.matchAll(/"id":"([\da-f-]{36})"/g)].map(([, id]) => id)

describe.each(bothDatabases)('statements that are handed on, on %s', (database) => {
  let server: TestServer
  let store: Awaited<ReturnType<typeof startStore>>
  let isLaunched = false
  let world: World
  let au: Awaited<ReturnType<typeof startAu>>
  const at = { nowMs: Date.parse('2026-11-23T10:00:00Z') }
  const lines: string[] = []
  const log = {
    error: (...given: unknown[]) => void lines.push(JSON.stringify(given)),
    warn: (...given: unknown[]) => void lines.push(JSON.stringify(given)),
  }

  beforeAll(async () => {
    server = await startTestServer({ database, clock: { nowMs: () => at.nowMs } })
    store = await startStore()
  })
  /** The packages of tests go with them. */
  const launchOnce = async () => {
    if (isLaunched) return
    isLaunched = true
    world = await arrange(server, { orgId: 1, everyone: true })
    await giveCourseFrom(server, 1, await cmi5Zip(structureOf(auOf('one', 'moveOn="Passed"'))), ['learner'])
    const { access_token: token, UserGUID } = await signIn(server, world, 'learner')
    const [course] = await coursesOf(server, UserGUID, token)
    const params = { attemptId: course?.ScoAttempts[0]?.attemptId ?? 0 }
    au = await startAu((await doCall(server, calls.cmi5Launch, { params, body: {} }, token)).launch.address)
    await au.say('initialized', at.nowMs)
    await forwarding().round()
  }
  beforeEach(async () => {
    await launchOnce()
    store.asked.length = 0
    lines.length = 0
    store.state.answer = () => ({ status: 200 })
    at.nowMs += 60_000
  })
  afterAll(async () => {
    await server.stop()
    await store.stop()
  })

  /** As each server makes one when it starts. */
  const forwarding = (url = `${store.origin}/xapi/statements`) =>
    createForwarding({
      database: server.db,
      clock: server.clock,
      config: { statementsTo: { url, authorization: 'Basic dXNlcjpwYXNz' } },
      log,
    })
  const say = async (count: number) => {
    const all = Array.from({ length: count }, () => au.statementOf('experienced', at.nowMs))
    await au.ask('POST', 'statements', { body: all })
    return all.map(({ id }) => id)
  }

  test('they come in their order, each once, with the header that the store knows this server by', async () => {
    const ids = await say(120)
    await forwarding().round()
    expect(store.asked.flatMap((one) => idsIn(one).filter((id) => ids.some((one) => one === id)))).toEqual(ids)
    expect(store.asked[0]).toMatchObject({
      path: '/xapi/statements',
      headers: { authorization: 'Basic dXNlcjpwYXNz', 'x-experience-api-version': '1.0.3', 'content-type': 'application/json' },
    })
    store.asked.length = 0
    await forwarding().round()
    expect(store.asked).toEqual([])
  })

  test('a store that is away is tried again, later each time, also by a server that was started anew, and gets everything', async () => {
    const first = await say(1)
    store.state.answer = () => ({ status: 503 })
    const one = forwarding()
    await one.round()
    expect(one.failingSinceMs()).toBe(at.nowMs)
    expect(lines.join()).toContain('"event":"statements-wait"')
    const second = await say(1)
    const tries: number[] = []
    for (let step = 0; step < 60; step += 1) {
      at.nowMs += 2000
      const before = store.asked.length
      await forwarding().round()
      if (store.asked.length > before) tries.push(step * 2)
    }
    const gaps = tries.slice(1).map((seconds, place) => seconds - (tries[place] ?? 0))
    expect(gaps.length).toBeGreaterThan(1)
    expect(gaps).toEqual([...gaps].sort((a, b) => a - b))
    store.state.answer = () => ({ status: 200 })
    store.asked.length = 0
    at.nowMs += 900_000
    const again = forwarding()
    await again.round()
    expect(store.asked.flatMap(idsIn)).toEqual(expect.arrayContaining([...first, ...second]))
    expect(again.failingSinceMs()).toBeUndefined()
  })

  test('one that the store refuses for good is set aside with its reason, and those behind it go', async () => {
    const ids = await say(3)
    const bad = ids[1] ?? ''
    store.state.answer = ({ body }) => ({ status: body.includes(bad) ? 400 : 200 })
    const one = forwarding()
    await one.round()
    expect(one.failingSinceMs()).toBeUndefined()
    const rows = await server.db.kysely.selectFrom('xapi_set_aside').selectAll().execute()
    expect(rows).toMatchObject([{ org_id: 1, reason: expect.stringContaining('400') as string }])
    expect(lines.join()).toContain('"event":"statement-refused"')
    const taken = store.asked.filter(({ body }) => !body.includes(bad)).flatMap(idsIn)
    expect(taken).toEqual(expect.arrayContaining([ids[0], ids[2]]))
  })

  test('a refusal of who asks sets nothing aside', async () => {
    const ids = await say(1)
    for (const status of [401, 403, 404, 429, 500]) {
      store.state.answer = () => ({ status })
      await forwarding().round()
      at.nowMs += 3_600_000
    }
    store.state.answer = () => ({ status: 200 })
    store.asked.length = 0
    await forwarding().round()
    expect(store.asked.flatMap(idsIn)).toEqual(expect.arrayContaining(ids))
  })

  test('nothing follows the store elsewhere', async () => {
    const elsewhere = await startStore()
    await say(1)
    store.state.answer = () => ({ status: 307, headers: { location: `${elsewhere.origin}/statements` } })
    await forwarding().round()
    expect(elsewhere.asked).toEqual([])
    await elsewhere.stop()
    at.nowMs += 3_600_000
    store.state.answer = () => ({ status: 200 })
    await forwarding().round()
  })

  test('attachments go with their statements', async () => {
    const sha2 = createHash('sha256').update('rope').digest('hex')
    const statement = au.statementOf('experienced', at.nowMs, {
      attachments: [{ usageType: 'https://x.example/u', display: {}, contentType: 'text/plain', length: 4, sha2 }],
    })
    const body = `--b\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(statement)}\r\n--b\r\nContent-Type: text/plain\r\nContent-Transfer-Encoding: binary\r\nX-Experience-API-Hash: ${sha2}\r\n\r\nrope\r\n--b--\r\n`
    const headers = { 'content-type': 'multipart/mixed; boundary=b' }
    expect((await au.ask('POST', 'statements', { body, headers })).status).toBe(200)
    await forwarding().round()
    const last = store.asked.at(-1)
    expect(last?.headers['content-type']).toMatch(/^multipart\/mixed; boundary=/)
    expect(last?.body).toContain(`X-Experience-API-Hash: ${sha2}\r\n\r\nrope\r\n--`)
  })

  test('two servers at once hand on nothing twice', async () => {
    const ids = await say(10)
    await Promise.all([forwarding().round(), forwarding().round()])
    expect(store.asked.flatMap(idsIn).filter((id) => ids.some((one) => one === id))).toEqual(ids)
  })

  test('a launch whose token has run out is abandoned, and the store hears of that too', async () => {
    const { endSilentSessions } = await import('../cmi5/silent-sessions.ts')
    await endSilentSessions({ database: server.db, clock: server.clock })
    expect(await verbs()).not.toContain('abandoned')
    at.nowMs += 25 * 3_600_000
    await endSilentSessions({ database: server.db, clock: server.clock })
    await endSilentSessions({ database: server.db, clock: server.clock })
    expect((await verbs()).filter((verb) => verb === 'abandoned')).toHaveLength(1)
    await forwarding().round()
    expect(store.asked.map(({ body }) => body).join()).toContain('https://w3id.org/xapi/adl/verbs/abandoned')
  })

  test('a server hands on by itself, and its sign of life says while it can not', async () => {
    const config = { statementsTo: { url: `${store.origin}/statements`, authorization: undefined } }
    store.state.answer = () => ({ status: 503 })
    const own = await startTestServer({ database, beatMs: 50, config })
    const statements = async () => (await doCall(own, calls.ping, {})).statements
    try {
      await arrange(own, { orgId: 1, everyone: true })
      await giveCourseFrom(own, 1, await cmi5Zip(structureOf(auOf('one'))), ['learner'])
      expect(await statements()).toBeUndefined()
      const { access_token: token, UserGUID } = await signIn(own, world, 'learner')
      const [course] = await coursesOf(own, UserGUID, token)
      const params = { attemptId: course?.ScoAttempts[0]?.attemptId ?? 0 }
      await doCall(own, calls.cmi5Launch, { params, body: {} }, token)
      await expect.poll(statements, { timeout: 60_000 }).toEqual({ failingSeconds: expect.any(Number) as number })
      store.state.answer = () => ({ status: 200 })
      await expect.poll(statements, { timeout: 60_000 }).toBeUndefined()
      expect(store.asked.at(-1)?.body).toContain('http://adlnet.gov/expapi/verbs/launched')
    } finally {
      await own.stop()
    }
  })

  const verbs = async () => {
    const rows = await server.db.kysely.selectFrom('xapi_statement').select('verb').where('org_id', '=', 1).execute()
    return rows.map(({ verb }) => verb.split('/').at(-1))
  }
})
