import { randomUUID } from 'node:crypto'
import { calls } from '@sitwell/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bothDatabases } from '../../testing/databases.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { auOf, cmi5Zip, startAu, structureOf } from '../../testing/test-cmi5.ts'
import { coursesOf, giveCourseFrom } from '../../testing/test-course.ts'
import { arrange, doCall, signIn, type World } from '../../testing/test-world.ts'

const headers = { 'x-experience-api-version': '1.0.3' }
type Au = Awaited<ReturnType<typeof startAu>>

const idsIn = ({ text }: { text: string }) =>
  (JSON.parse(text) as { statements: { id: string }[] }).statements.map(({ id }) => id)

describe.each(bothDatabases)('the learning record store on %s', (database) => {
  let server: TestServer
  let world: World
  let au: Au
  let other: Au | undefined
  const at = { nowMs: Date.parse('2026-11-23T10:00:00Z') }

  const launch = async (name: string) => {
    const { access_token: token, UserGUID } = await signIn(server, world, name)
    const [course] = await coursesOf(server, UserGUID, token)
    const attemptId = course?.ScoAttempts[0]?.attemptId ?? 0
    return startAu((await doCall(server, calls.cmi5Launch, { params: { attemptId }, body: {} }, token)).launch.address)
  }

  beforeAll(async () => {
    server = await startTestServer({ database, clock: { nowMs: () => at.nowMs } })
    world = await arrange(server, { orgId: 1, everyone: true })
  })
  /** The packages of tests go with them. */
  const giveOnce = async () => {
    if (other) return
    await giveCourseFrom(server, 1, await cmi5Zip(structureOf(auOf('one', 'moveOn="Passed"'))), ['learner', 'other'])
    other = await launch('other')
    await other.say('initialized', at.nowMs)
  }
  beforeEach(async () => {
    await giveOnce()
    au = await launch('learner')
    await au.say('initialized', at.nowMs)
  })
  afterAll(() => server.stop())

  const others = () => {
    if (!other) throw new Error('The other learner was not launched.')
    return other
  }
  const state = (more: object = {}) => ({ ...au.state, stateId: 'place', ...more })
  const profile = (more: object = {}) => ({ agent: au.at('actor'), profileId: 'mine', ...more })

  test('it says which versions it knows, and asks for one of them', async () => {
    const about = await au.ask('GET', 'about', { headers: { 'x-experience-api-version': '' } })
    expect([about.status, JSON.parse(about.text)]).toMatchObject([
      200,
      { version: expect.arrayContaining(['1.0.3']) as unknown },
    ])
    expect(about.headers.get('x-experience-api-version')).toBe('1.0.3')
    for (const version of ['', '2.0.0', '0.95'])
      expect((await au.ask('GET', 'statements', { headers: { 'x-experience-api-version': version } })).status).toBe(400)
    expect((await au.ask('GET', 'statements', { headers: { 'x-experience-api-version': '1.0' } })).status).toBe(200)
  })

  test('it answers nobody without the token of a launch, and takes no other one', async () => {
    for (const authorization of [
      '',
      'Basic x',
      `Bearer ${au.token}`,
      `Basic ${au.token?.slice(0, -3)}AAA`,
      'Basic Y2F0OmRvZw==',
    ])
      expect((await au.ask('GET', 'statements', { headers: { authorization } })).status, authorization).toBe(401)
    expect((await au.ask('GET', 'nothing')).status).toBe(404)
  })

  test('a page of another server may ask it', async () => {
    const preflight = await fetch(`${au.at('endpoint')}statements`, {
      method: 'OPTIONS',
      headers: { origin: 'https://au.example' },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-headers')).toContain('X-Experience-API-Version')
    expect((await au.ask('GET', 'statements')).headers.get('access-control-allow-origin')).toBe('*')
    const secret = await fetch(au.at('fetch').replace(/k=.*/, 'k=wrong'), { method: 'POST' })
    expect([secret.status, await secret.json()]).toMatchObject([200, { 'error-code': '2' }])
    expect((await fetch(au.at('fetch'))).status).toBe(404)
  })

  test('a statement is kept once, whatever is sent again, and another one of its id is refused', async () => {
    const statement = au.statementOf('experienced', at.nowMs, {
      attachments: [
        {
          usageType: 'https://x.example/u',
          display: {},
          contentType: 'text/plain',
          length: 1,
          sha2: 'a'.repeat(64),
          fileUrl: 'https://x.example/f',
        },
      ],
    })
    expect((await au.put(statement)).status).toBe(204)
    expect((await au.put(statement)).status).toBe(204)
    expect((await au.put({ ...statement, verb: { id: 'https://verbs.example/other', display: { en: 'x' } } })).status).toBe(409)
    const found = await au.ask('GET', 'statements', { query: { statementId: statement.id } })
    expect(JSON.parse(found.text)).toMatchObject({
      ...statement,
      stored: expect.any(String) as string,
      authority: { account: { name: 'sitwell' } },
    })
    expect((await au.ask('PUT', 'statements', { query: { statementId: randomUUID() }, body: statement })).status).toBe(400)
    expect((await au.ask('PUT', 'statements', { body: statement })).status).toBe(400)
  })

  test('many come at once, all or none', async () => {
    const good = au.statementOf('experienced', at.nowMs)
    const bad = au.statementOf('experienced', at.nowMs, { timestamp: 'yesterday' })
    expect((await au.ask('POST', 'statements', { body: [good, bad] })).status).toBe(400)
    expect((await au.ask('POST', 'statements', { body: [good, good] })).status).toBe(400)
    expect((await au.ask('POST', 'statements', { body: [good, au.statementOf('initialized', at.nowMs)] })).status).toBe(403)
    expect((await au.ask('GET', 'statements', { query: { statementId: good.id } })).status).toBe(404)
    const done = await au.ask('POST', 'statements', { body: [good, au.statementOf('answered', at.nowMs)] })
    expect([done.status, (JSON.parse(done.text) as string[])[0]]).toEqual([200, good.id])
    const { id: _, ...nameless } = au.statementOf('experienced', at.nowMs)
    expect((await au.ask('POST', 'statements', { body: nameless })).status).toBe(403)
  })

  test.each<[string, unknown, object | undefined]>([
    ['no JSON', '{"a":', undefined],
    ['another media type', {}, { 'content-type': 'text/plain' }],
    ['JSON without a bottom', '['.repeat(200_000), undefined],
    ['a statement of nothing', {}, undefined],
    ['a list of nothing', [null], undefined],
  ])('%s is told to be none', async (_, body, more) => {
    expect((await au.ask('POST', 'statements', { body, ...(more && { headers: more }) })).status).toBe(400)
  })

  test('an attachment whose bytes would have to be kept is refused', async () => {
    const attachment = {
      usageType: 'https://x.example/u',
      display: {},
      contentType: 'text/plain',
      length: 1,
      sha2: 'a'.repeat(64),
    }
    expect((await au.put(au.statementOf('experienced', at.nowMs, { attachments: [attachment] }))).status).toBe(400)
  })

  test('statements are found by what they speak of, in order and page by page, and only those of the learner', async () => {
    const mine: string[] = []
    for (let step = 0; step < 5; step += 1) {
      at.nowMs += 1000
      const statement = au.statementOf(step % 2 ? 'answered' : 'experienced', at.nowMs, {
        object: { id: `https://x.example/${step}` },
      })
      await au.put(statement)
      mine.push(statement.id)
    }
    const find = async (query: Record<string, string>) => idsIn(await au.ask('GET', 'statements', { query }))
    expect((await find({ ascending: 'true' })).slice(-5)).toEqual(mine)
    expect((await find({})).slice(0, 5)).toEqual([...mine].reverse())
    expect(await find({ verb: 'https://verbs.example/answered', limit: '1' })).toEqual([mine[3]])
    expect(await find({ activity: 'https://x.example/2' })).toEqual([mine[2]])
    expect(await find({ since: new Date(at.nowMs - 1000).toISOString() })).toEqual([mine[4]])
    expect(await find({ until: new Date(at.nowMs - 1000).toISOString(), limit: '1' })).toEqual([mine[3]])
    expect((await find({ agent: au.at('actor') })).length).toBeGreaterThan(5)
    const publisherId = 'https://publisher.example/au/one'
    expect(await find({ activity: publisherId })).toEqual([])
    expect((await find({ activity: publisherId, related_activities: 'true' })).length).toBeGreaterThan(5)
    const pages: string[] = []
    let page = await au.ask('GET', 'statements', { query: { ascending: 'true', limit: '3' } })
    expect(Date.parse(page.headers.get('x-experience-api-consistent-through') ?? '')).toBe(at.nowMs)
    for (let turns = 0; turns < 50; turns += 1) {
      pages.push(...idsIn(page))
      const { more } = JSON.parse(page.text) as { more: string }
      if (more === '') break
      page = await au.ask('GET', more)
    }
    expect(pages).toEqual(await find({ ascending: 'true' }))
    expect(new Set(pages).size).toBe(pages.length)
    const theirs = await others().ask('GET', 'statements')
    for (const id of mine) expect(idsIn(theirs)).not.toContain(id)
    expect((await others().ask('GET', 'statements', { query: { statementId: mine[0] ?? '' } })).status).toBe(404)
    expect((await others().ask('GET', 'statements', { query: { agent: au.at('actor') } })).status).toBe(403)
    expect((await others().ask('GET', 'statements', { query: { registration: au.at('registration') } })).status).toBe(403)
    const ids = await au.ask('GET', 'statements', { query: { format: 'ids', limit: '1' } })
    expect(ids.text).not.toContain('display')
  })

  test.each<[string, Record<string, string>]>([
    ['a parameter that there is none of', { colour: 'red' }],
    ['an agent that is none', { agent: '{"name":"x"}' }],
    ['a verb that is a word', { verb: 'did' }],
    ['a format that there is none of', { format: 'pretty' }],
    ['a moment that is none', { since: 'yesterday' }],
    ['a word for true', { ascending: 'yes' }],
    ['one statement and a filter', { statementId: randomUUID(), verb: 'https://x.example/v' }],
  ])('a query with %s is refused', async (_, query) => {
    expect((await au.ask('GET', 'statements', { query })).status).toBe(400)
  })

  test('a document of the state is kept, listed, put together and taken away', async () => {
    const put = (body: unknown, more = {}) => au.ask('PUT', 'activities/state', { query: state(), body, ...more })
    const read = () => au.ask('GET', 'activities/state', { query: state() })
    expect((await read()).status).toBe(404)
    expect((await put({ page: 1, left: true })).status).toBe(204)
    const first = await read()
    expect(JSON.parse(first.text)).toEqual({ page: 1, left: true })
    expect((await au.ask('POST', 'activities/state', { query: state(), body: { page: 2, more: null } })).status).toBe(204)
    const second = await read()
    expect(JSON.parse(second.text)).toEqual({ page: 2, left: true, more: null })
    const tag = second.headers.get('etag') ?? ''
    expect(tag).not.toBe(first.headers.get('etag'))
    expect((await put({ page: 3 }, { headers: { 'if-match': first.headers.get('etag') } })).status).toBe(412)
    expect((await put({ page: 3 }, { headers: { 'if-none-match': '*' } })).status).toBe(412)
    expect((await put({ page: 3 }, { headers: { 'if-match': tag } })).status).toBe(204)
    expect((await au.ask('POST', 'activities/state', { query: state(), body: [1] })).status).toBe(400)
    const { stateId: _, ...all } = state()
    expect(JSON.parse((await au.ask('GET', 'activities/state', { query: all })).text)).toEqual(['LMS.LaunchData', 'place'])
    expect((await au.ask('DELETE', 'activities/state', { query: state() })).status).toBe(204)
    expect((await read()).status).toBe(404)
  })

  test('bytes of any kind come back as they were', async () => {
    const query = state({ stateId: 'bytes' })
    await au.ask('PUT', 'activities/state', {
      query,
      body: 'ä\u0000 <b>',
      headers: { 'content-type': 'text/plain; charset=utf-8' },
    })
    const found = await au.ask('GET', 'activities/state', { query })
    expect([found.text, found.headers.get('content-type')]).toEqual(['ä\u0000 <b>', 'text/plain; charset=utf-8'])
    expect((await au.ask('POST', 'activities/state', { query, body: { a: 1 } })).status).toBe(400)
  })

  test('a state outlives its session, and is found by the next one', async () => {
    await au.ask('PUT', 'activities/state', { query: state({ stateId: 'kept' }), body: { page: 7 } })
    await au.say('terminated', at.nowMs)
    const next = await launch('learner')
    expect((await next.ask('GET', 'activities/state', { query: { ...next.state, stateId: 'kept' } })).text).toBe('{"page":7}')
  })

  test('a profile is never replaced unseen, and one write of several at one moment is the first', async () => {
    const put = (body: unknown, more: object = {}) => au.ask('PUT', 'agents/profile', { query: profile(), body, headers: more })
    const firsts = await Promise.all([1, 2, 3].map((value) => put({ value }, { 'if-none-match': '*' })))
    expect(firsts.map(({ status }) => status).sort()).toEqual([204, 412, 412])
    expect((await put({ value: 4 })).status).toBe(409)
    const tag = (await au.ask('GET', 'agents/profile', { query: profile() })).headers.get('etag')
    const next = await Promise.all([5, 6].map((value) => put({ value }, { 'if-match': tag })))
    expect(next.map(({ status }) => status).sort()).toEqual([204, 412])
    const own = { query: { activityId: au.at('activityId'), profileId: 'all' } }
    expect((await au.ask('POST', 'activities/profile', { ...own, body: { a: 1 } })).status).toBe(204)
    expect((await others().ask('GET', 'activities/profile', own)).text).toBe('{"a":1}')
  })

  test('nobody reads or writes documents of somebody else, of another registration or of another activity', async () => {
    const refusedBy = async (path: string, query: Record<string, string>) => {
      for (const method of ['GET', 'PUT', 'POST', 'DELETE'])
        expect(
          (await others().ask(method, path, { query, ...(method[0] === 'P' && { body: {} }) })).status,
          `${method} ${path}`,
        ).toBe(403)
    }
    await refusedBy('activities/state', state())
    await refusedBy('activities/state', { ...others().state, registration: au.at('registration'), stateId: 'x' })
    await refusedBy('agents/profile', profile())
    await refusedBy('activities/profile', { activityId: 'https://x.example/a', profileId: 'x' })
    expect((await others().ask('GET', 'agents', { query: { agent: au.at('actor') } })).status).toBe(403)
    expect(JSON.parse((await au.ask('GET', 'agents', { query: { agent: au.at('actor') } })).text)).toMatchObject({
      objectType: 'Person',
    })
  })

  test('preferences have the form that cmi5 gives them', async () => {
    const query = { agent: au.at('actor'), profileId: 'cmi5LearnerPreferences' }
    const good = { languagePreference: 'en-US,fr-FR', audioPreference: 'off' }
    const put = async (body: unknown, more: object = {}) =>
      (await au.ask('PUT', 'agents/profile', { query, body, headers: { 'if-match': '*', ...more } })).status
    for (const bad of [
      { ...good, audioPreference: 'loud' },
      { audioPreference: 'on' },
      { languagePreference: 'en' },
      [],
      { ...good, languagePreference: '' },
      { ...good, languagePreference: 'not one' },
    ])
      expect(await put(bad)).toBe(403)
    expect(await put(good, { 'content-type': 'text/plain' })).toBe(403)
    expect((await au.ask('PUT', 'agents/profile', { query: { profileId: query.profileId }, body: good })).status).toBe(400)
    expect(await put(good)).toBe(204)
  })

  test('a document that is put together of many is no larger than one that is sent at once', async () => {
    const query = state({ stateId: 'grows' })
    const put = (name: string) => au.ask('POST', 'activities/state', { query, body: { [name]: 'x'.repeat(1_000_000) } })
    const replies: number[] = []
    for (const name of ['a', 'b', 'a', 'c']) replies.push((await put(name)).status)
    expect(replies).toEqual([204, 204, 204, 413])
    expect(Object.keys(JSON.parse((await au.ask('GET', 'activities/state', { query })).text) as object)).toEqual(['a', 'b'])
  })

  test('long statements come on several pages, each in its place, and one that is longer than a page by itself', async () => {
    const since = new Date(at.nowMs).toISOString()
    at.nowMs += 60_000
    const ids: string[] = []
    for (let round = 0; round < 4; round += 1) {
      const statement = au.statementOf('experienced', at.nowMs, { result: { response: 'x'.repeat(1_500_000) } })
      ids.push(statement.id)
      expect((await au.put(statement)).status).toBe(204)
    }
    const first = await au.ask('GET', 'statements', { query: { since, ascending: 'true' } })
    expect(idsIn(first)).toEqual(ids.slice(0, 2))
    const { more } = JSON.parse(first.text) as { more: string }
    const second = await au.ask('GET', new URL(more, au.at('endpoint')).href)
    expect(idsIn(second)).toEqual(ids.slice(2))
  })

  test('an activity is told with what statements have said of it', async () => {
    const id = `https://x.example/${randomUUID()}`
    await au.put(au.statementOf('experienced', at.nowMs, { object: { id, definition: { name: { en: 'A knot' } } } }))
    await au.put(au.statementOf('experienced', at.nowMs, { object: { id, definition: { type: 'https://x.example/type' } } }))
    expect(JSON.parse((await au.ask('GET', 'activities', { query: { activityId: id } })).text)).toEqual({
      ...{ objectType: 'Activity', id, definition: { name: { en: 'A knot' }, type: 'https://x.example/type' } },
    })
    // Of several thousand in one statement each.
    const some = (type: string) =>
      Array.from({ length: 2500 }, (_, number) => ({ id: `${id}/${number}`, definition: { [type]: 'https://x.example/t' } }))
    const { context } = au.statementOf('experienced', at.nowMs)
    for (const type of ['type', 'moreInfo'])
      await au.put(
        au.statementOf('experienced', at.nowMs, {
          context: { ...context, contextActivities: { ...context.contextActivities, other: some(type) } },
        }),
      )
    for (const number of [0, 999, 1000, 2499])
      expect(JSON.parse((await au.ask('GET', 'activities', { query: { activityId: `${id}/${number}` } })).text)).toMatchObject({
        definition: { type: 'https://x.example/t', moreInfo: 'https://x.example/t' },
      })
  })

  test('a form that is posted does what its method says', async () => {
    const post = async (method: string, path: string, fields: Record<string, string>) => {
      const response = await fetch(`${au.at('endpoint')}${path}?method=${method}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          'X-Experience-API-Version': '1.0.3',
          Authorization: `Basic ${au.token}`,
          ...fields,
        }).toString(),
      })
      return { status: response.status, text: await response.text() }
    }
    const statement = au.statementOf('experienced', at.nowMs)
    const put = { statementId: statement.id, 'Content-Type': 'application/json', content: JSON.stringify(statement) }
    expect((await post('PUT', 'statements', put)).status).toBe(204)
    expect(idsIn(await post('GET', 'statements', { limit: '1' }))).toEqual([statement.id])
    expect((await post('PUT', 'activities/state', { ...state({ stateId: 'form' }), content: '{"a":1}' })).status).toBe(204)
    expect((await post('GET', 'activities/state', state({ stateId: 'form' }))).text).toBe('{"a":1}')
    expect((await post('GET&limit=1', 'statements', {})).status).toBe(400)
  })

  test('slashes that a unit doubles, a head alone, and a body that is too large', async () => {
    const doubled = await fetch(`${au.at('endpoint')}/statements`, {
      headers: { ...headers, authorization: `Basic ${au.token}` },
    })
    expect(doubled.status).toBe(200)
    const head = await au.ask('HEAD', 'activities/state', { query: state({ stateId: 'LMS.LaunchData' }) })
    expect([head.status, head.text]).toEqual([200, ''])
    expect((await au.ask('PUT', 'activities/state', { query: state(), body: 'x'.repeat(3 * 1024 * 1024) })).status).toBe(413)
  })

  test('statements that come at one moment are each kept once, in an order that no later one comes before', async () => {
    const some = Array.from({ length: 12 }, () => au.statementOf('experienced', at.nowMs))
    const answers = await Promise.all([...some, ...some].map((one) => au.put(one)))
    expect(answers.every(({ status }) => status === 204)).toBe(true)
    const rows = await server.db.kysely
      .selectFrom('xapi_statement')
      .select('number')
      .where('org_id', '=', 1)
      .orderBy('number')
      .execute()
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_, place) => place + 1))
  })

  test('a token ends with the day, and one who has nothing to say is refused by then', async () => {
    at.nowMs += 25 * 3_600_000
    expect((await au.ask('GET', 'statements')).status).toBe(401)
  })
})
