import { type CourseAttempt, calls } from '@sitwell/contract'
import { extensions, verbs } from '@sitwell/exam/courses/cmi5/vocabulary'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bothDatabases } from '../../testing/databases.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { auOf, blockOf, cmi5Zip, publisher, startAu, structureOf } from '../../testing/test-cmi5.ts'
import { coursesOf, giveCourseFrom, saveOfSco } from '../../testing/test-course.ts'
import { arrange, countOrganisations, doCall, refusalIn, signIn, tryCall } from '../../testing/test-world.ts'

describe.each(bothDatabases)('courses of cmi5 on %s', (database) => {
  let server: TestServer
  const nextOrgId = countOrganisations()
  const at = { nowMs: Date.parse('2026-11-23T10:00:00Z') }

  beforeAll(async () => {
    server = await startTestServer({ database, clock: { nowMs: () => at.nowMs }, config: { useResetScheduleCheat: true } })
  })
  afterAll(() => server.stop())

  const withCourse = async (inside: string) => {
    const ownOrgId = nextOrgId()
    const orgId = ownOrgId
    const world = await arrange(server, { orgId, everyone: true })
    await giveCourseFrom(server, orgId, await cmi5Zip(structureOf(inside)), ['learner', 'other'])
    const { access_token: token, UserGUID: userGuid } = await signIn(server, world)
    const course = async (): Promise<CourseAttempt> => {
      const [one] = await coursesOf(server, userGuid, token)
      if (!one) throw new Error('The learner has no course.')
      return one
    }
    const ids = (await course()).ScoAttempts.map(({ attemptId }) => attemptId)
    const launch = (position: number, body: { browse?: boolean; language?: string } = {}, who = token) =>
      tryCall(server, calls.cmi5Launch, { params: { attemptId: ids[position] ?? 0 }, body }, who)
    const open = async (position: number, body: Parameters<typeof launch>[1] = {}) => {
      const answer = await launch(position, body)
      expect(answer.status).toBe(200)
      const { launch: how } = calls.cmi5Launch.reply.parse(JSON.parse(answer.text))
      return { ...(await startAu(how.address)), how }
    }
    const session = (sessionGuid: string, who = token) => tryCall(server, calls.cmi5Session, { params: { sessionGuid } }, who)
    const stored = async () => {
      const rows = await server.db.kysely
        .selectFrom('xapi_statement')
        .selectAll()
        .where('org_id', '=', orgId)
        .orderBy('number')
        .execute()
      return rows.map(
        (row) => JSON.parse(row.statement) as Record<string, never> & { verb: { id: string }; object: { id: string } },
      )
    }
    const verbsStored = async () => (await stored()).map(({ verb }) => verb.id.split('/').at(-1))
    return { orgId, world, token, userGuid, course, ids, launch, open, session, stored, verbsStored }
  }

  test('a unit is launched, says all of its story, and what it is worth reaches its block, the course and the list', async () => {
    const { open, course, verbsStored, stored, session } = await withCourse(
      blockOf('first', auOf('one', 'moveOn="CompletedAndPassed" masteryScore="0.8"')) + auOf('two', 'moveOn="Completed"'),
    )
    expect((await course()).ScoAttempts).toMatchObject([
      { status: 0, open: true, kind: 'au', name: 'one' },
      { status: 0, open: false },
    ])
    const one = await open(0)
    expect(one.how).toMatchObject({ place: 'frame', mode: 'Normal', title: 'one' })
    expect(await course()).toMatchObject({ Status: 1, ScoAttempts: [{ status: 1 }, { open: false }] })
    expect(await one.say('initialized', at.nowMs)).toBe(204)
    expect(await one.say('progressed', at.nowMs + 1)).toBe(204)
    expect(await one.say('completed', at.nowMs + 2)).toBe(204)
    expect((await course()).ScoAttempts).toMatchObject([{ status: 1 }, { open: false }])
    expect(await one.say('passed', at.nowMs + 3)).toBe(204)
    expect(await course()).toMatchObject({ Status: 1, ScoAttempts: [{ status: 2 }, { status: 0, open: true }] })
    expect(await one.say('terminated', at.nowMs + 4)).toBe(204)
    expect(JSON.parse((await session(one.how.sessionGuid)).text)).toMatchObject({
      state: 'terminated',
      courseAttempt: { Status: 1 },
    })
    const two = await open(1)
    await two.say('initialized', at.nowMs)
    await two.say('completed', at.nowMs)
    expect(await course()).toMatchObject({ Status: 2, ScoAttempts: [{ status: 2 }, { status: 2 }] })
    expect(await verbsStored()).toEqual([
      ...['launched', 'initialized', 'progressed', 'completed', 'passed', 'satisfied', 'terminated'],
      ...['launched', 'initialized', 'completed', 'satisfied'],
    ])
    const all = await stored()
    const ofBlock = all[5]
    expect(ofBlock).toMatchObject({
      actor: { account: { name: expect.any(String) as string } },
      object: { definition: { type: 'https://w3id.org/xapi/cmi5/activitytype/block', name: { 'en-GB': 'first' } } },
      context: {
        extensions: { [extensions.sessionId]: one.how.sessionGuid },
        contextActivities: { grouping: [{ id: `${publisher}/block/first` }] },
      },
    })
    expect(ofBlock?.object.id).not.toBe(`${publisher}/block/first`)
    expect(all.at(-1)).toMatchObject({ object: { definition: { type: 'https://w3id.org/xapi/cmi5/activitytype/course' } } })
  })

  test('a launch gives what the standard says, once, and the launch data can be read and not changed', async () => {
    const { open, stored, userGuid } = await withCourse(
      auOf(
        'one',
        'moveOn="Passed" masteryScore="0.9"',
        '<launchParameters>x=1</launchParameters><entitlementKey>key</entitlementKey>',
      ),
    )
    const au = await open(0, { language: 'ar' })
    expect(au.url.pathname).toMatch(/\/one\.html$/)
    expect(au.at('name')).toBe('one')
    expect(au.actor).toEqual({ objectType: 'Agent', account: { homePage: expect.any(String) as string, name: userGuid } })
    expect(au.at('activityId')).not.toBe(`${publisher}/au/one`)
    expect(au.token).toBeTruthy()
    expect(await au.fetchToken()).toMatchObject({ 'error-code': '1' })
    expect(await au.launchData()).toMatchObject({
      contextTemplate: {
        contextActivities: { grouping: [{ id: `${publisher}/au/one` }] },
        extensions: { [extensions.sessionId]: au.how.sessionGuid },
      },
      ...{ launchMode: 'Normal', moveOn: 'Passed', masteryScore: 0.9, launchParameters: 'x=1' },
      ...{ entitlementKey: { courseStructure: 'key' }, returnURL: expect.stringMatching(/\/cmi5\/return\?lang=ar$/) as string },
    })
    const data = { query: { ...au.state, stateId: 'LMS.LaunchData' } }
    for (const method of ['PUT', 'POST'] as const)
      expect((await au.ask(method, 'activities/state', { ...data, body: {} })).status).toBe(403)
    expect((await au.ask('DELETE', 'activities/state', data)).status).toBe(403)
    expect((await au.ask('DELETE', 'activities/state', { query: au.state })).status).toBe(204)
    expect(await au.launchData()).toMatchObject({ moveOn: 'Passed' })
    const preferences = await au.ask('GET', 'agents/profile', {
      query: { agent: au.at('actor'), profileId: 'cmi5LearnerPreferences' },
    })
    expect(JSON.parse(preferences.text)).toEqual({ languagePreference: 'ar', audioPreference: 'on' })
    const [launched] = await stored()
    expect(launched).toMatchObject({
      verb: { id: verbs.launched },
      context: {
        registration: au.at('registration'),
        extensions: {
          [extensions.launchMode]: 'Normal',
          [extensions.moveOn]: 'Passed',
          [extensions.masteryScore]: 0.9,
          [extensions.launchParameters]: 'x=1',
          [extensions.launchUrl]: expect.stringMatching(/one\.html\?name=one$/) as string,
        },
      },
    })
    // What opens the course's files is in no statement.
    expect(JSON.stringify(launched)).not.toContain(au.url.pathname.split('/')[2])
  })

  test('the page of a unit is served with whatever stands behind it', async () => {
    const { open } = await withCourse(auOf('one'))
    const au = await open(0)
    const page = await fetch(au.url)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html'])
  })

  test('after terminated a session says and reads nothing more; what was under way from before it counts', async () => {
    const { open, course } = await withCourse(auOf('one', 'moveOn="Completed"'))
    const au = await open(0)
    await au.say('initialized', at.nowMs)
    const stored = au.statementOf('experienced', at.nowMs)
    await au.put(stored)
    expect(await au.say('terminated', at.nowMs + 100)).toBe(204)
    expect((await au.put(stored)).status).toBe(403)
    expect(await au.say('experienced', at.nowMs + 101)).toBe(403)
    expect((await au.ask('GET', 'activities/state', { query: { ...au.state, stateId: 'x' } })).status).toBe(403)
    expect(await au.say('completed', at.nowMs + 99)).toBe(204)
    expect(await course()).toMatchObject({ Status: 2 })
    at.nowMs += 60_000
    expect(await au.say('experienced', at.nowMs - 59_990)).toBe(403)
  })

  test('a launch abandons what was open of the course, which says nothing more', async () => {
    const { open, verbsStored, stored, session } = await withCourse(auOf('one') + auOf('two'))
    const one = await open(0)
    await one.say('initialized', at.nowMs)
    at.nowMs += 90_000
    await one.say('experienced', at.nowMs)
    at.nowMs += 60_000
    const two = await open(1)
    expect(await one.say('terminated', at.nowMs)).toBe(403)
    expect((await one.ask('GET', 'statements')).status).toBe(403)
    expect(JSON.parse((await session(one.how.sessionGuid)).text)).toMatchObject({ state: 'abandoned' })
    expect(JSON.parse((await session(two.how.sessionGuid)).text)).toMatchObject({ state: 'launched' })
    const abandoned = (await stored()).find(({ verb }) => verb.id === verbs.abandoned)
    expect(abandoned).toMatchObject({
      result: { duration: 'PT90S' },
      context: { extensions: { [extensions.sessionId]: one.how.sessionGuid } },
    })
    // Nothing is asked of either, so the course was satisfied when its learner was registered.
    expect(await verbsStored()).toEqual(['launched', 'satisfied', 'initialized', 'experienced', 'abandoned', 'launched'])
  })

  test('a failed unit may be tried again, and one that is done is looked at in review, where nothing counts', async () => {
    const { open, course, launch } = await withCourse(auOf('one', 'moveOn="Passed"') + auOf('two', 'moveOn="Passed"'))
    const first = await open(0)
    await first.say('initialized', at.nowMs)
    await first.say('failed', at.nowMs)
    await first.say('terminated', at.nowMs)
    expect(await course()).toMatchObject({ Status: 3, ScoAttempts: [{ status: 3, open: true }, { open: false }] })
    expect(refusalIn(await launch(1))).toMatchObject({ code: 'SCO_NOT_OPEN' })
    const again = await open(0)
    expect(await course()).toMatchObject({ Status: 1, ScoAttempts: [{ status: 1 }, {}] })
    expect(again.at('registration')).toBe(first.at('registration'))
    expect(again.at('activityId')).toBe(first.at('activityId'))
    await again.say('initialized', at.nowMs)
    await again.say('passed', at.nowMs)
    await again.say('terminated', at.nowMs)
    const review = await open(0)
    expect(review.how.mode).toBe('Review')
    await review.say('initialized', at.nowMs)
    expect(await review.say('completed', at.nowMs)).toBe(403)
    expect(await review.say('terminated', at.nowMs)).toBe(204)
    const browsed = await open(1, { browse: true })
    expect(browsed.how.mode).toBe('Browse')
    await browsed.say('initialized', at.nowMs)
    expect(await browsed.say('passed', at.nowMs)).toBe(403)
  })

  test('a unit of another server, or that asks for it, is launched in a window of its own', async () => {
    const { open } = await withCourse(
      auOf('own', 'launchMethod="OwnWindow"') + auOf('far', '', '', 'https://elsewhere.example/au?x=1#y'),
    )
    expect((await open(0)).how.place).toBe('window')
    const far = await open(1)
    expect(far.how.place).toBe('window')
    expect(far.how.address).toMatch(/^https:\/\/elsewhere\.example\/au\?x=1&endpoint=http.*#y$/)
  })

  test('a reset begins another registration: what the one before says no longer counts, and stays', async () => {
    const { open, course, token, verbsStored } = await withCourse(auOf('one', 'moveOn="Completed"'))
    const au = await open(0)
    await au.say('initialized', at.nowMs)
    await doCall(server, calls.scormReset, { body: { courseAttemptId: (await course()).ID } }, token)
    expect(await course()).toMatchObject({ Status: 0, DateStarted: null, ScoAttempts: [{ status: 0 }] })
    expect(await au.say('completed', at.nowMs)).toBe(403)
    const next = await open(0)
    expect(next.at('registration')).not.toBe(au.at('registration'))
    // Its session is over, and says so.
    expect(await verbsStored()).toEqual(['launched', 'initialized', 'abandoned', 'launched'])
  })

  test('a unit is no SCO: it is neither opened nor saved as one', async () => {
    const { ids, token } = await withCourse(auOf('one'))
    const params = { attemptId: ids[0] ?? 0 }
    expect(refusalIn(await tryCall(server, calls.scormData, { params }, token)).code).toBe('SCO_NOT_OPEN')
    const body = saveOfSco({ 'cmi.core.lesson_status': 'completed' }, 1)
    expect(refusalIn(await tryCall(server, calls.scormSave, { params, body }, token)).code).toBe('SCO_NOT_OPEN')
  })

  test('nobody launches, or asks after, what is not theirs', async () => {
    const { open, launch, session, world } = await withCourse(auOf('one'))
    const { access_token: other } = await signIn(server, world, 'other')
    expect(refusalIn(await launch(0, {}, other)).code).toBe('NOT_FOUND')
    const au = await open(0)
    expect(refusalIn(await session(au.how.sessionGuid, other)).code).toBe('NOT_FOUND')
  })

  test('two launches at one moment leave one session open', async () => {
    const { launch, orgId } = await withCourse(auOf('one'))
    const answers = await Promise.all([launch(0), launch(0), launch(0)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const open = await server.db.kysely
      .selectFrom('cmi5_session')
      .select('session_guid')
      .where('org_id', '=', orgId)
      .where('abandoned_at', 'is', null)
      .execute()
    expect(open).toHaveLength(1)
  })
})
