import { calls, requestIdHeader } from '@sitwell/contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { bothDatabases } from '../testing/databases.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { arrange, refusalIn, saveOf, send, sitExam, tryCall, type World } from '../testing/test-world.ts'

const token = 'a-token-for-prometheus'

/** The value of a figure in the text form; undefined if it isn't there. */
const figureIn = (text: string, name: string): number | undefined => {
  const line = text.split('\n').find((one) => one.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.slice(name.length + 1))
}

describe.each(bothDatabases)('watching, on %s', (database) => {
  let server: TestServer
  let world: World
  let sitting: Awaited<ReturnType<typeof sitExam>>
  let lines: string[]
  beforeEach(async () => {
    lines = []
    const config = { metricsToken: token, logLevel: 'error' as const }
    server = await startTestServer({ database, config, beatMs: 50, logTo: { write: (line) => void lines.push(line) } })
    world = await arrange(server)
    sitting = await sitExam(server, world)
  })
  afterEach(() => server.stop())

  const read = async (shown = token) => send(server, '/metrics', { headers: { authorization: `Bearer ${shown}` } })
  const figure = async (name: string) => figureIn((await read()).text, name)
  const save = (sequence: number) =>
    tryCall(server, calls.saveAnswer, { body: saveOf(world, sitting.formRunGuid, { sequence }) }, sitting.token)

  test('figures go to whoever shows the token, and to nobody else', async () => {
    expect((await send(server, '/metrics')).status).toBe(401)
    expect((await read('a-token-for-prometheuz')).status).toBe(401)
    const answer = await read()
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('application/openmetrics-text'),
    ])
    expect(answer.text.endsWith('# EOF\n')).toBe(true)
    const without = await startTestServer({ database: 'sqlite' })
    expect((await send(without, '/metrics')).status).toBe(404)
    await without.stop()
  })

  test('counts saves by what became of them, and how long they waited', async () => {
    for (const sequence of [1, 2, 2]) await save(sequence)
    const { text } = await read()
    const outcomes = [...text.matchAll(/^sitwell_saves_total\{outcome="([\w-]+)"\} (\d+)$/gm)].map(([, name, count]) => [
      name,
      count,
    ])
    expect(outcomes).toContainEqual(['applied', '2'])
    expect(figureIn(text, 'sitwell_save_seconds_count')).toBe(3)
    expect(figureIn(text, 'sitwell_save_seconds_bucket{le="+Inf"}')).toBe(3)
    expect(figureIn(text, 'sitwell_saves_pending')).toBe(0)
    const counted = /^sitwell_requests_total\{route="\/assessment\/[^"]+",status="200"\} \d+$/m
    expect(text).toMatch(counted)
  })

  test('tells of sittings, database, event loop, signs of life and the generation', async () => {
    await vi.waitFor(async () => expect(await figure('sitwell_sign_of_life_age_seconds')).toBeDefined(), { timeout: 60_000 })
    const { text } = await read()
    for (const [name, value] of [
      ['sitwell_sittings', 1],
      ['sitwell_live_connections', 0],
      ['sitwell_database_up', 1],
      // PostgreSQL watches its own files.
      ['sitwell_database_files_known', database === 'sqlite' ? 1 : undefined],
      ['sitwell_database_files_doubted_total', database === 'sqlite' ? 0 : undefined],
      ['sitwell_generation', 1],
      ['sitwell_clock_ahead_seconds', 0],
      ['sitwell_statements_failing_seconds', 0],
    ] as const)
      expect([name, figureIn(text, name)]).toEqual([name, value])
    for (const name of ['sitwell_database_round_trip_seconds', 'sitwell_data_free_bytes', 'nodejs_eventloop_lag_p99_seconds'])
      expect([name, figureIn(text, name)]).toEqual([name, expect.any(Number)])
  })

  test('holds no address, no name and no token of anybody', async () => {
    await send(server, '/resource/e/secret-of-a-file/a.png?token=secret')
    await send(server, '/secret-page')
    const { text } = await read()
    expect(text).not.toMatch(/secret|learner|Ada/)
    expect(text).toMatch(/route="none"/)
  })

  test('is alive and not ready while the database is away, and the figures that need none are still told', async () => {
    for (const path of ['/livez', '/readyz']) expect((await send(server, path)).status).toBe(200)
    await server.db.kysely.destroy()
    await vi.waitFor(async () => expect((await send(server, '/readyz')).status).toBe(503), { timeout: 60_000 })
    expect((await send(server, '/livez')).status).toBe(200)
    const { text } = await read()
    expect([figureIn(text, 'sitwell_database_up'), figureIn(text, 'sitwell_sittings')]).toEqual([0, undefined])
    expect(figureIn(text, 'sitwell_saves_pending')).toBe(0)
  })

  test('a save that fails is named in the log, in its reply and in the count by the name that its browser gave it', async () => {
    const requestId = crypto.randomUUID()
    const put = (id: string) =>
      send(server, '/assessment/api/assessment/saveanswer', {
        method: 'POST',
        headers: { authorization: `Bearer ${sitting.token}`, 'content-type': 'application/json', [requestIdHeader]: id },
        body: JSON.stringify(saveOf(world, sitting.formRunGuid, { sequence: 1, requestId })),
      })
    const good = await put(requestId)
    expect([good.status, good.headers.get(requestIdHeader)]).toEqual([200, requestId])
    const row = await server.db.kysely.selectFrom('answer_event').select('request_id').executeTakeFirstOrThrow()
    expect(row.request_id).toBe(requestId)
    expect((await put('not a name\u00e9')).headers.get(requestIdHeader)).toMatch(/^[0-9a-f-]{36}$/)
    await server.db.kysely.schema.alterTable('answer_event').renameTo('elsewhere').execute()
    const name = crypto.randomUUID()
    const failed = await put(name)
    expect(failed.status).toBeGreaterThanOrEqual(500)
    const logged = lines.map((line) => JSON.parse(line)).find((line) => line.requestId === name)
    expect(logged).toMatchObject({ reference: refusalIn(failed).reference, level: 50 })
  })
})
