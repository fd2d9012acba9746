import { gzipSync } from 'node:zlib'
import { calls, encodeBody, encodedBodyType, errorReply } from '@sitwell/contract'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { oneDatabase } from '../testing/databases.ts'
import { describeOnEach } from '../testing/describe-on-each.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { arrange, refusalIn, saveOf, send, sitExam, tryCall, type World } from '../testing/test-world.ts'
import { pathOf } from './register.ts'

describeOnEach(oneDatabase, 'bad input on %s', { config: { logLevel: 'fatal' } }, ({ server }) => {
  let world: World
  let token: string
  let formRunGuid: string

  beforeAll(async () => {
    world = await arrange(server)
    const sitting = await sitExam(server, world)
    token = sitting.token
    formRunGuid = sitting.formRunGuid
  })

  const post = (body: string, contentType = 'application/json') =>
    send(server, pathOf(calls.saveAnswer), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': contentType },
      body,
    })
  const history = () => server.db.kysely.selectFrom('answer_event').selectAll().execute()

  test('a body that is no JSON is refused, with nothing saved', async () => {
    for (const body of ['{"answerText":', 'nonsense', '', '[]', 'null', '7'])
      expect(refusalIn(await post(body)), body).toMatchObject({ status: 400, code: 'INVALID_REQUEST' })
    expect(await history()).toEqual([])
  })

  test('a field of a wrong type is named by its place', async () => {
    const body = { ...saveOf(world, formRunGuid), timeRemaining: '500', options: [{ optionID: 5, optionText: 'Birch' }] }
    const refused = refusalIn(await post(JSON.stringify(body)))
    expect(refused).toMatchObject({ status: 400, code: 'INVALID_REQUEST' })
    expect(refused.details?.map((one) => one.path)).toEqual(
      expect.arrayContaining(['body.timeRemaining', 'body.options[0].optionID']),
    )
    expect(await history()).toEqual([])
  })

  test('of what is wrong twenty things are told, however many there are: an answer could be made of nothing else', async () => {
    for (const option of [{ optionID: 5 }, { optionID: 'none of these', optionText: '' }]) {
      const body = { ...saveOf(world, formRunGuid), options: Array(60).fill(option) }
      expect(refusalIn(await post(JSON.stringify(body))).details).toHaveLength(20)
    }
    expect(await history()).toEqual([])
  })

  test('a missing field and a number out of bounds are refused', async () => {
    for (const more of [{ page: undefined }, { elapsedTime: -1 }, { timeRemaining: 1e12 }, { sequence: 1.5 }, { sequence: 0 }])
      expect(refusalIn(await post(JSON.stringify({ ...saveOf(world, formRunGuid), ...more }))).code).toBe('INVALID_REQUEST')
  })

  test("an unknown field's worth of 10 MB is refused by its size", async () => {
    const body = JSON.stringify({ ...saveOf(world, formRunGuid), unknown: 'x'.repeat(10 * 1024 * 1024) })
    expect(refusalIn(await post(body))).toMatchObject({ status: 413, code: 'BODY_TOO_LARGE' })
    expect(await history()).toEqual([])
  })

  // NET-117 NET-205
  test('a body in another form than the call takes is refused', async () => {
    for (const type of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded'])
      expect(refusalIn(await post('a=b', type)), type).toMatchObject({ status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' })
    const json = await send(server, pathOf(calls.token), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect(refusalIn(json)).toMatchObject({ status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' })
  })

  test('JSON in base64 is taken as JSON is, with the same limits and refusals', async () => {
    const encoded = (body: string) => post(encodeBody(body), encodedBodyType)
    for (const body of ['{"answerText":', 'nonsense', '', '[]', '{"__proto__":{"a":1}}'])
      expect(refusalIn(await encoded(body)), body).toMatchObject({ status: 400, code: 'INVALID_REQUEST' })
    expect(refusalIn(await post('no base64 at all', encodedBodyType))).toMatchObject({ status: 400 })
    const large = JSON.stringify({ ...saveOf(world, formRunGuid), unknown: 'x'.repeat(10 * 1024 * 1024) })
    expect(refusalIn(await encoded(large))).toMatchObject({ status: 413, code: 'BODY_TOO_LARGE' })
    expect(await history()).toEqual([])
    const form = await send(server, pathOf(calls.token), {
      method: 'POST',
      headers: { 'content-type': encodedBodyType },
      body: encodeBody('{}'),
    })
    expect(refusalIn(form)).toMatchObject({ status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' })
    const answer = await encoded(JSON.stringify(saveOf(world, formRunGuid, { workings: "'; drop table lakes; -- 漢字 😀" })))
    expect(answer.status).toBe(200)
    expect(await history()).toMatchObject([{ workings: "'; drop table lakes; -- 漢字 😀" }])
    await server.db.kysely.deleteFrom('answer_event').execute()
    await server.db.kysely.deleteFrom('answer').execute()
  })

  test('a compressed body is refused, with nothing saved', async () => {
    const answer = await send(server, pathOf(calls.saveAnswer), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-encoding': 'gzip',
      },
      body: gzipSync(JSON.stringify(saveOf(world, formRunGuid))),
    })
    expect(refusalIn(answer)).toMatchObject({ status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' })
    expect(await history()).toEqual([])
  })

  // NET-116 NET-204
  test('a parameter that is missing, doubled or of a wrong kind is named by its place', async () => {
    const get = (query: string) =>
      send(server, `${pathOf(calls.setting)}?${query}`, { headers: { authorization: `Bearer ${token}` } })
    for (const query of ['', 'orgID=one&settingName=x', 'orgID=1&orgID=2&settingName=x', 'orgID=1'])
      expect(refusalIn(await get(query)), query).toMatchObject({ status: 400, code: 'INVALID_REQUEST' })
    expect(refusalIn(await get('orgID=one&settingName=x')).details?.[0]?.path).toBe('query.orgID')
  })

  test('an unknown guid is not found, and one with odd signs is refused', async () => {
    const body = saveOf(world, 'c0ffee00-0000-4000-8000-000000000000')
    expect(refusalIn(await tryCall(server, calls.saveAnswer, { body }, token))).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
    })
    const odd = await tryCall(server, calls.result, { query: { formRunGuid: "' or 1=1 --" } }, token)
    expect(refusalIn(odd)).toMatchObject({ status: 400, code: 'INVALID_REQUEST' })
  })

  test('an unknown address below the calls, and an unknown method, are not found in the same shape', async () => {
    for (const [path, method] of [
      ['/assessment/api/assessment/nothing', 'GET'],
      ['/security/nothing', 'POST'],
      ['/nothing', 'POST'],
      ['/assets/missing.js', 'GET'],
    ] as const)
      expect(refusalIn(await send(server, path, { method })), path).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  })

  test('JSON that is nested hundreds of thousands deep is refused where a call takes any JSON', async () => {
    const deep = `${'['.repeat(300_000)}${']'.repeat(300_000)}`
    const { prefix } = world
    for (const [path, body] of [
      [
        pathOf(calls.activityLog).replace(':formRunGuid', formRunGuid),
        `{"formRunGuid":"${formRunGuid}","activities":[{"id":"a","type":1,"value":${deep}}]}`,
      ],
      [
        pathOf(calls.debugReport),
        `{"reporterGuid":"${prefix}-learner","bugDescription":"x","userActivity":[{"userGuid":"x","requests":[{"a":${deep}}]}]}`,
      ],
    ] as const) {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const refused = refusalIn(await send(server, path, { method: 'POST', headers, body }))
      expect(refused, path).toMatchObject({ status: 400, code: 'INVALID_REQUEST', details: [{ message: 'nested too deeply' }] })
    }
  })

  test('an upload whose parts can not be read is refused in the one shape, with nothing kept', async () => {
    const field = `--b\r\ncontent-disposition: form-data; name="formRunGUID"\r\n\r\n${formRunGuid}\r\n`
    const head = (more: string) => `--b\r\ncontent-disposition: form-data; name="file"${more}\r\n\r\n`
    const upload = (body: string, contentType = 'multipart/form-data; boundary=b') =>
      send(server, pathOf(calls.uploadFile), {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': contentType },
        body,
      })
    const file = head('; filename="a.txt"')
    for (const [what, answer] of [
      ['no boundary', await upload(`${field}${file}x\r\n--b--\r\n`, 'multipart/form-data')],
      ['another boundary', await upload(`${field}${file}x\r\n--b--\r\n`, 'multipart/form-data; boundary=c')],
      ['no end of the file', await upload(`${field}${file}x`)],
      ['no end after a whole chunk', await upload(`${field}${file}${'x'.repeat(600_000)}`)],
      ['no end of a head', await upload(`${field}--b\r\ncontent-disposition: form-data; name="fi`)],
      ['no end of a field', await upload(field.slice(0, -10))],
      ['no parts', await upload('x')],
      ['nothing', await upload('')],
    ] as const)
      expect(refusalIn(answer), what).toMatchObject({ status: 400, code: 'INVALID_REQUEST' })
    const bytesWithoutName = head('').replace('\r\n\r\n', '\r\ncontent-type: application/octet-stream\r\n\r\n')
    expect(refusalIn(await upload(`${field}${bytesWithoutName}x\r\n--b--\r\n`))).toMatchObject({ code: 'INVALID_FILE' })
    expect(await server.db.kysely.selectFrom('file_chunk').selectAll().execute()).toEqual([])
  })

  test('every call that anyone can reach answers rubbish in the one shape, and never with a bug', async () => {
    for (const call of Object.values(calls)) {
      const path = pathOf(call).replace(/:\w+|\*/g, '%00..%2f')
      for (const query of ['', '?userGuid[]=x&orgID=1e999&formRunGuid=%00']) {
        const answer = await send(server, path + query, {
          method: call.method,
          headers: { authorization: `Bearer ${token}`, ...(call.method === 'POST' && { 'content-type': 'application/json' }) },
          ...(call.method === 'POST' && { body: '{"__proto__":{"a":1},"body":[[]]}' }),
        })
        if (answer.status === 200) continue
        expect(errorReply.safeParse(JSON.parse(answer.text)).success, call.name).toBe(true)
        expect(answer.status, `${call.name} ${answer.text}`).toBeLessThan(500)
      }
    }
  })
})

test('a bug is answered with a reference that stands in the log beside the cause, and tells nothing else', async () => {
  const lines: string[] = []
  const server = await startTestServer({ database: 'sqlite', logTo: { write: (line: string) => void lines.push(line) } })
  const world = await arrange(server)
  const { token, formRunGuid } = await sitExam(server, world)
  await sql`alter table answer rename to elsewhere`.execute(server.db.kysely)
  const refused = refusalIn(await tryCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid) }, token))
  expect(refused).toMatchObject({ status: 500, code: 'SERVER_ERROR', reference: expect.stringMatching(/.{20}/) })
  expect(JSON.stringify(refused)).not.toMatch(/answer"|sqlite|table/i)
  const logged = lines.join('')
  expect(logged).toContain(refused.reference)
  expect(logged).toMatch(/no such table/)
  for (const secret of [token, 'learner-secret']) expect(logged).not.toContain(secret)
  await server.stop()
})

test('a full disk is told as such, and the save works once there is room again', async () => {
  const server = await startTestServer({ database: 'sqlite', config: { logLevel: 'silent' } })
  const world = await arrange(server)
  const { token, formRunGuid } = await sitExam(server, world)
  const pages = await sql<{ page_count: number }>`pragma page_count`.execute(server.db.kysely)
  await sql.raw(`pragma max_page_count = ${pages.rows[0]?.page_count}`).execute(server.db.kysely)
  const body = saveOf(world, formRunGuid, { workings: 'x'.repeat(90_000) })
  const refused = refusalIn(await tryCall(server, calls.saveAnswer, { body }, token))
  expect(refused).toMatchObject({ status: 503, code: 'CANNOT_SAVE' })
  await sql.raw('pragma max_page_count = 1000000').execute(server.db.kysely)
  expect((await tryCall(server, calls.saveAnswer, { body }, token)).status).toBe(200)
  await server.stop()
})
