import { randomUUID } from 'node:crypto'
import { calls, courseAttemptRow } from '@sitwell/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { commandPerson } from '../commands/person.ts'
import { arrangeCourses, type CourseDesk } from '../testing/course-desk.ts'
import { bothDatabases } from '../testing/databases.ts'
import { openOffice } from '../testing/open-office.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { auOf, cmi5Zip, startAu, structureOf } from '../testing/test-cmi5.ts'
import { coursesOf, courseZip, giveCourseFrom } from '../testing/test-course.ts'
import { countOrganisations, doCall, signIn } from '../testing/test-world.ts'

const lesson = 'cmi.core.lesson_status'
const total = 'cmi.core.total_time'
const raw = 'cmi.core.score.raw'

describe.each(bothDatabases)('courses of the office on %s', (database) => {
  const at = { nowMs: Date.parse('2026-12-01T09:00:00Z') }
  let server: TestServer
  let orgId: number
  let desk: CourseDesk
  const nextOrgId = countOrganisations()

  beforeAll(async () => {
    server = await startTestServer({ database, clock: { nowMs: () => at.nowMs }, config: { logLevel: 'fatal' } })
  })
  afterAll(() => server.stop())
  beforeEach(async () => {
    orgId = nextOrgId()
    desk = await arrangeCourses(server, orgId)
  })

  const list = (query: object = {}, one = desk.officer) => one.doIt(calls.officeCourses, { query })
  const now = () => new Date(at.nowMs).toISOString()
  const addCourse = async (title: string, id = title) => {
    at.nowMs += 1000
    return giveCourseFrom(server, orgId, await courseZip({ A: '' }, { id, title }), [])
  }

  test('are listed by name or by when they were stored, page by page, and found by words of their names', async () => {
    for (const title of ['Żaba', 'adam', 'Ätna', 'Beta 2', 'الصف']) await addCourse(title)
    const first = await list({ limit: 4 })
    expect(first.courses.map(({ name }) => name)).toEqual(['adam', 'Ätna', 'Beta 2', 'Knots'])
    expect([first.total, first.asOf]).toEqual([6, now()])
    expect(first.courses[3]).toMatchObject({ standard: '1.2', version: 1, people: 0, completed: 0 })
    // One that is added before the place of the cursor moves nothing.
    await addCourse('Aaron')
    const second = await list({ limit: 4, cursor: first.next })
    expect(second.courses.map(({ name }) => name)).toEqual(['Żaba', 'الصف'])
    expect([second.next, second.total]).toEqual([undefined, undefined])
    expect((await list({ search: 'ATN' })).courses.map(({ name }) => name)).toEqual(['Ätna'])
    const newest = await list({ sort: 'newest', limit: 2 })
    expect(newest.courses.map(({ name, storedAt }) => [name, storedAt])).toEqual([
      ['Aaron', now()],
      ['الصف', new Date(at.nowMs - 1000).toISOString()],
    ])
    expect((await list({ sort: 'newest', limit: 2, cursor: newest.next })).courses.map(({ name }) => name)).toEqual([
      ...['Beta 2', 'Ätna'],
    ])
    for (const query of [{ cursor: 'x' }, { cursor: first.next, search: 'a' }, { cursor: first.next, sort: 'newest' }])
      expect((await desk.officer.refused(calls.officeCourses, { query: query as never })).code).toBe('INVALID_REQUEST')
  })

  test('are shown with their versions, under the name of the newest, and how many stand where', async () => {
    await desk.change('give', { userIDs: [1, 2, 3] })
    await desk.study(1, 0, { [lesson]: 'incomplete' })
    at.nowMs += 1000
    await giveCourseFrom(server, orgId, await courseZip({ A: '', B: '', C: '' }), [])
    const { course } = await desk.officer.doIt(calls.officeCourse, { query: { courseGuid: desk.courseGuid } })
    expect(course).toMatchObject({ name: 'Knots', standard: '1.2', may: { seePeople: true, change: true } })
    expect(course.versions.map(({ version, units, storedAt }) => [version, units, storedAt])).toEqual([
      [2, 3, now()],
      [1, 2, new Date(at.nowMs - 1000).toISOString()],
    ])
    expect(course.counts).toEqual({ 'not-started': 2, started: 1, completed: 0, failed: 0 })
    expect((await list()).courses).toMatchObject([{ version: 2, people: 3, completed: 0 }])
  })

  test('show who has them, with what each has come to, by name, state and words, page by page', async () => {
    await desk.change('give', { userIDs: [1, 2, 3, 4] })
    const givenAt = now()
    at.nowMs += 60_000
    await desk.study(1, 0, { [lesson]: 'completed', [raw]: '80', [total]: '0000:05:30.25' })
    await desk.study(1, 1, { [lesson]: 'completed', [raw]: '40', [total]: '00:00:29.75' })
    await desk.study(2, 0, { [lesson]: 'incomplete', 'cmi.suspend_data': '["cmi.core.total_time","09:00:00"]' })
    const first = await desk.people({ limit: 3 })
    expect(first.people.map(({ userID, state, units }) => [userID, state, units])).toEqual([
      ...[[2, 'started', { all: 2, completed: 0 }] as const, [3, 'not-started', { all: 2, completed: 0 }] as const],
      [1, 'completed', { all: 2, completed: 2 }],
    ])
    const [ada, ben, zoe] = first.people
    expect(zoe).toMatchObject({ givenAt, startedAt: now(), endedAt: now(), lastContactAt: now(), timeMs: 360_000 })
    expect([zoe?.score?.toFixed(6), zoe?.may]).toEqual(['0.600000', { take: false, reset: true }])
    // What is in a text of the course is no time that it counted.
    expect([ada?.timeMs, ada?.score, ada?.endedAt]).toEqual([undefined, undefined, undefined])
    expect([ben?.lastContactAt, ben?.startedAt, ben?.may]).toEqual([undefined, undefined, { take: true, reset: false }])
    expect([first.total, first.asOf]).toEqual([4, now()])
    const second = await desk.people({ limit: 3, cursor: first.next })
    expect([second.people.map(({ userID }) => userID), second.next, second.total]).toEqual([[4], undefined, undefined])
    expect((await desk.people({ state: 'completed' })).people.map(({ userID }) => userID)).toEqual([1])
    const found = await desk.people({ search: 'WYN sian' })
    expect([found.people.map(({ userID }) => userID), found.total]).toEqual([[4], 1])
    const foreign = { query: { courseGuid: desk.courseGuid, cursor: first.next, state: 'failed' } as const }
    expect((await desk.officer.refused(calls.officeCoursePeople, foreign)).code).toBe('INVALID_REQUEST')
    const { attempts } = await desk.progress(1)
    expect(attempts[0]?.units.map(({ title, state, score, timeMs }) => [title, state, score, timeMs])).toEqual([
      ...[['Sco A', 'completed', 0.8, 330_250] as const, ['Sco B', 'completed', 0.4, 29_750] as const],
    ])
  })

  test('of SCORM 2004 and cmi5 have scores and times too', async () => {
    await giveCourseFrom(server, orgId, await courseZip({ A: '' }, { version: '2004 4th Edition', id: 'later' }), ['learner-1'])
    const values = { 'cmi.score.scaled': '-0.25', 'cmi.total_time': 'PT1H0M2.5S', 'cmi.completion_status': 'incomplete' }
    await desk.study(1, 0, values)
    const later = (await list()).courses.find(({ standard }) => standard === '2004')?.courseGuid ?? ''
    const inLater = await desk.officer.doIt(calls.officeCoursePeople, { query: { courseGuid: later } })
    expect(inLater.people).toMatchObject([{ score: -0.25, timeMs: 3_602_500, state: 'started' }])

    const structure = structureOf(auOf('one', 'moveOn="Passed"') + auOf('two', 'moveOn="Passed"'))
    const { course_guid: courseGuid } = await giveCourseFrom(server, orgId, await cmi5Zip(structure), ['learner-2'])
    const { access_token: token, UserGUID } = await signIn(server, { orgId }, 'learner-2')
    const [course] = await coursesOf(server, UserGUID, token)
    const params = { attemptId: course?.ScoAttempts[0]?.attemptId ?? 0 }
    const { launch } = await doCall(server, calls.cmi5Launch, { params, body: {} }, token)
    const au = await startAu(launch.address)
    await au.say('initialized', at.nowMs)
    at.nowMs += 90_000
    const result = { success: true, score: { scaled: 0.9 }, duration: 'PT90S' }
    expect(await au.say('passed', at.nowMs, { result })).toBe(204)
    expect(await au.say('terminated', at.nowMs)).toBe(204)
    const progress = await desk.officer.doIt(calls.officeCourseProgress, { query: { courseGuid, userID: 2 } })
    const [one] = progress.attempts
    expect(one?.attempt).toMatchObject({ state: 'started', score: 0.9, timeMs: 90_000, lastContactAt: now() })
    expect(one?.units).toMatchObject([{ state: 'completed', score: 0.9 }, { state: 'not-started' }])
    // A registration that was ended counts no more, and stays: with all that was said in it.
    const { attemptGuid = '' } = one?.attempt ?? {}
    const body = { userID: 2, attemptGuid, state: 'started', resets: 0, reason: 'The device was shared.' } as const
    const { attempt } = await desk.officer.doIt(calls.officeResetCourse, { body })
    expect([attempt.state, attempt.score, attempt.timeMs, attempt.may]).toEqual([
      ...['not-started', undefined, undefined],
      { take: false, reset: false },
    ])
    const after = await desk.officer.doIt(calls.officeCourseProgress, { query: { courseGuid, userID: 2 } })
    expect(after.attempts[0]?.earlier).toMatchObject([{ state: 'started', score: 0.9, timeMs: 90_000, reason: body.reason }])
    const registrations = await server.db.kysely
      .selectFrom('cmi5_registration')
      .select(['ended_by', 'registration'])
      .where('org_id', '=', orgId)
      .execute()
    const resets = await server.db.kysely.selectFrom('course_reset').selectAll().where('org_id', '=', orgId).execute()
    expect(registrations).toEqual([{ ended_by: `o${orgId}-officer`, registration: resets[0]?.registration }])
    const said = await server.db.kysely.selectFrom('xapi_statement').select('number').where('org_id', '=', orgId).execute()
    expect(said.length).toBeGreaterThan(3)
  })

  // OFFICE-411
  test('are reset for one person with a reason: what was stays on record as void, and they begin anew', async () => {
    await desk.change('give', { userIDs: [1] })
    await desk.study(1, 0, { [lesson]: 'completed', [raw]: '80', [total]: '00:05:00' })
    await desk.study(1, 1, { [lesson]: 'failed', [raw]: '20' })
    const [before] = (await desk.progress(1)).attempts
    const { attemptGuid = '' } = before?.attempt ?? {}
    expect(before?.attempt.state).toBe('failed')
    const body = { userID: 1, attemptGuid, state: 'failed', resets: 0, reason: '  The power\nfailed. ' } as const
    at.nowMs += 1000
    const { attempt } = await desk.officer.doIt(calls.officeResetCourse, { body })
    expect(attempt).toMatchObject({
      state: 'not-started',
      resets: 1,
      units: { completed: 0 },
      may: { take: false, reset: false },
    })
    // The reply was lost: the same again resets nothing.
    expect(await desk.officer.doIt(calls.officeResetCourse, { body })).toEqual({ attempt })
    const [after] = (await desk.progress(1)).attempts
    expect(after?.earlier).toEqual([
      {
        ...{ number: 1, state: 'failed', score: 0.5, timeMs: 300_000, resetAt: now(), reason: 'The power failed.' },
        ...{ resetBy: 'Ada Wood', startedAt: before?.attempt.startedAt, endedAt: before?.attempt.endedAt },
        lastContactAt: before?.attempt.lastContactAt,
      },
    ])
    const history = await server.db.kysely.selectFrom('sco_save').select('outcome').where('org_id', '=', orgId).execute()
    expect(history.map(({ outcome }) => outcome).sort()).toEqual(['applied', 'applied', 'reset', 'reset'])
    await vi.waitFor(async () => {
      const events = await desk.events('course-reset')
      expect(events).toMatchObject([
        {
          userGuid: `o${orgId}-learner-1`,
          author: `o${orgId}-officer`,
          what: 'Knots',
          target: { reason: 'The power failed.' },
        },
      ])
      const { entries } = await desk.officer.doIt(calls.officePersonTimeline, { query: { userID: 1 } })
      expect(entries[0]).toMatchObject({ kind: 'course-reset', what: 'Knots', reason: 'The power failed.' })
    })
    await desk.study(1, 0, { [lesson]: 'completed' })
    expect((await desk.people()).people).toMatchObject([{ state: 'started', resets: 1 }])
  })

  test('are not reset over what happened since they were shown, nor without a reason', async () => {
    await desk.change('give', { userIDs: [1] })
    await desk.study(1, 0, { [lesson]: 'incomplete' })
    const [one] = (await desk.progress(1)).attempts
    const body = { userID: 1, attemptGuid: one?.attempt.attemptGuid ?? '', state: 'started', resets: 0, reason: 'x' } as const
    for (const reason of ['', '  ', '\u0007'])
      expect((await desk.officer.refused(calls.officeResetCourse, { body: { ...body, reason } })).code).toBe('INVALID_REQUEST')
    // Somebody else's attempt under another's number, though all else is right.
    expect((await desk.officer.refused(calls.officeResetCourse, { body: { ...body, userID: 2 } })).code).toBe('NOT_FOUND')
    expect((await desk.progress(1)).attempts).toMatchObject([{ attempt: { state: 'started', resets: 0 } }])
    await desk.study(1, 0, { [lesson]: 'completed' })
    await desk.study(1, 1, { [lesson]: 'completed' })
    const stale = JSON.parse((await desk.officer.tryIt(calls.officeResetCourse, { body })).text).error
    expect([stale.code, courseAttemptRow.parse(stale.current).state]).toEqual(['CHANGED_MEANWHILE', 'completed'])
    const completed = { ...body, state: 'completed' } as const
    const both = await Promise.all(
      ['one', 'two'].map((reason) => desk.officer.tryIt(calls.officeResetCourse, { body: { ...completed, reason } })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await desk.progress(1)).attempts[0]?.earlier).toHaveLength(1)
  })

  test('are reset by nobody for somebody who may do more, elsewhere, or whom they do not see', async () => {
    await desk.change('give', { userIDs: [1, 14] })
    const group = await desk.addGroup('Inside', [2])
    const narrow = await desk.narrow('exams-officer', { kind: 'group', id: group })
    const author = await openOffice(server, orgId, 'author')
    const auditor = await openOffice(server, orgId, 'auditor')
    const rows = (await desk.people()).people
    const bodyOf = (userID: number) => ({
      ...{ userID, attemptGuid: rows.find((row) => row.userID === userID)?.attemptGuid ?? '' },
      ...({ state: 'started', resets: 0, reason: 'x' } as const),
    })
    expect(rows.find(({ userID }) => userID === 14)?.may).toEqual({ take: true, reset: false })
    const codeOf = async (one: typeof author, userID: number) =>
      (await one.refused(calls.officeResetCourse, { body: bodyOf(userID) })).code
    expect([await codeOf(desk.officer, 14), await codeOf(narrow, 1), await codeOf(auditor, 1)]).toEqual([
      ...['NOT_ALLOWED', 'NOT_ALLOWED', 'NOT_ALLOWED'],
    ])
    // Whoever may see no people learns nothing of them.
    expect(await codeOf(author, 1)).toBe('NOT_FOUND')
    expect((await author.refused(calls.officeCourseProgress, { query: { courseGuid: desk.courseGuid, userID: 1 } })).code).toBe(
      'NOT_FOUND',
    )
    const seen = await desk.people({}, author)
    expect([seen.people, seen.total]).toEqual([[], 0])
    const { course } = await author.doIt(calls.officeCourse, { query: { courseGuid: desk.courseGuid } })
    expect([course.may, course.counts['not-started']]).toEqual([{ seePeople: false, change: false }, 2])
    const shown = await auditor.doIt(calls.officeCourse, { query: { courseGuid: desk.courseGuid } })
    expect(shown.course.may).toEqual({ seePeople: true, change: false })
    expect((await desk.people({}, auditor)).people.map(({ may }) => may)).toEqual([
      ...[1, 2].map(() => ({ take: false, reset: false })),
    ])
    const [own] = (await list({}, narrow)).courses
    expect([own?.name, own?.people]).toEqual(['Knots', 0])
    const inRoom = { query: { courseGuid: randomUUID() } }
    expect((await narrow.refused(calls.officeCourse, inRoom)).code).toBe('NOT_FOUND')
  })

  test('lose somebody who is erased, with what was reset', async () => {
    await desk.change('give', { userIDs: [1, 2] })
    await desk.study(1, 0, { [lesson]: 'incomplete' })
    const attemptGuid = (await desk.progress(1)).attempts[0]?.attempt.attemptGuid ?? ''
    const body = { userID: 1, attemptGuid, state: 'started', resets: 0, reason: 'x' } as const
    await desk.officer.doIt(calls.officeResetCourse, { body })
    const quiet = vi.spyOn(console, 'log').mockImplementation(() => {})
    expect(await commandPerson(server.db, 'erase', { orgId, username: 'learner-1', folder: 'nowhere' })).toBe(0)
    quiet.mockRestore()
    expect(await server.db.kysely.selectFrom('course_reset').select('number').where('org_id', '=', orgId).execute()).toEqual([])
    expect((await desk.people()).people.map(({ userID }) => userID)).toEqual([2])
    expect((await list()).courses).toMatchObject([{ people: 1 }])
  })

  test('that very many have are listed alike', async () => {
    const prefix = `o${orgId}`
    const [sample] = await server.db.kysely.selectFrom('person').selectAll().where('org_id', '=', orgId).limit(1).execute()
    if (!sample) throw new Error('There is nobody.')
    const many = Array.from({ length: 2100 }, (_, index) => ({
      ...{ ...sample, user_guid: `${prefix}-many-${index}`, user_id: 1000 + index, username: `many-${index}` },
      ...{ sign_in_name: `many-${index}`, search_name: `many ${String(index).padStart(4, '0')}`, learner_identifier: null },
    }))
    for (let from = 0; from < many.length; from += 300)
      await server.db.kysely
        .insertInto('person')
        .values(many.slice(from, from + 300))
        .execute()
    const userIDs = many.map(({ user_id }) => user_id)
    expect((await desk.change('give', { userIDs: [1, ...userIDs] })).totals).toEqual({
      changed: 2101,
      unchanged: 0,
      refused: 0,
    })
    const first = await desk.people({ limit: 100 })
    expect([first.total, first.people[0]?.username, first.people[99]?.username]).toEqual([2101, 'many-0', 'many-99'])
    const second = await desk.people({ limit: 100, cursor: first.next })
    expect(second.people[0]?.username).toBe('many-100')
    const found = await desk.people({ search: '2099' })
    expect([found.total, found.people.map(({ username }) => username)]).toEqual([1, ['many-2099']])
  })
})
