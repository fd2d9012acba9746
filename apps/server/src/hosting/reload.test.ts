import { readFile, rm, writeFile } from 'node:fs/promises'
import { type ClientRequest, request } from 'node:http'
import { join } from 'node:path'
import { calls, dashEventsPath } from '@sitwell/contract'
import { io, type Socket } from 'socket.io-client'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '../db/database.ts'
import { pathOf } from '../http/register.ts'
import { oneDatabase } from '../testing/databases.ts'
import { startTestNode } from '../testing/start-test-node.ts'
import type { TestServer } from '../testing/start-test-server.ts'
import { arrange, doCall, examOf, refusalIn, saveOf, send, signIn, tryCall } from '../testing/test-world.ts'

const [north, south, west] = ['127.0.0.2', '127.0.0.3', '127.0.0.4']

let stops: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const stop of stops.reverse()) await stop()
  stops = []
})

const token = 'a-token-for-prometheus'

/** A node whose log is kept, line by line. */
const start = async (wishes: Parameters<typeof startTestNode>[0]) => {
  const lines: string[] = []
  const environment = { SITWELL_LOG_LEVEL: 'warn', SITWELL_METRICS_TOKEN: token, ...wishes.environment }
  const node = await startTestNode({ ...wishes, environment, logTo: { write: (line) => void lines.push(line) } })
  stops.push(() => node.stop())
  return { ...node, lines }
}

const sitAt = async (server: TestServer, orgId = 7) => {
  const world = await arrange(server, { orgId, exam: examOf(`o${orgId}`, { settings: {} }) })
  const { access_token } = await signIn(server, world)
  const { formRunGUID: formRunGuid } = await doCall(server, calls.start, { query: world.entry }, access_token)
  return { server, world, token: access_token, formRunGuid }
}
type Sitting = Awaited<ReturnType<typeof sitAt>>

const save = ({ server, world, token, formRunGuid }: Sitting) =>
  tryCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid) }, token)

/** A live connection that was let in. */
const connect = async ({ server, token, formRunGuid }: Sitting): Promise<Socket> => {
  const socket = io(server.origin, {
    ...{ path: `/${dashEventsPath}`, auth: { token, formRunGuid } },
    ...{ transports: ['websocket'], forceNew: true, reconnection: false },
  })
  stops.push(() => socket.disconnect())
  await new Promise((resolve) => socket.once('dashstate', resolve))
  return socket
}

/** A save whose last byte has not come yet. */
const beginSave = async ({ server, world, token, formRunGuid }: Sitting) => {
  const body = JSON.stringify(saveOf(world, formRunGuid))
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-length': body.length }
  const asked: ClientRequest = request(new URL(pathOf(calls.saveAnswer), server.origin), {
    method: 'POST',
    headers,
    agent: false,
  })
  const answered = new Promise<number | undefined>((resolve, reject) => {
    asked.once('error', reject)
    asked.once('response', (response) => resolve(response.resume().statusCode))
  })
  await new Promise<void>((resolve) => asked.write(body.slice(0, -1), () => resolve()))
  return { answered, end: () => asked.end(body.slice(-1)) }
}

const figuresOf = async (origin: string) =>
  (await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${token}` } })).text()

describe.each(oneDatabase)('a list of databases that is read anew, with a %s', (on) => {
  test('opens what is new, closes what is gone once its requests are answered, and leaves the others alone', async () => {
    const node = await start({ databases: { [north]: {}, [south]: { on } }, otherNames: 'refused' })
    const [staying, going] = [await sitAt(node.at(north)), await sitAt(node.at(south))]
    const [stayed, gone] = [await connect(staying), await connect(going)]
    const application = node.application(north)
    const told = new Promise((resolve) => gone.once('disconnect', resolve))
    const { answered, end } = await beginSave(going)
    const { database } = going.server.config

    const relisted = node.relist({ [north]: {}, [west]: { on } })
    await told
    // As at a shutdown: devices keep what they have, and ask again.
    expect(refusalIn(await save(going))).toMatchObject({ status: 503, code: 'CANNOT_SAVE' })
    expect((await save(staying)).status).toBe(200)
    end()
    expect(await answered).toBe(200)
    await relisted

    expect((await send({ origin: node.originOf(south) }, '/ping')).status).toBe(421)
    expect(node.application(south)).toBeUndefined()
    const [opened] = [await sitAt(node.at(west))]
    expect((await save(opened)).status).toBe(200)
    expect(node.application(north)).toBe(application)
    expect(stayed.connected).toBe(true)
    const figures = await figuresOf(node.originOf(north))
    expect(figures).toMatch(/sitwell_database_up\{database="127\.0\.0\.4"\} 1/)
    expect(figures).not.toContain(`"${south}"`)
    // What was acknowledged while it was closed is there.
    const left = openDatabase(database)
    const kept = await left.kysely.selectFrom('answer').select('form_run_guid').execute()
    await left.close()
    expect(kept).toEqual([{ form_run_guid: going.formRunGuid }])
  })
})

describe('a line that is read anew', () => {
  test('gives a database another name while it is served', async () => {
    const node = await start({ databases: { [north]: {} }, otherNames: 'refused' })
    const sitting = await sitAt(node.at(north))
    const socket = await connect(sitting)
    await node.relist({ [north]: { names: [north, south] } })
    expect((await save({ ...sitting, server: { ...sitting.server, origin: node.originOf(south) } })).status).toBe(200)
    expect(socket.connected).toBe(true)
  })

  test('has a database opened again that is another one now', async () => {
    const node = await start({ databases: { [north]: {} } })
    const before = await sitAt(node.at(north))
    await node.relist({ [north]: { dataFolder: join(node.folder, 'elsewhere') } })
    expect((await save(before)).status).toBe(401)
    await sitAt(node.at(north))
    await node.relist({ [north]: {} })
    expect((await save(before)).status).toBe(200)
  })

  test('that can not be used leaves its own database as it was, and all others', async () => {
    const node = await start({ databases: { [north]: {}, [south]: {} } })
    const sittings = [await sitAt(node.at(north)), await sitAt(node.at(south))]
    const sockets = [await connect(sittings[0] as Sitting), await connect(sittings[1] as Sitting)]
    await node.relist({ [north]: { secret: 'short' }, [south]: {}, [west]: { publicURL: 'https://west.example' } })
    for (const sitting of sittings) expect((await save(sitting)).status).toBe(200)
    expect(sockets.map(({ connected }) => connected)).toEqual([true, true])
    const there = { origin: node.originOf(west) }
    expect((await send(there, '/readyz')).status).toBe(503)
    // Its name is known: nobody is told that their answers are another's.
    expect(refusalIn(await tryCall(there, calls.ping, {}))).toMatchObject({ status: 503, code: 'CANNOT_SAVE' })
    const figures = await figuresOf(node.originOf(north))
    expect(figures).toMatch(/sitwell_databases_faulty 2/)
    expect(figures).toMatch(/sitwell_database_up\{database="127\.0\.0\.4"\} 0/)
    expect(figures).toMatch(/sitwell_database_up\{database="127\.0\.0\.2"\} 1/)
    expect(node.lines.filter((line) => line.includes('secret: has to have 32'))).toHaveLength(1)
    expect(node.lines.filter((line) => line.includes('publicURL'))).toHaveLength(1)

    await node.relist({ [north]: {}, [south]: {}, [west]: {} })
    await sitAt(node.at(west))
    expect(sockets.map(({ connected }) => connected)).toEqual([true, true])
    expect(await figuresOf(node.originOf(north))).toMatch(/sitwell_databases_faulty 0/)
  })

  test('that can not be used doesn’t keep the folder that another line has by now', async () => {
    const node = await start({ databases: { [north]: {} } })
    const sitting = await sitAt(node.at(north))
    await node.relist({
      [north]: { dataFolder: join(node.folder, 'x'), secret: 'short' },
      [south]: { dataFolder: join(node.folder, north) },
    })
    const moved = { ...sitting, server: { ...sitting.server, origin: node.originOf(south) } }
    expect([(await save(sitting)).status, (await save(moved)).status]).toEqual([503, 200])
  })
})

test('a list that can not be used changes nothing, and is told', async () => {
  const node = await start({ databases: { [north]: {} }, otherNames: 'refused' })
  const sitting = await sitAt(node.at(north))
  const socket = await connect(sitting)
  const list = await readFile(node.file)
  for (const [text, words] of [
    ['{"databases": [', 'is no JSON'],
    ['{"databases": []}', 'databases: '],
    [JSON.stringify({ databases: [{ names: ['x/y'], dataFolder: join(node.folder, 'x') }] }), 'has to be a name alone'],
    [
      JSON.stringify({ databases: [north, south].map((name) => ({ names: [name], dataFolder: join(node.folder, north) })) }),
      'has the dataFolder of',
    ],
  ] as const) {
    await writeFile(node.file, text)
    await node.reload()
    expect(node.lines.at(-1)).toContain(words)
    expect((await save(sitting)).status).toBe(200)
    expect(await figuresOf(node.originOf(north))).toMatch(/sitwell_databases_faulty 1/)
  }
  await rm(node.file)
  await node.reload()
  expect(node.lines.at(-1)).toContain('ENOENT')
  await writeFile(node.file, list)
  await node.reload()
  expect(await figuresOf(node.originOf(north))).toMatch(/sitwell_databases_faulty 0/)
  expect(socket.connected).toBe(true)
})

test('lists that are read at one moment are one after another, and none during a stop', async () => {
  const node = await start({ databases: { [north]: {} } })
  const known = () => node.lines.filter((line) => line.includes('the list of databases was read again')).length
  await node.relist({ [north]: {}, [south]: {} })
  const application = node.application(south)
  await Promise.all([node.reload(), node.reload()])
  expect([known(), node.application(south) === application]).toEqual([3, true])
  await writeFile(node.file, JSON.stringify({ databases: [{ names: [north], dataFolder: join(node.folder, north) }] }))
  await Promise.all([node.reload(), node.reload()])
  const closed = node.lines.flatMap((line): string[] => JSON.parse(line).closed ?? [])
  expect([known(), closed]).toEqual([5, [south]])
  const stopped = node.end()
  await node.reload()
  await stopped
  expect(known()).toBe(5)
})

test('a folder that can not be made at the start keeps no other database from being served, and is tried again', async () => {
  const node = await start({ databases: { [north]: {} } })
  const blocked = join(node.folder, 'blocked')
  await writeFile(blocked, '')
  // No secret is given: it would be in that folder.
  const again = await start({
    databases: { [south]: { dataFolder: join(blocked, 'south') }, [west]: {} },
    otherNames: 'served',
    environment: { SITWELL_DATA: join(blocked, 'data'), SITWELL_SECRET: '' },
  })
  await sitAt(again.at(west))
  for (const name of [south, '127.0.0.1']) expect((await send({ origin: again.originOf(name) }, '/readyz')).status).toBe(503)
  const figures = await figuresOf(again.originOf(west))
  expect(figures).toMatch(/sitwell_databases_faulty 2/)
  expect(figures).toMatch(/sitwell_database_up\{database="variables"\} 0/)
  expect(again.lines.filter((line) => line.includes(`${south}: dataFolder: `))).toHaveLength(1)

  await rm(blocked)
  for (const name of [south, '127.0.0.1'])
    await vi.waitFor(async () => expect((await send({ origin: again.originOf(name) }, '/readyz')).status).toBe(200), {
      timeout: 60_000,
      interval: 50,
    })
  await sitAt(again.at(south))
  expect(await figuresOf(again.originOf(west))).toMatch(/sitwell_databases_faulty 0/)
})
