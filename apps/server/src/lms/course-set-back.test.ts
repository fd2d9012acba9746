import { type CourseAttempt, calls } from '@sitwell/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { giveCourse } from '../organisation/give-course.ts'
import { oneDatabase } from '../testing/databases.ts'
import { rememberRows } from '../testing/set-back.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { coursesOf, courseZip, giveCourseFrom, saveOfSco } from '../testing/test-course.ts'
import { arrange, countOrganisations, doCall, refusalIn, signIn, tryCall } from '../testing/test-world.ts'

const lesson = 'cmi.core.lesson_status'

describe.each(oneDatabase)('a course whose database was set back, on %s', (database) => {
  let server: TestServer
  const nextOrgId = countOrganisations()
  const at = { nowMs: Date.parse('2026-11-21T10:00:00Z') }

  beforeAll(async () => {
    server = await startTestServer({ database, clock: { nowMs: () => at.nowMs }, config: { useResetScheduleCheat: true } })
  })
  afterAll(() => server.stop())

  const withCourse = async (wishes: Parameters<typeof courseZip>[1] = {}) => {
    const ownOrgId = nextOrgId()
    const orgId = ownOrgId
    const world = await arrange(server, { orgId, everyone: true })
    const given = await giveCourseFrom(server, orgId, await courseZip({ A: '', B: '' }, wishes), ['learner'])
    const { access_token: token, UserGUID: userGuid } = await signIn(server, world)
    const course = async (): Promise<CourseAttempt> => {
      const [one] = await coursesOf(server, userGuid, token)
      if (!one) throw new Error('The learner has no course.')
      return one
    }
    const ids = (await course()).ScoAttempts.map(({ attemptId }) => attemptId)
    const params = (position: number, of = ids) => ({ params: { attemptId: of[position] ?? 0 } })
    const open = async (position: number, of = ids) => {
      const opened = await doCall(server, calls.scormData, params(position, of), token)
      at.nowMs += 60_000
      return opened
    }
    const save = (position: number, body: ReturnType<typeof saveOfSco>, who = token) =>
      tryCall(server, calls.scormSave, { ...params(position), body }, who)
    const saved = async (position: number, body: ReturnType<typeof saveOfSco>) => {
      const answer = await save(position, body)
      expect(answer.text).toContain('"applied"')
      return calls.scormSave.reply.parse(JSON.parse(answer.text))
    }
    /** Both SCOs: the first is completed, the second begun; with all saves as they were sent. */
    const study = async () => {
      const first = (await open(0)).attemptData
      const completed = saveOfSco({ [lesson]: 'completed' }, first.number + 1, { ends: true, opening: first.opening })
      await saved(0, completed)
      const second = (await open(1)).attemptData
      const begun = saveOfSco({ 'cmi.core.lesson_location': '3' }, second.number + 1, { opening: second.opening })
      await saved(1, begun)
      return { completed, begun, second }
    }
    return { world, orgId, given, token, userGuid, course, ids, open, save, saved, study }
  }
  const statuses = ({ ScoAttempts }: CourseAttempt) => ScoAttempts.map(({ status }) => status)

  test('takes what a page still has, though it forgot that the SCO was opened, and in any order', async () => {
    const { course, study, saved, open } = await withCourse()
    const putBack = await rememberRows(server.db)
    const { completed, begun, second } = await study()
    await putBack()
    expect(statuses(await course())).toEqual([0, 0])
    // The later SCO first: it isn't open by what the database knows.
    expect(await saved(1, begun)).toMatchObject({ applied: true, number: begun.number })
    const next = saveOfSco({ 'cmi.core.lesson_location': '4' }, begun.number + 1, { opening: second.opening })
    expect(await saved(1, next)).toMatchObject({ applied: true })
    expect(await saved(0, completed)).toMatchObject({ applied: true })
    // Once more, as a page does that didn't hear of it.
    expect(await saved(0, completed)).toMatchObject({ applied: true })
    expect(statuses(await course())).toEqual([2, 1])
    const again = await open(1)
    expect(again.launch.entry).toBe('resume')
    expect(again.attemptData).toMatchObject({ data: [{ value: '4' }], standing: next.number })
    expect(again.attemptData.number).toBeGreaterThan(next.number)
  })

  test('knows who opened a SCO later, and an older state that comes after a restore replaces nothing', async () => {
    const { study, saved, open, course } = await withCourse()
    const putBack = await rememberRows(server.db)
    const { begun, completed } = await study()
    await putBack()
    // Another device continues before the first one is back.
    const first = (await open(0)).attemptData
    expect(first.number).toBeGreaterThan(begun.number)
    await saved(0, saveOfSco({ [lesson]: 'completed', 'cmi.core.score.raw': '90' }, first.number + 1, { ends: true }))
    const later = (await open(1)).attemptData
    await saved(1, saveOfSco({ 'cmi.core.lesson_location': '2' }, later.number + 1))
    expect(await saved(1, begun)).toMatchObject({ applied: false, number: later.number + 1 })
    expect(await saved(0, completed)).toMatchObject({ applied: false })
    expect(statuses(await course())).toEqual([2, 1])
    expect((await open(1)).attemptData.data).toEqual([{ element: 'cmi.core.lesson_location', value: '2' }])
  })

  test('opens nothing by a paper that is forged, of another SCO or of another learner, and nothing that was reset', async () => {
    const { study, save, open, course, token } = await withCourse()
    const other = await withCourse()
    const putBack = await rememberRows(server.db)
    const { begun, second } = await study()
    const theirs = (await other.study()).second.opening ?? ''
    await putBack()
    const first = (await open(0)).attemptData.opening ?? ''
    const at2 = 2 ** 50
    for (const opening of ['', 'x', first.slice(0, -4), theirs]) {
      const answer = await save(1, saveOfSco({ [lesson]: 'completed' }, at2, { opening }))
      expect(refusalIn(answer).code, opening).toBe('SCO_NOT_OPEN')
    }
    // The first SCO's paper leads to the first SCO, whatever the address says.
    expect((await save(1, saveOfSco({ 'cmi.suspend_data': 'x' }, at2, { opening: first }))).text).toContain('"applied":true')
    expect(statuses(await course())).toEqual([1, 0])
    await doCall(server, calls.scormReset, { body: { courseAttemptId: (await course()).ID } }, token)
    expect((await save(1, { ...begun, opening: second.opening })).text).toContain('"applied":false')
    const high = saveOfSco({ [lesson]: 'completed' }, at2 + 1, { opening: second.opening })
    expect(refusalIn(await save(1, high)).code).toBe('SCO_NOT_OPEN')
  })

  test('has lost the course: what a page has goes on in the one that is given anew, and in none that has its number now', async () => {
    const { study, save, given, course, orgId, ids, userGuid, token } = await withCourse()
    const { completed, begun } = await study()
    const { kysely } = server.db
    for (const table of ['sco_save', 'sco_attempt', 'course_attempt'] as const)
      await kysely.deleteFrom(table).where('org_id', '=', orgId).execute()
    expect(refusalIn(await save(0, completed)).code).toBe('NOT_FOUND')
    // Numbers are given again: another course has those of the lost one.
    await kysely.deleteFrom('counter').where('org_id', '=', orgId).where('name', '=', 'sco-attempt').execute()
    await giveCourseFrom(server, orgId, await courseZip({ A: '', B: '' }, { id: 'other' }), ['learner'])
    expect((await course()).ScoAttempts.map(({ attemptId }) => attemptId)).toEqual(ids)
    expect(refusalIn(await save(0, completed)).code).toBe('NOT_FOUND')
    at.nowMs += 1000
    await giveCourse(server.db, given, 'learner', { again: false, nowMs: at.nowMs })
    for (const body of [completed, begun])
      expect((await save(body === completed ? 0 : 1, body)).text).toContain('"applied":true')
    expect((await coursesOf(server, userGuid, token)).map(statuses)).toEqual([
      [0, 0],
      [2, 1],
    ])
  })

  test('keeps where the sequencing of a course stands of the SCO that was opened last', async () => {
    const { open, saved } = await withCourse({ version: '2004 4th Edition' })
    const first = (await open(0)).attemptData
    const completed = { 'cmi.completion_status': 'completed', 'cmi.success_status': 'passed' }
    await saved(0, saveOfSco(completed, first.number + 1, { sequencingState: 'first' }))
    const second = (await open(1)).attemptData
    await saved(1, saveOfSco({ 'cmi.location': '1' }, second.number + 1, { sequencingState: 'second' }))
    const late = saveOfSco({ ...completed, 'cmi.location': '9' }, first.number + 2, { ends: true, sequencingState: 'late' })
    expect(await saved(0, late)).toMatchObject({ applied: true })
    expect((await open(1)).launch.sequencingState).toBe('second')
  })
})
