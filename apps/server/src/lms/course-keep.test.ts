import { type CourseAttempt, calls } from '@sitwell/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneDatabase } from '../testing/databases.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { coursesOf, courseZip, giveCourseFrom, manifestOf, saveOfSco } from '../testing/test-course.ts'
import { arrange, countOrganisations, doCall, refusalIn, signIn, tryCall } from '../testing/test-world.ts'

const done = { 'cmi.core.lesson_status': 'completed' }
const passed = { 'cmi.completion_status': 'completed', 'cmi.success_status': 'passed' }
const underWay = { 'cmi.completion_status': 'incomplete' }
const twice = '<imsss:sequencing><imsss:limitConditions attemptLimit="2"/></imsss:sequencing>'

describe.each(oneDatabase)('a course without the server on %s', (database) => {
  let server: TestServer
  const nextOrgId = countOrganisations()
  const at = { nowMs: Date.parse('2026-11-21T10:00:00Z') }
  beforeAll(async () => {
    server = await startTestServer({ database, clock: { nowMs: () => at.nowMs } })
  })
  afterAll(() => server.stop())

  const withCourse = async (scos: Readonly<Record<string, string>>, wishes: Parameters<typeof courseZip>[1] = {}) => {
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
    const { GUID: courseGuid, ScoAttempts } = await course()
    const params = (position: number) => ({ params: { attemptId: ScoAttempts[position]?.attemptId ?? 0 } })
    const keep = (who = token) => tryCall(server, calls.courseKeep, { params: { courseGuid } }, who)
    const saved = async () => calls.courseKeep.reply.parse(JSON.parse((await keep()).text))
    const open = (position: number) => doCall(server, calls.scormData, params(position), token)
    const save = (position: number, body: ReturnType<typeof saveOfSco>) =>
      tryCall(server, calls.scormSave, { ...params(position), body }, token)
    return { world, orgId, course, keep, saved, open, save }
  }

  test('what a device keeps says how each lesson is launched and stands, opens none, and is its learner’s alone', async () => {
    const { course, keep, saved, world, open, save } = await withCourse({
      A: '<adlcp:masteryscore>80</adlcp:masteryscore>',
      B: '',
    })
    const before = await course()
    const { scos, courseAttempt, files } = await saved()
    expect(courseAttempt).toEqual(before)
    expect(await course()).toEqual(before)
    expect(scos.map(({ launch }) => launch)).toMatchObject([
      { identifier: 'A', kind: 'sco', version: '1.2', masteryScore: 80 },
      { identifier: 'B' },
    ])
    expect(files?.map(({ path }) => path)).toEqual(['A.html', 'B.html', 'imsmanifest.xml'])
    const { attemptData } = await open(0)
    await save(0, saveOfSco({ 'cmi.core.lesson_location': '7' }, attemptData.number + 1))
    expect((await saved()).scos).toMatchObject([
      { status: 1, isSaved: true, hasEnded: false, number: attemptData.number + 1, opened: attemptData.number },
      { status: 0, isSaved: false, data: [] },
    ])
    const { access_token: other } = await signIn(server, world, 'other')
    expect(refusalIn(await keep(other)).code).toBe('NOT_FOUND')
  })

  test('a lesson that was opened without the server is taken once the one before it is there, and not before', async () => {
    const { course, open, save } = await withCourse({ A: '', B: '', C: '' })
    const { attemptData } = await open(0)
    const openedHere = attemptData.number + 100_000
    const second = saveOfSco(done, openedHere + 1, { openedHere, ends: true })
    expect(refusalIn(await save(1, second))).toMatchObject({ status: 403, code: 'SCO_NOT_OPEN' })
    expect((await course()).ScoAttempts[1]).toMatchObject({ status: 0 })
    await save(0, saveOfSco(done, attemptData.number + 1, { ends: true }))
    expect((await save(1, second)).text).toContain('"applied":true')
    expect((await save(1, second)).text).toContain('"applied":true')
    expect((await course()).ScoAttempts.map(({ status }) => status)).toEqual([2, 2, 0])
    // The same again under another guid, or a later opening of what is over.
    const again = saveOfSco({}, openedHere + 200_000, { openedHere: openedHere + 199_999 })
    expect(refusalIn(await save(1, again)).code).toBe('SCO_OVER')
    expect((await course()).ScoAttempts.map(({ status }) => status)).toEqual([2, 2, 0])
  })

  test('an opening on another device that came later stands, and one here is numbered below the next one by the server', async () => {
    const { open, save } = await withCourse({ A: '' })
    const first = await open(0)
    const openedHere = first.attemptData.number + 100_000
    at.nowMs += 60_000
    const later = await open(0)
    await save(0, saveOfSco({ 'cmi.core.lesson_location': '9' }, later.attemptData.number + 1))
    const late = await save(0, saveOfSco({ 'cmi.core.lesson_location': '2' }, openedHere + 1, { openedHere }))
    expect(JSON.parse(late.text)).toMatchObject({ applied: false })
    // A device whose clock is years ahead.
    const ahead = later.attemptData.number + 10 ** 12
    await save(0, saveOfSco({ 'cmi.core.lesson_location': '3' }, ahead + 1, { openedHere: ahead }))
    const { attemptData } = await open(0)
    expect(attemptData.number).toBeGreaterThan(ahead + 1)
    expect(attemptData.data).toEqual([{ element: 'cmi.core.lesson_location', value: '3' }])
  })

  test('what only so many attempts are allowed of has no more of them without the server', async () => {
    const { course, open, save } = await withCourse({ A: twice }, { version: '2004 4th Edition' })
    const { attemptData } = await open(0)
    const sit = (openedHere: number) => save(0, saveOfSco(underWay, openedHere + 1, { openedHere, ends: true }))
    await save(0, saveOfSco(underWay, attemptData.number + 1, { ends: true }))
    expect((await sit(attemptData.number + 100_000)).text).toContain('"applied":true')
    const third = saveOfSco(passed, attemptData.number + 200_001, { openedHere: attemptData.number + 200_000, ends: true })
    expect(refusalIn(await save(0, third))).toMatchObject({ code: 'SCO_NOT_OPEN' })
    expect((await course()).ScoAttempts[0]).toMatchObject({ status: 1, closed: 'attempts' })
  })

  test('a page that is only shown is completed by its being opened, with the server or without', async () => {
    const shown = manifestOf({ P: '', A: '' }).replace(
      '"r-P" type="webcontent" adlcp:scormtype="sco"',
      '"r-P" adlcp:scormtype="asset"',
    )
    const { course, save } = await withCourse({ P: '', A: '' }, { files: { 'imsmanifest.xml': shown } })
    const openedHere = 2 ** 49
    const reply = await save(0, saveOfSco({}, openedHere + 1, { openedHere, ends: true }))
    expect(JSON.parse(reply.text)).toMatchObject({ applied: true, number: openedHere + 1 })
    expect((await course()).ScoAttempts).toMatchObject([{ status: 2 }, { status: 0, open: true }])
  })
})
