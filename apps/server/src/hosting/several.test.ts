import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls, dashEventsPath, errorReply } from '@sitwell/contract'
import { io } from 'socket.io-client'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { commandMigrate } from '../commands/migrate.ts'
import { commandMoveOrganisation } from '../commands/move-organisation.ts'
import { pathOf } from '../http/register.ts'
import { bothDatabases } from '../testing/databases.ts'
import { startTestNode } from '../testing/start-test-node.ts'
import type { TestServer } from '../testing/start-test-server.ts'
import { createTestClock } from '../testing/test-clock.ts'
import { coursesOf, courseZip, giveCourseFrom } from '../testing/test-course.ts'
import { arrange, doCall, examOf, refusalIn, saveOf, send, signIn, tryCall } from '../testing/test-world.ts'

type Node = Awaited<ReturnType<typeof startTestNode>>

const [north, south] = ['127.0.0.2', '127.0.0.3']

let stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.reverse()) await stop()
  stops = []
})

const start = async (wishes: Parameters<typeof startTestNode>[0]): Promise<Node> => {
  const node = await startTestNode(wishes)
  stops.push(() => node.stop())
  return node
}

/** The first thing that a live connection is told, or why it isn't let in. */
const heard = (origin: string, auth: object) =>
  new Promise<object>((resolve) => {
    const socket = io(origin, {
      path: `/${dashEventsPath}`,
      auth,
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
    })
    const end = (what: object) => {
      socket.disconnect()
      resolve(what)
    }
    socket.on('dashstate', end)
    socket.on('connect_error', (error) => end({ refused: error.message }))
  })

/** A request as it stands, for a name that no address of this machine is. */
const askFor = (port: number, path: string, headers: Record<string, string>, body?: string) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST'
    const asked = request({ port, host: '127.0.0.1', path, headers, method, agent: false }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part) => {
        text += part
      })
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
    asked.once('error', reject)
    asked.end(body)
  })

const textsOf = async ({ db }: TestServer) =>
  (await db.kysely.selectFrom('answer').select('answer').execute()).map(({ answer }) => answer)

/** The same organisation, with the same guids, in each: only the names tell them apart. */
const sitAt = async (server: TestServer, orgId = 7) => {
  const exam = examOf(`o${orgId}`, { settings: {} })
  const world = await arrange(server, { orgId, exam })
  const { access_token: token, refresh_token } = await signIn(server, world)
  const { formRunGUID: formRunGuid } = await doCall(server, calls.start, { query: world.entry }, token)
  return { server, world, token, refresh_token, formRunGuid }
}

describe.each(bothDatabases)('a process that serves a SQLite and a %s', (other) => {
  test('keeps apart by name who signs in, what is saved, live events and courses', async () => {
    const node = await start({ databases: { [north]: { on: 'sqlite' }, [south]: { on: other } } })
    const sittings = [await sitAt(node.at(north)), await sitAt(node.at(south)), await sitAt(node.at('variables'))]
    for (const { server, world, token, formRunGuid } of sittings) {
      const body = saveOf(world, formRunGuid, { answerText: server.origin, options: [], questionVersionId: 'o7-q3' })
      await doCall(server, calls.saveAnswer, { body }, token)
      expect(await heard(server.origin, { token, formRunGuid })).toMatchObject({ formRunGuid, number: 1 })
    }
    for (const { server } of sittings) expect(await textsOf(server)).toEqual([expect.stringContaining(server.origin)])

    const zip = await courseZip({ A: '' })
    for (const { server, token } of sittings.slice(0, 2)) {
      await giveCourseFrom(server, 7, zip, ['learner'])
      const [course] = await coursesOf(server, 'o7-learner', token)
      const params = { attemptId: course?.ScoAttempts[0]?.attemptId ?? 0 }
      const { launch } = await doCall(server, calls.scormData, { params }, token)
      const { hostname } = new URL(server.origin)
      expect(new URL(launch.address).hostname).toBe(hostname)
      expect((await fetch(launch.address)).status).toBe(200)
      expect((await fetch(launch.address.replace(hostname, hostname === north ? south : north))).status).toBe(404)
    }
  })
})

test('a database that is away keeps no other from being served, and is served once it is there', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sitwell-node-'))
  stops.push(() => rm(folder, { recursive: true, force: true }))
  // A file where its folder is to be.
  await writeFile(join(folder, south), '')
  const node = await start({
    folder,
    databases: {
      [north]: {},
      [south]: { secret: 'one that is not in the folder, so that it is read' },
      '127.0.0.4': { databaseUrl: 'postgres://nobody@127.0.0.1:1/none' },
    },
  })
  const away = { origin: node.originOf('127.0.0.4') }
  const { server, world, token, formRunGuid } = await sitAt(node.at(north))
  const save = () => tryCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid) }, token)
  expect((await save()).status).toBe(200)
  for (const name of [south, '127.0.0.4']) {
    const there = { origin: node.originOf(name) }
    expect(refusalIn(await tryCall(there, calls.ping, {})), name).toMatchObject({ status: 503, code: 'CANNOT_SAVE' })
    expect(refusalIn(await tryCall(there, calls.time, { query: { userGuid: 'x' } }, token)), name).toMatchObject({
      status: 503,
    })
    expect((await send(there, '/readyz')).status, name).toBe(503)
    expect(await heard(there.origin, { token, formRunGuid }), name).toEqual({ refused: 'websocket error' })
  }
  expect((await send(server, '/readyz')).status).toBe(200)
  // The page needs no database to open and to say what is wrong.
  expect((await send(away, '/config.json')).status).toBe(200)
  expect((await send(away, '/livez')).status).toBe(200)

  await rm(join(folder, south))
  await vi.waitFor(async () => expect((await send({ origin: node.originOf(south) }, '/readyz')).status).toBe(200), {
    timeout: 60_000,
    interval: 50,
  })
  await sitAt(node.at(south))
  expect((await save()).status).toBe(200)
})

test('a file that is lost under one database is no matter of another', async () => {
  const node = await start({ databases: { [north]: {}, [south]: {} } })
  const [lost, well] = [await sitAt(node.at(north)), await sitAt(node.at(south))]
  await rm(join(node.folder, north, 'sitwell.sqlite'))
  const save = ({ server, world, token, formRunGuid }: typeof lost) =>
    tryCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid) }, token)
  expect(refusalIn(await save(lost))).toMatchObject({ status: 503, code: 'CANNOT_SAVE' })
  expect((await save(well)).status).toBe(200)
})

describe('a name that no database has', () => {
  test('is that of the variables’ database, where that serves the others', async () => {
    const node = await start({ databases: { [north]: {} } })
    const { status, text } = await askFor(node.port, '/config.json', { host: 'what.example:1' })
    expect([status, text]).toEqual([200, expect.stringContaining('"apiEndpointUrl":"http://what.example:1/"')])
  })

  test('is refused where nobody does, in a way that makes no player give anything up', async () => {
    const environment = { SITWELL_METRICS_TOKEN: 'a-token-for-prometheus' }
    const node = await start({ databases: { [north]: {} }, otherNames: 'refused', environment })
    for (const path of ['/ping', '/', '/assessment/api/Schedules', '/config.json']) {
      const { status, text } = await askFor(node.port, path, { host: 'what.example' })
      expect([status, JSON.parse(text)]).toMatchObject([421, { error: { code: 'UNKNOWN_NAME' } }])
      // A refusal that players know would be the last word on an answer.
      expect(errorReply.safeParse(JSON.parse(text)).success).toBe(false)
    }
    // What is told of a body would be the last word too.
    for (const type of ['application/json', 'text/strange'])
      expect((await askFor(node.port, '/x', { host: 'what.example', 'content-type': type }, 'x'.repeat(5000))).status).toBe(421)
    // What watches the process asks it by its address.
    for (const path of ['/livez', '/readyz']) expect((await askFor(node.port, path, { host: 'node1' })).status).toBe(200)
    expect((await askFor(node.port, '/metrics', { host: 'node1' })).status).toBe(401)
    expect((await askFor(node.port, '/ping', { host: `${north.toUpperCase()}.:8080` })).status).toBe(200)
  })
})

test('the name is what a trusted proxy says that was asked for, and nobody else may say so', async () => {
  const databases = { 'north.example': {}, 'south.example': {} }
  const asked = async (environment: Record<string, string>) => {
    const node = await start({ databases, otherNames: 'refused', environment })
    const headers = { host: 'south.example', 'x-forwarded-host': 'evil.example, north.example' }
    await arrange(node.at('north.example'), { orgId: 7 })
    const whose = JSON.stringify({ url: 'http://any.example/login?o7' })
    const { text } = await askFor(node.port, pathOf(calls.init), { ...headers, 'content-type': 'application/json' }, whose)
    return [text.includes('Organisation 7'), (await askFor(node.port, '/ping', { ...headers, host: 'x' })).status]
  }
  expect(await asked({ SITWELL_TRUST_PROXY: 'loopback' })).toEqual([true, 200])
  expect(await asked({})).toEqual([false, 421])
})

test('the figures of all are told in one place, each with the name of its database', async () => {
  const metricsToken = 'a-token-for-prometheus'
  const node = await start({ databases: { [north]: {} }, environment: { SITWELL_METRICS_TOKEN: metricsToken } })
  const { server, world, token, formRunGuid } = await sitAt(node.at(north))
  await doCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid) }, token)
  for (const name of ['127.0.0.1', north]) {
    const { text } = await send({ origin: node.originOf(name) }, '/metrics', {
      headers: { authorization: `Bearer ${metricsToken}` },
    })
    expect(text).toContain(`sitwell_saves_total{outcome="applied",database="${north}"} 1\n`)
    expect(text).toContain(`sitwell_sittings{database="${north}"} 1\n`)
    expect(text).toContain('sitwell_sittings{database="variables"} 0\n')
    expect(text).toMatch(/^process_resident_memory_bytes \d+$/m)
    for (const line of text.split('\n').filter((one) => one.startsWith('# ')))
      expect([line, text.split(`${line}\n`).length]).toEqual([line, 2])
  }
})

test('an organisation that has moved is served under its name by the same process, once it has a line of its own', async () => {
  const { clock, pass } = createTestClock()
  const secret = 'the secret that both were used with'
  const environment = { SITWELL_SECRET: secret }
  const first = await startTestNode({ databases: { [south]: {} }, environment, clock })
  stops.push(() => rm(first.folder, { recursive: true, force: true }))
  const old = first.at('variables')
  const [moving, staying] = [await sitAt(old), await sitAt(old, 8)]
  const { resourceToken } = await doCall(old, calls.examJson, { query: moving.world.entry }, moving.token)
  pass(11 * 60_000)
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  const file = join(first.folder, 'databases.json')
  const line = { names: [north], dataFolder: join(first.folder, north), secretAccepted: secret }
  await writeFile(file, JSON.stringify({ databases: [line] }))
  const wishes = { orgId: 7, to: north, undo: false, environment: { SITWELL_DATABASES: file } }
  await commandMigrate({ database: { dialect: 'sqlite', path: join(line.dataFolder, 'sitwell.sqlite') } })
  expect(await commandMoveOrganisation(old.db, old.config, wishes, clock)).toBe(0)
  log.mockRestore()
  await first.end()

  const { names: _, ...said } = line
  const node = await startTestNode({ folder: first.folder, databases: { [north]: said, [south]: {} }, environment, clock })
  stops.push(() => node.stop())
  const save = ({ world, formRunGuid, token }: typeof moving, server: TestServer) =>
    tryCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid) }, token)
  expect((await save(moving, node.at('variables'))).status).toBe(503)
  expect((await save(moving, node.at(north))).status).toBe(200)
  expect((await save(staying, node.at('variables'))).status).toBe(200)
  expect((await save(staying, node.at(north))).status).toBe(401)
  expect(await textsOf(node.at(north))).toHaveLength(1)
  // What its page was given before continues to hold.
  const { examGuid, versionNumber } = moving.world.entry
  const picture = `/resource/exam/${examGuid}/${versionNumber}/pictures/a%20tree.svg?orgID=7&token=${resourceToken}`
  expect((await send(node.at(north), picture)).status).toBe(200)
})
