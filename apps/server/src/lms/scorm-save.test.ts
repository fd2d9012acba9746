import { type CourseAttempt, calls, longestCourseValue } from '@sitwell/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bothDatabases } from '../testing/databases.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { coursesOf, courseZip, giveCourseFrom, saveOfSco } from '../testing/test-course.ts'
import { arrange, countOrganisations, doCall, refusalIn, send, signIn, tryCall } from '../testing/test-world.ts'
import { resetCourse } from './reset-course.ts'

const lesson = 'cmi.core.lesson_status'

describe.each(bothDatabases)('courses on %s', (database) => {
  let server: TestServer
  const nextOrgId = countOrganisations()
  const at = { nowMs: Date.parse('2026-11-21T10:00:00Z') }

  beforeAll(async () => {
    server = await startTestServer({ database, clock: { nowMs: () => at.nowMs }, config: { useResetScheduleCheat: true } })
  })
  afterAll(() => server.stop())

  /** A learner with a course of three SCOs, or of those that are given. */
  const withCourse = async (
    scos: Readonly<Record<string, string>> = { A: '', B: '', C: '' },
    wishes: Parameters<typeof courseZip>[1] = {},
  ) => {
    const ownOrgId = nextOrgId()
    const orgId = ownOrgId
    const world = await arrange(server, { orgId, everyone: true })
    await giveCourseFrom(server, orgId, await courseZip(scos, wishes), ['learner'])
    const { access_token: token, UserGUID: userGuid } = await signIn(server, world)
    const course = async (): Promise<CourseAttempt> => {
      const [one] = await coursesOf(server, userGuid, token)
      if (!one) throw new Error('The learner has no course.')
      return one
    }
    const ids = (await course()).ScoAttempts.map(({ attemptId }) => attemptId)
    const params = (position: number) => ({ params: { attemptId: ids[position] ?? 0 } })
    const open = (position: number) => doCall(server, calls.scormData, params(position), token)
    const save = (position: number, body: ReturnType<typeof saveOfSco>, who = token) =>
      tryCall(server, calls.scormSave, { ...params(position), body }, who)
    const saved = async (...given: Parameters<typeof save>) => {
      const answer = await save(...given)
      expect(answer.text).toContain('"applied"')
      return calls.scormSave.reply.parse(JSON.parse(answer.text))
    }
    const history = async (position: number) =>
      server.db.kysely
        .selectFrom('sco_save')
        .selectAll()
        .where('org_id', '=', orgId)
        .where('sco_attempt_id', '=', ids[position] ?? 0)
        .orderBy('entry')
        .execute()
    return { world, orgId, token, userGuid, course, ids, params, open, save, saved, history }
  }

  // API-216 SCO-205 SCO-206 ENT-202 ENT-203
  test('a course begins with nothing started, and its first SCO open', async () => {
    const { course, userGuid, token } = await withCourse()
    expect(await course()).toMatchObject({
      Course_Name: 'Knots',
      Status: 0,
      DateStarted: null,
      DateEnded: null,
      LearningObject_TextMessageID: null,
      ScoAttempts: ['A', 'B', 'C'].map((name, index) => ({
        name: `Sco ${name}`,
        href: `${name}.html`,
        status: 0,
        dateStarted: null,
        dateEnded: null,
        open: index === 0,
      })),
    })
    const { courses } = await doCall(server, calls.work, { query: { userGuid } }, token)
    expect(courses).toEqual([await course()])
  })

  // API-202 API-218 API-219 SCO-209 SCO-207 SCO-208
  test('a learner goes through it: each SCO opens the next one, and the last one completes the course', async () => {
    const { course, open, saved, userGuid, token } = await withCourse()
    for (const position of [0, 1, 2]) {
      const { attemptData, launch, courseAttemptDetails } = await open(position)
      expect(launch).toMatchObject({ entry: 'ab-initio', mode: 'normal', version: '1.2', title: `Sco ${'ABC'[position]}` })
      expect(courseAttemptDetails.ScoAttempts[position]?.status).toBe(1)
      const done = await saved(position, saveOfSco({ [lesson]: 'completed' }, attemptData.number + 1, { ends: true }))
      expect(done.applied).toBe(true)
      expect(done.courseAttempt.Status).toBe(position === 2 ? 2 : 1)
    }
    expect((await course()).DateEnded).not.toBeNull()
    const { courses } = await doCall(server, calls.courseAttempts, { body: { userGuid, includeCompleted: false } }, token)
    expect(courses).toEqual([])
    const work = (more: { showCompletedCourses?: 'true' | 'false' }) =>
      doCall(server, calls.work, { query: { userGuid, proctoringMode: 0, ...more } }, token)
    expect(await work({ showCompletedCourses: 'true' })).toMatchObject({ courses: [await course()] })
    expect((await work({ showCompletedCourses: 'false' })).courses).toEqual([])
    expect((await work({})).courses).toEqual([])
  })

  // SCO-208
  test('a SCO that waits for another is neither opened nor saved, whatever is sent', async () => {
    const { save, params, token, course, history } = await withCourse()
    const answer = await tryCall(server, calls.scormData, params(1), token)
    expect(refusalIn(answer)).toMatchObject({ status: 403, code: 'SCO_NOT_OPEN' })
    const body = saveOfSco({ [lesson]: 'completed' }, 2 ** 50, { ends: true })
    expect(refusalIn(await save(2, body))).toMatchObject({ status: 403, code: 'SCO_NOT_OPEN' })
    expect((await course()).ScoAttempts.map(({ status }) => status)).toEqual([0, 0, 0])
    expect(await history(2)).toEqual([])
  })

  // SCO-207
  test('a failed SCO ends its course, and opens no more', async () => {
    const { open, saved, course, params, token } = await withCourse({ A: '<adlcp:masteryscore>80</adlcp:masteryscore>', B: '' })
    const { attemptData } = await open(0)
    const data = { [lesson]: 'passed', 'cmi.core.score.raw': '79' }
    await saved(0, saveOfSco(data, attemptData.number + 1, { ends: true }))
    expect(await course()).toMatchObject({
      Status: 3,
      ScoAttempts: [
        { status: 3, open: false },
        { status: 0, open: false },
      ],
    })
    for (const position of [0, 1])
      expect(refusalIn(await tryCall(server, calls.scormData, params(position), token)).code).toBe('SCO_NOT_OPEN')
  })

  test('an older save never replaces a newer one, an equal one neither, and both stand in the history', async () => {
    const { open, saved, history } = await withCourse()
    const { number } = (await open(0)).attemptData
    expect(await saved(0, saveOfSco({ 'cmi.suspend_data': 'new' }, number + 5))).toMatchObject({
      applied: true,
      number: number + 5,
    })
    for (const late of [number + 4, number + 5, 1])
      expect(await saved(0, saveOfSco({ 'cmi.suspend_data': 'old' }, late))).toMatchObject({
        applied: false,
        number: number + 5,
      })
    expect((await open(0)).attemptData.data).toEqual([{ element: 'cmi.suspend_data', value: 'new' }])
    expect((await history(0)).map(({ entry, outcome, changes }) => [entry, outcome, changes])).toEqual([
      [1, 'applied', '[["cmi.suspend_data","new"]]'],
      ...[2, 3, 4].map((entry) => [entry, 'older', '[["cmi.suspend_data","old"]]']),
    ])
  })

  test('a repeated save is answered as the first was, and with other words it is refused', async () => {
    const { open, saved, save, history } = await withCourse()
    const { number } = (await open(0)).attemptData
    const body = saveOfSco({ [lesson]: 'incomplete' }, number + 1)
    await saved(0, body)
    await saved(0, saveOfSco({ [lesson]: 'completed' }, number + 2))
    expect(await saved(0, body)).toMatchObject({ applied: true, number: number + 2 })
    expect(refusalIn(await save(0, { ...body, data: [] }))).toMatchObject({ status: 400, code: 'INVALID_REQUEST' })
    expect(await history(0)).toHaveLength(2)
  })

  test('many saves at once: the one with the highest number stands', async () => {
    const { open, saved, history } = await withCourse()
    const { number } = (await open(0)).attemptData
    const numbers = [7, 3, 9, 1, 8, 2, 6, 4, 5].map((one) => number + one)
    await Promise.all(numbers.map((one) => saved(0, saveOfSco({ 'cmi.suspend_data': String(one) }, one))))
    expect((await open(0)).attemptData.data).toEqual([{ element: 'cmi.suspend_data', value: String(number + 9) }])
    expect((await history(0)).map(({ entry }) => entry)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  test('who opens it later is numbered above whoever opened it earlier, however many saves that one has yet to send', async () => {
    const { open, saved } = await withCourse()
    const first = (await open(0)).attemptData.number
    const second = (await open(0)).attemptData.number
    await saved(0, saveOfSco({ 'cmi.suspend_data': 'second' }, second + 1))
    expect(await saved(0, saveOfSco({ 'cmi.suspend_data': 'first' }, first + 99_999))).toMatchObject({ applied: false })
  })

  // SCO-209
  test('what was suspended or cut off resumes with all it had set', async () => {
    const { open, saved } = await withCourse()
    const set = { 'cmi.core.exit': 'suspend', 'cmi.suspend_data': 'page 3', [lesson]: 'incomplete' }
    const first = await open(0)
    await saved(0, saveOfSco({ 'cmi.suspend_data': 'page 2' }, first.attemptData.number + 1))
    const second = await open(0)
    expect(second).toMatchObject({ launch: { entry: 'resume' }, attemptData: { data: [{ value: 'page 2' }] } })
    await saved(0, saveOfSco(set, second.attemptData.number + 1, { ends: true }))
    const third = await open(0)
    expect(third.launch.entry).toBe('resume')
    expect(Object.fromEntries(third.attemptData.data.map(({ element, value }) => [element, value]))).toEqual(set)
    await saved(0, saveOfSco({ ...set, 'cmi.core.exit': '' }, third.attemptData.number + 1, { ends: true }))
    expect(await open(0)).toMatchObject({ launch: { entry: 'ab-initio' }, attemptData: { data: expect.arrayContaining([]) } })
  })

  test('in SCORM 2004 what ended without being suspended begins anew', async () => {
    const { open, saved } = await withCourse({ A: '' }, { version: '2004 3rd Edition' })
    const { number } = (await open(0)).attemptData
    const data = { 'cmi.location': '4', 'cmi.completion_status': 'incomplete', 'cmi.exit': 'normal' }
    await saved(0, saveOfSco(data, number + 1, { ends: true }))
    expect(await open(0)).toMatchObject({ launch: { entry: 'ab-initio' }, attemptData: { data: [] } })
  })

  test('after the end nothing changes: a completed SCO is looked at again in review, and a save then is refused and kept aside', async () => {
    const { open, saved, save, course, history } = await withCourse({ A: '' })
    const { number } = (await open(0)).attemptData
    // It continues setting things until it ends, though it is complete.
    await saved(0, saveOfSco({ [lesson]: 'completed' }, number + 1))
    await saved(0, saveOfSco({ [lesson]: 'completed', 'cmi.core.score.raw': '90' }, number + 2, { ends: true }))
    expect((await course()).Status).toBe(2)
    const again = await open(0)
    expect(again).toMatchObject({ launch: { entry: '', mode: 'review' }, attemptData: { data: [{}, { value: '90' }] } })
    const body = saveOfSco({ [lesson]: 'failed' }, again.attemptData.number + 1)
    for (const tried of [body, body, saveOfSco({}, number + 3)])
      expect(refusalIn(await save(0, tried))).toMatchObject({ status: 409, code: 'SCO_OVER' })
    expect((await course()).Status).toBe(2)
    expect((await history(0)).map(({ outcome }) => outcome)).toEqual(['applied', 'applied', 'over', 'over'])
  })

  test('the last save of a sitting counts though its SCO was looked at in review before it came', async () => {
    const { open, saved, course } = await withCourse({ A: '' })
    const { number } = (await open(0)).attemptData
    await saved(0, saveOfSco({ [lesson]: 'completed' }, number + 1))
    expect((await open(0)).launch.mode).toBe('review')
    expect(await saved(0, saveOfSco({ [lesson]: 'failed' }, number + 2, { ends: true }))).toMatchObject({ applied: true })
    expect((await course()).Status).toBe(3)
  })

  test('elements that are none, are there twice, or are too large are refused, and nothing changes', async () => {
    const { open, save, saved, history } = await withCourse()
    const { number } = (await open(0)).attemptData
    for (const element of ['', 'cmi', '__proto__', 'window.top', 'cmi..x', 'cmi.a b', 'cmi.<script>', `cmi.${'x'.repeat(65)}`])
      expect(refusalIn(await save(0, saveOfSco({ [element]: 'x' }, number + 1))), element).toMatchObject({
        status: 422,
        code: 'INVALID_COURSE_DATA',
      })
    const twice = { ...saveOfSco({}, number + 1), data: [1, 2].map((one) => ({ element: lesson, value: String(one) })) }
    expect(refusalIn(await save(0, twice)).code).toBe('INVALID_COURSE_DATA')
    const many = Object.fromEntries(
      Array.from({ length: 17 }, (_, index) => [`cmi.x.${index}`, 'x'.repeat(longestCourseValue)]),
    )
    expect(refusalIn(await save(0, saveOfSco(many, number + 1))).code).toBe('INVALID_COURSE_DATA')
    const long = saveOfSco({ 'cmi.suspend_data': 'x'.repeat(longestCourseValue + 1) }, number + 1)
    expect(refusalIn(await save(0, long))).toMatchObject({ status: 400, code: 'INVALID_REQUEST' })
    for (const odd of [0, -1, 0.5, 2 ** 53]) expect((await save(0, saveOfSco({}, odd))).status).toBe(400)
    expect(await history(0)).toEqual([])
    const most = { 'cmi.suspend_data': 'ء'.repeat(64_000), 'cmi.comments': '\0\ud800"\\😀', 'cmi.core.__proto__': 'x' }
    await saved(0, saveOfSco(most, number + 1))
    const { data } = (await open(0)).attemptData
    expect(data.find(({ element }) => element === 'cmi.suspend_data')?.value).toBe(most['cmi.suspend_data'])
    expect(data.find(({ element }) => element === 'cmi.core.__proto__')?.value).toBe('x')
  })

  test('nobody opens, saves, resets or is told of another learner’s course, nor of another organisation’s', async () => {
    const { world, params, save, ids, course, history, open } = await withCourse()
    const { number } = (await open(0)).attemptData
    const before = await course()
    const stranger = await withCourse()
    for (const who of [
      (await signIn(server, world, 'other')).access_token,
      (await signIn(server, world, 'admin')).access_token,
    ]) {
      expect(refusalIn(await tryCall(server, calls.scormData, params(0), who)).code).toBe('NOT_FOUND')
      expect(refusalIn(await save(0, saveOfSco({ [lesson]: 'passed' }, number + 1), who)).code).toBe('NOT_FOUND')
      for (const body of [{ scoAttemptId: ids[0] ?? 0 }, { courseAttemptId: before.ID }])
        expect(refusalIn(await tryCall(server, calls.scormReset, { body }, who)).code).toBe('NOT_FOUND')
      const body = { userGuid: `${world.prefix}-learner` }
      expect(refusalIn(await tryCall(server, calls.courseAttempts, { body }, who)).code).toBe('NOT_ALLOWED')
      const query = { body: { parameters: { GUID: before.GUID } } }
      expect(await doCall(server, calls.courseQuery, query, who)).toEqual({ results: [] })
      const texts = { body: { orgID: world.orgId, langID: 1, iDs: [before.Course_ID] } }
      expect(await doCall(server, calls.courseGet, texts, who)).toEqual([])
    }
    // Both organisations number their attempts alike, and each of the two finds its own.
    await stranger.save(0, saveOfSco({ [lesson]: 'passed' }, number + 1))
    expect(await course()).toEqual(before)
    expect(await history(0)).toEqual([])
  })

  // API-217 API-221 API-222
  test('courses are queried by their names, and say what they are called and what they are about', async () => {
    const more =
      '<metadata><lom><general><description><langstring>All about knots</langstring></description></general></lom></metadata>'
    const { course, token, orgId } = await withCourse({ A: '' }, { more })
    const own = await course()
    for (const parameters of [
      { GUID: own.GUID },
      [{ name: 'Course_ID', value: own.Course_ID }],
      { id: String(own.ID) },
      undefined,
      7,
    ])
      expect(await doCall(server, calls.courseQuery, { body: { parameters } }, token)).toEqual({ results: [own] })
    expect(await doCall(server, calls.courseQuery, { body: { parameters: { GUID: 'other' } } }, token)).toEqual({ results: [] })
    const body = { orgID: orgId, langID: 2, iDs: [own.LearningObject_TextMessageID ?? 0, 999] }
    expect(await doCall(server, calls.courseInfo, { body }, token)).toEqual([{ id: own.Course_ID, text: 'All about knots' }])
    const message = { org_id: orgId, language_id: 2, message_id: `course.${own.Course_ID}`, text: 'Noeuds' }
    await server.db.kysely.insertInto('message').values(message).execute()
    expect(await doCall(server, calls.courseGet, { body }, token)).toEqual([{ id: own.Course_ID, text: 'Noeuds' }])
  })

  // API-220 SCH-212
  test('a reset sets a SCO or the course back, keeps what was in the history, and beats every page that was open', async () => {
    const { open, saved, course, ids, token, history } = await withCourse()
    const { number } = (await open(0)).attemptData
    await saved(0, saveOfSco({ [lesson]: 'completed' }, number + 1, { ends: true }))
    await open(1)
    const body = { scoAttemptId: ids[0] ?? 0 }
    const { courseData } = await doCall(server, calls.scormReset, { body }, token)
    expect(courseData.ScoAttempts.map(({ status, open: isOpen }) => [status, isOpen])).toEqual([
      [0, true],
      [1, false],
      [0, false],
    ])
    expect(await saved(0, saveOfSco({ [lesson]: 'passed' }, number + 99_999))).toMatchObject({ applied: false })
    expect((await history(0)).map(({ outcome }) => outcome)).toEqual(['applied', 'reset', 'older'])
    await doCall(server, calls.scormReset, { body: { courseAttemptId: (await course()).ID } }, token)
    expect(await course()).toMatchObject({ Status: 0, DateStarted: null })
    const fresh = await open(0)
    expect(fresh).toMatchObject({ launch: { entry: 'ab-initio' }, attemptData: { data: [] } })
    expect(await saved(0, saveOfSco({ [lesson]: 'completed' }, fresh.attemptData.number + 1))).toMatchObject({ applied: true })
    for (const none of [{}, { scoAttemptId: 1, courseAttemptId: 1 }])
      expect(refusalIn(await tryCall(server, calls.scormReset, { body: none }, token)).code).toBe('INVALID_REQUEST')
  })

  test('sequencing: a pre-test that was failed closes nothing, and the post-test decides', async () => {
    const free =
      '<imsss:sequencing><imsss:rollupRules rollupObjectiveSatisfied="false" rollupProgressCompletion="false"/></imsss:sequencing>'
    const { open, saved, course } = await withCourse({ pre: free, post: '' }, { version: '2004 4th Edition' })
    const first = await open(0)
    expect(first.launch.sequencing).toMatchObject({ activityTree: { children: [{ id: 'pre' }, { id: 'post' }] } })
    const failed = { 'cmi.completion_status': 'completed', 'cmi.success_status': 'failed' }
    await saved(0, saveOfSco(failed, first.attemptData.number + 1, { ends: true, sequencingState: '{"tree":1}' }))
    const second = await open(1)
    expect(second.launch.sequencingState).toBe('{"tree":1}')
    const passed = { 'cmi.completion_status': 'completed', 'cmi.success_status': 'passed' }
    await saved(1, saveOfSco(passed, second.attemptData.number + 1, { ends: true }))
    expect(await course()).toMatchObject({ Status: 2, ScoAttempts: [{ status: 2 }, { status: 2 }] })
  })

  test('files of a course come from an origin of their own, to whoever has the address, whole or a range', async () => {
    const large = Buffer.alloc(1_300_000, 'knot')
    const files = { 'media/loop ä.mp4': new Uint8Array(large), 'x.unknown': 'x' }
    const { open } = await withCourse({ A: '' }, { files })
    const { launch } = await open(0)
    const own = new URL(launch.base)
    expect(own.origin).not.toBe(server.origin)
    const get = (path: string, headers: Record<string, string> = {}) => fetch(launch.base + path, { headers })
    const page = await fetch(launch.address)
    expect(await page.text()).toBe('<title>A</title>')
    expect(page.headers.get('content-type')).toBe('text/html')
    expect(page.headers.get('content-security-policy')).toBe(`frame-ancestors 'self' ${server.origin}`)
    expect(page.headers.get('x-content-type-options')).toBe('nosniff')
    const video = encodeURI('media/loop ä.mp4')
    expect(Buffer.from(await (await get(video)).arrayBuffer()).equals(large)).toBe(true)
    const part = await get(video, { range: 'bytes=524286-524291' })
    expect([part.status, part.headers.get('content-range'), part.headers.get('content-type')]).toEqual([
      206,
      'bytes 524286-524291/1300000',
      'video/mp4',
    ])
    expect(Buffer.from(await part.arrayBuffer()).equals(large.subarray(524_286, 524_292))).toBe(true)
    expect((await get(video, { range: 'bytes=1300000-' })).status).toBe(416)
    const tag = page.headers.get('etag') ?? ''
    expect((await get('A.html', { 'if-none-match': tag })).status).toBe(304)
    expect((await get('x.unknown')).headers.get('content-type')).toBe('application/octet-stream')
    const token = own.pathname.split('/')[2] ?? ''
    const forged = `${Buffer.from('[1,"x","s",9e15]').toString('base64url')}.${token.split('.')[1]}`
    for (const bad of ['x', '', `${token}x`, `${token}.x`, forged])
      expect((await fetch(`${own.origin}/course/${bad}/A.html`)).status, bad).toBe(404)
    for (const missing of ['B.html', '..%2f..%2fetc%2fpasswd', '%00']) expect((await get(missing)).status).toBe(404)
    // What a learner uploads, and every call, are at the other origin alone.
    expect((await fetch(`${own.origin}/lms/api/course/attempts`)).status).toBe(404)
    expect((await send(server, `${own.pathname}A.html`)).text).not.toContain('<title>A</title>')
    at.nowMs += 24 * 3_600_000
    expect((await get('A.html')).status).toBe(404)
    at.nowMs -= 24 * 3_600_000
    expect(await (await fetch(`${own.origin}/config.json`)).json()).toEqual({ playerOrigin: server.origin })
  })

  test('a number that a learner made up is above none that comes once the lesson is opened again, or reset', async () => {
    const { open, save, saved, orgId } = await withCourse()
    const madeUp = [2 ** 52, 2 ** 51 + 1, 2 ** 51]
    for (const number of madeUp) {
      await open(0)
      expect(await saved(0, saveOfSco({ 'cmi.core.lesson_location': '1' }, number))).toMatchObject({ number })
      const { attemptData } = await open(0)
      expect(await saved(0, saveOfSco({ 'cmi.core.lesson_location': '2' }, attemptData.number + 1))).toMatchObject({
        applied: true,
      })
      const again = await open(0)
      expect(await saved(0, saveOfSco({ 'cmi.core.lesson_location': '3' }, again.attemptData.number + 1))).toMatchObject({
        applied: true,
      })
    }
    // A course without a network says its own number of an opening.
    const forged = { ...saveOfSco({ 'cmi.core.lesson_location': '3' }, 2 ** 52), openedHere: 2 ** 52 - 1 }
    expect((await save(0, forged)).status).toBe(200)
    const rows = () => server.db.kysely.selectFrom('course_attempt').select('course_attempt_guid').where('org_id', '=', orgId)
    const { course_attempt_guid: courseAttemptGuid } = await rows().executeTakeFirstOrThrow()
    await resetCourse(server.db.kysely, { orgId, courseAttemptGuid }, 'staff', at.nowMs)
    const { attemptData } = await open(0)
    expect(await saved(0, saveOfSco({ 'cmi.core.lesson_status': 'completed' }, attemptData.number + 1))).toMatchObject({
      applied: true,
    })
    // Of another lesson of the course the same holds.
    await saved(0, saveOfSco({ 'cmi.core.lesson_status': 'completed' }, 2 ** 52))
    const second = await open(1)
    expect(await saved(1, saveOfSco({ 'cmi.core.lesson_location': '1' }, second.attemptData.number + 1))).toMatchObject({
      applied: true,
    })
  })
})

test('a server without the testing flag resets no courses', async () => {
  const server = await startTestServer({ database: 'sqlite' })
  const { access_token } = await signIn(server, await arrange(server))
  const answer = await tryCall(server, calls.scormReset, { body: { scoAttemptId: 1 } }, access_token)
  expect(refusalIn(answer)).toMatchObject({ status: 403, code: 'NOT_ALLOWED' })
  await server.stop()
})
