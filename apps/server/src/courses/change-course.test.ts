import { randomUUID } from 'node:crypto'
import { calls, courseChangePreview, mostPeopleOfCourse } from '@sitwell/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { giveCourse } from '../organisation/give-course.ts'
import { arrangeCourses, type CourseDesk } from '../testing/course-desk.ts'
import { bothDatabases } from '../testing/databases.ts'
import { openOffice } from '../testing/open-office.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { courseZip, giveCourseFrom } from '../testing/test-course.ts'
import { countOrganisations } from '../testing/test-world.ts'

const lesson = 'cmi.core.lesson_status'

describe.each(bothDatabases)('courses that staff give on %s', (database) => {
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

  const linesOf = (people: readonly { userID: number; becomes: string; reason?: string | undefined }[]) =>
    people.map(({ userID, becomes, reason }) => [userID, becomes, reason])
  const holders = async () => (await desk.people()).people.map(({ userID }) => userID)
  const rowsIn = async (table: 'course_attempt' | 'sco_attempt') =>
    (await server.db.kysely.selectFrom(table).select('course_attempt_guid').where('org_id', '=', orgId).execute()).length
  const newVersion = async () => {
    at.nowMs += 1000
    const path = await courseZip({ A: '', B: '', C: '' })
    return giveCourseFrom(server, orgId, path, [])
  }

  test('go to at most five thousand people at once, those of groups counted with them', async () => {
    const groupIDs = [await desk.addGroup('Cohort', [1, 2])]
    const numbers = Array.from({ length: mostPeopleOfCourse - 1 }, (_, index) => 1000 + index)
    const most = await desk.preview('give', { userIDs: numbers.slice(1), groupIDs })
    expect(most.totals).toEqual({ changed: 2, unchanged: 0, refused: mostPeopleOfCourse - 2 })
    const body = desk.body('give', { userIDs: numbers, groupIDs })
    expect((await desk.officer.refused(calls.officePreviewCourse, { body })).code).toBe('INVALID_REQUEST')
  })

  // OFFICE-102 OFFICE-209
  test('go to people and groups as a preview showed person by person, and the opposite action takes them back', async () => {
    const group = await desk.addGroup('Cohort', [2, 3])
    const targets = { userIDs: [1, 1, 99], groupIDs: [group] }
    const shown = await desk.preview('give', targets)
    expect(linesOf(shown.people)).toEqual([
      ...[[1, 'given', undefined] as const, [99, 'refused', 'not-found'] as const],
      // By name: Li before Lia.
      ...[[2, 'given', undefined] as const, [3, 'given', undefined] as const],
    ])
    expect([shown.totals, shown.canUndo, shown.version]).toEqual([{ changed: 3, unchanged: 0, refused: 1 }, true, 1])
    expect(shown.people[0]).toMatchObject({ firstName: 'Zoë', lastName: 'Müller', username: 'learner-1' })
    expect(await holders()).toEqual([])
    const given = await desk.change('give', targets)
    expect(given).toEqual({ changed: [1, 2, 3], totals: shown.totals })
    expect(await holders()).toEqual([2, 3, 1])
    expect([await rowsIn('course_attempt'), await rowsIn('sco_attempt')]).toEqual([3, 6])
    expect(linesOf((await desk.preview('give', targets)).people).filter(([, becomes]) => becomes === 'given')).toEqual([])
    // It is there for the learner, who goes through it.
    await desk.study(1, 0, { [lesson]: 'completed' })
    const taken = await desk.preview('take', { userIDs: given.changed })
    expect(linesOf(taken.people)).toEqual([
      ...[[1, 'refused', 'begun'] as const, [2, 'taken', undefined] as const, [3, 'taken', undefined] as const],
    ])
    expect((await desk.change('take', { userIDs: given.changed })).changed).toEqual([2, 3])
    expect([await holders(), await rowsIn('sco_attempt')]).toEqual([[1], 2])
    expect(linesOf((await desk.preview('take', { userIDs: [4] })).people)).toEqual([[4, 'unchanged', 'has-not']])
  })

  test('are in the security log and the timeline of each person', async () => {
    await desk.change('give', { userIDs: [1, 2] })
    await desk.change('take', { userIDs: [2] })
    await vi.waitFor(async () => {
      const given = await desk.events('course-given')
      expect(given.map(({ userGuid, author, what }) => [userGuid, author, what]).sort()).toEqual(
        [1, 2].map((id) => [`o${orgId}-learner-${id}`, `o${orgId}-officer`, 'Knots']),
      )
      expect((await desk.events('course-taken')).map(({ userGuid }) => userGuid)).toEqual([`o${orgId}-learner-2`])
      // Nothing of a preview, and the calls have no lines beside these.
      expect(await desk.events('staff-act')).toEqual([])
      const timeline = await desk.officer.doIt(calls.officePersonTimeline, { query: { userID: 2 } })
      expect(timeline.entries.slice(0, 2).map(({ kind, what }) => [kind, what])).toEqual([
        ['course-taken', 'Knots'],
        ['course-given', 'Knots'],
      ])
    })
  })

  // OFFICE-411
  test('give the newest version to whoever has not begun, and replace nothing that was begun or reset', async () => {
    await desk.change('give', { userIDs: [1, 2, 3] })
    await desk.study(2, 0, { [lesson]: 'incomplete' })
    await desk.study(3, 0, { [lesson]: 'incomplete' })
    const [ben] = (await desk.progress(3)).attempts
    const reset = { userID: 3, attemptGuid: ben?.attempt.attemptGuid ?? '', state: 'started', resets: 0, reason: 'x' } as const
    await desk.officer.doIt(calls.officeResetCourse, { body: reset })
    await newVersion()
    const shown = await desk.preview('give', { userIDs: [1, 2, 3, 4] })
    expect(linesOf(shown.people)).toEqual([
      ...[[1, 'updated', undefined] as const, [2, 'unchanged', 'takes-older'] as const],
      ...[[3, 'unchanged', 'takes-older'] as const, [4, 'given', undefined] as const],
    ])
    // The older version does not come back.
    expect(shown.canUndo).toBe(false)
    expect((await desk.change('give', { userIDs: [1, 2, 3, 4] })).changed).toEqual([4])
    expect((await desk.people()).people.map(({ userID, version, units }) => [userID, version, units.all])).toEqual([
      ...[[2, 1, 2] as const, [3, 1, 2] as const, [1, 2, 3] as const, [4, 2, 3] as const],
    ])
    // What was reset is no less begun.
    expect(linesOf((await desk.preview('take', { userIDs: [3] })).people)).toEqual([[3, 'refused', 'begun']])
    expect((await desk.progress(3)).attempts[0]).toMatchObject({ earlier: [{ state: 'started', reason: 'x' }] })
    // An import keeps to the same: it once deleted what had happened before a reset.
    const again = await newVersion()
    const note = await giveCourse(server.db, again, 'learner-3', { again: false, nowMs: at.nowMs })
    expect(note).toMatchObject({ isProblem: true })
    expect((await desk.progress(3)).attempts[0]?.attempt.version).toBe(1)
  })

  test('are given once more to whoever is through with them only if that is asked for', async () => {
    await desk.change('give', { userIDs: [1] })
    await desk.study(1, 0, { [lesson]: 'completed' })
    await desk.study(1, 1, { [lesson]: 'completed' })
    expect(linesOf((await desk.preview('give', { userIDs: [1] })).people)).toEqual([[1, 'unchanged', 'finished']])
    await desk.change('give', { userIDs: [1], again: true })
    at.nowMs += 1000
    const { attempts, name } = await desk.progress(1)
    expect([name, attempts.map(({ attempt }) => attempt.state).sort()]).toEqual(['Knots', ['completed', 'not-started']])
    const { courses } = await desk.officer.doIt(calls.officeCourses, { query: {} })
    expect(courses).toMatchObject([{ people: 1, completed: 1 }])
    // Taking it back takes the one that was not begun.
    expect((await desk.change('take', { userIDs: [1] })).changed).toEqual([1])
    expect((await desk.progress(1)).attempts.map(({ attempt }) => attempt.state)).toEqual(['completed'])
  })

  test('a change that its preview no longer shows does nothing, and returns the new preview', async () => {
    const { hash } = await desk.preview('give', { userIDs: [1, 2] })
    await desk.change('give', { userIDs: [2] })
    const body = { ...desk.body('give', { userIDs: [1, 2] }), hash }
    const refused = JSON.parse((await desk.officer.tryIt(calls.officeChangeCourse, { body })).text).error
    expect(refused.code).toBe('CHANGED_MEANWHILE')
    const current = courseChangePreview.parse(refused.current)
    expect(linesOf(current.people)).toEqual([...[[1, 'given', undefined] as const, [2, 'unchanged', 'has-it'] as const]])
    expect(await holders()).toEqual([2])
    // The hash of another preview, whether of other people, of the other action, or of people who get it again.
    const take = await desk.preview('take', { userIDs: [2] })
    for (const other of [
      { ...body, userIDs: [1, 2, 3], hash: current.hash },
      { ...body, again: true, hash: current.hash },
      { ...desk.body('give', { userIDs: [2] }), hash: take.hash },
    ])
      expect((await desk.officer.refused(calls.officeChangeCourse, { body: other })).code).toBe('CHANGED_MEANWHILE')
    expect(await holders()).toEqual([2])
    // Somebody who joined the group since is not given what nobody was shown for them.
    const group = await desk.addGroup('Cohort', [3])
    const ofGroup = await desk.preview('give', { groupIDs: [group] })
    const members = { groupID: group, action: 'add' as const, userIDs: [4] }
    const joining = await desk.officer.doIt(calls.officePreviewMembers, { body: members })
    const { version } = joining.group
    await desk.officer.doIt(calls.officeChangeMembers, { body: { ...members, version, hash: joining.hash } })
    const stale = { ...desk.body('give', { groupIDs: [group] }), hash: ofGroup.hash }
    expect((await desk.officer.refused(calls.officeChangeCourse, { body: stale })).code).toBe('CHANGED_MEANWHILE')
  })

  test('of several changes at the same moment, or one and an import, nobody gets a course twice', async () => {
    const { hash } = await desk.preview('give', { userIDs: [1, 2] })
    const body = { ...desk.body('give', { userIDs: [1, 2] }), hash }
    const all = await Promise.all([1, 2, 3, 4, 5, 6].map(() => desk.officer.tryIt(calls.officeChangeCourse, { body })))
    expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
    expect(await rowsIn('course_attempt')).toBe(2)
    const course = await newVersion()
    const third = await desk.preview('give', { userIDs: [3] })
    await Promise.all([
      desk.officer.tryIt(calls.officeChangeCourse, { body: { ...desk.body('give', { userIDs: [3] }), hash: third.hash } }),
      giveCourse(server.db, course, 'learner-3', { again: false, nowMs: at.nowMs }),
    ])
    expect((await desk.progress(3)).attempts).toHaveLength(1)
  })

  test('a learner who begins at the moment in which a course is taken away has begun it, or finds none', async () => {
    await desk.change('give', { userIDs: [1] })
    const { hash } = await desk.preview('take', { userIDs: [1] })
    const body = { ...desk.body('take', { userIDs: [1] }), hash }
    const [taken, began] = await Promise.all([
      desk.officer.tryIt(calls.officeChangeCourse, { body }),
      desk.study(1, 0, { [lesson]: 'incomplete' }).then(
        () => true,
        () => false,
      ),
    ])
    expect([taken.status === 200, await rowsIn('sco_attempt')]).toEqual([!began, began ? 2 : 0])
  })

  // OFFICE-209
  test('go to people of the group alone in which a role is held, and show nobody else', async () => {
    const [inside, outside] = [await desk.addGroup('Inside', [1, 2]), await desk.addGroup('Outside', [3])]
    await desk.change('give', { userIDs: [2, 3] })
    const one = await desk.narrow('exams-officer', { kind: 'group', id: inside })
    const shown = await desk.preview('give', { userIDs: [1, 3, 14, 99] }, one)
    expect(shown.people.map(({ userID, becomes, reason, username }) => [userID, becomes, reason, username])).toEqual([
      [1, 'given', undefined, 'learner-1'],
      ...[3, 14, 99].map((id) => [id, 'refused', 'not-found', undefined]),
    ])
    expect((await desk.change('give', { userIDs: [1, 3], groupIDs: [inside] }, one)).changed).toEqual([1])
    for (const group of [outside, randomUUID()]) {
      const body = desk.body('give', { groupIDs: [group] })
      expect((await one.refused(calls.officePreviewCourse, { body })).code).toBe('NOT_FOUND')
      expect((await one.refused(calls.officeChangeCourse, { body: { ...body, hash: 'x' } })).code).toBe('NOT_FOUND')
    }
    expect((await desk.change('take', { userIDs: [2, 3] }, one)).changed).toEqual([2])
    expect(await holders()).toEqual([3, 1])
    // They read of their own people alone, in lists and figures.
    const { people, total } = await desk.people({}, one)
    expect([people.map(({ userID }) => userID), total]).toEqual([[1], 1])
    expect((await one.doIt(calls.officeCourses, { query: {} })).courses).toMatchObject([{ people: 1, completed: 0 }])
    expect((await one.refused(calls.officeCourseProgress, { query: { courseGuid: desk.courseGuid, userID: 3 } })).code).toBe(
      'NOT_ALLOWED',
    )
    // A role that only reads gives nothing.
    const reader = await desk.narrow('auditor', { kind: 'group', id: outside })
    expect((await desk.people({}, reader)).people.map(({ userID }) => userID)).toEqual([3, 1])
    const ofOutside = await desk.preview('give', { userIDs: [3] }, reader)
    expect(linesOf(ofOutside.people)).toEqual([[3, 'refused', 'beyond']])
  })

  test('are given to nobody by staff who see no people, and by no others at all', async () => {
    const author = await openOffice(server, orgId, 'author')
    const shown = await desk.preview('give', { userIDs: [1] }, author)
    expect(linesOf(shown.people)).toEqual([[1, 'refused', 'not-found']])
    expect((await desk.change('give', { userIDs: [1] }, author)).changed).toEqual([])
    const auditor = await openOffice(server, orgId, 'auditor')
    const body = desk.body('give', { userIDs: [1] })
    for (const [call, input] of [
      [calls.officePreviewCourse, { body }],
      [calls.officeChangeCourse, { body: { ...body, hash: 'x' } }],
    ] as const)
      expect([call.name, (await auditor.refused(call, input as never)).code]).toEqual([call.name, 'NOT_ALLOWED'])
  })

  test('of another organisation are not there, nor are its people and groups', async () => {
    await desk.change('give', { userIDs: [1] })
    const far = await arrangeCourses(server, nextOrgId())
    const [one] = (await desk.progress(1)).attempts
    const attemptGuid = one?.attempt.attemptGuid ?? ''
    const body = { ...far.body('give', { userIDs: [1] }), courseGuid: randomUUID() }
    for (const [call, input] of [
      [calls.officeCourse, { query: { courseGuid: randomUUID() } }],
      [calls.officeCoursePeople, { query: { courseGuid: randomUUID() } }],
      [calls.officeCourseProgress, { query: { courseGuid: far.courseGuid, userID: 1 } }],
      [calls.officePreviewCourse, { body }],
      [calls.officeChangeCourse, { body: { ...body, hash: 'x' } }],
      [calls.officeResetCourse, { body: { userID: 1, attemptGuid, state: 'started', resets: 0, reason: 'x' } }],
    ] as const)
      expect([call.name, (await far.officer.refused(call, input as never)).code]).toEqual([call.name, 'NOT_FOUND'])
    const foreign = await desk.addGroup('Cohort', [2])
    const groups = { body: far.body('give', { groupIDs: [foreign] }) }
    expect((await far.officer.refused(calls.officePreviewCourse, groups)).code).toBe('NOT_FOUND')
    // The course is the same package there, and people have the same numbers: they are others.
    expect(far.courseGuid).toBe(desk.courseGuid)
    expect((await far.people()).people).toEqual([])
    await far.change('give', { userIDs: [2] })
    expect(await holders()).toEqual([1])
  })

  test('more people or units than fit one change are refused as such', async () => {
    const body = desk.body('give', { userIDs: Array.from({ length: 5001 }, (_, id) => id) })
    expect((await desk.officer.refused(calls.officePreviewCourse, { body })).code).toBe('INVALID_REQUEST')
    const scos = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`S${index}`, '']))
    await giveCourseFrom(server, orgId, await courseZip(scos, { id: 'long' }), [])
    const { courses } = await desk.officer.doIt(calls.officeCourses, { query: { sort: 'newest' } })
    const long = courses.find(({ courseGuid }) => courseGuid !== desk.courseGuid)?.courseGuid ?? ''
    const ids = Array.from({ length: 5000 }, (_, id) => id + 100)
    const large = { ...desk.body('give', { userIDs: ids }), courseGuid: long }
    const refused = await desk.officer.refused(calls.officePreviewCourse, { body: large })
    expect([refused.code, refused.details?.[0]?.path]).toEqual(['INVALID_REQUEST', 'body.groupIDs'])
    expect(
      (await desk.officer.doIt(calls.officePreviewCourse, { body: { ...large, userIDs: ids.slice(0, 4000) } })).totals,
    ).toEqual({
      ...{ changed: 0, unchanged: 0, refused: 4000 },
    })
  })
})
