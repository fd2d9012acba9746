import { calls, questionTypes } from '@sitwell/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bothDatabases } from '../../testing/databases.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import {
  arrange,
  countOrganisations,
  credentials,
  doCall,
  refusalIn,
  saveOf,
  send,
  signIn,
  sitExam,
  tryCall,
  type World,
} from '../../testing/test-world.ts'

const startMs = Date.parse('2026-11-21T11:30:00Z')
const minuteMs = 60_000

describe.each(bothDatabases)('on the way into an exam on %s', (database) => {
  let nowMs = startMs
  let server: TestServer
  let world: World
  let token: string
  const nextOrgId = countOrganisations()

  const arrangeWith = async (schedule: object, everyone = false) => {
    const orgId = nextOrgId()
    const prefix = `o${orgId}`
    world = await arrange(server, {
      orgId,
      everyone,
      file: { schedules: [{ guid: `${prefix}-schedule`, username: 'learner', exam: `${prefix}-exam`, ...schedule }] },
    })
    token = (await signIn(server, world)).access_token
  }
  const canStart = () => doCall(server, calls.canStart, { query: world.entry }, token)
  const exam = () => tryCall(server, calls.examJson, { query: world.entry }, token)
  const start = () => tryCall(server, calls.start, { query: world.entry }, token)
  const giveExamPassword = (password: string, as = token) => {
    const { userGuid, scheduleGuid } = world.entry
    return doCall(server, calls.checkPassword, { body: { scheduleGuid, userGuid, password } }, as)
  }
  const codesOf = async () => [refusalIn(await exam()).code, refusalIn(await start()).code]

  beforeAll(async () => {
    server = await startTestServer({ database, clock: { nowMs: () => nowMs } })
  })
  beforeEach(() => {
    nowMs = startMs
  })
  afterAll(() => server.stop())

  // ENT-201 API-201 API-202
  test('a learner sees what is scheduled for them, in both calls alike', async () => {
    await arrangeWith({ info: 'Room 4', startDt: '2026-11-21T10:00:00Z', password: 'open', practiceExtraTimeSeconds: 60 })
    const { userGuid } = world.entry
    const list = await doCall(server, calls.schedules, { query: { userGuid } }, token)
    expect(list).toEqual([
      {
        guid: world.entry.scheduleGuid,
        scheduleType: 1,
        scheduleInfo: 'Room 4',
        examName: `Trees of ${world.prefix}`,
        examGuid: world.entry.examGuid,
        examTypeGuid: world.entry.examObjectTypeGuid,
        startDt: '2026-11-21T10:00:00.000Z',
        startDtFmt: 'Saturday, November 21st 2026, 10:00',
        commenced: false,
        completed: false,
        practice: false,
        requiresPassword: true,
        version: 3,
        objectID: 17,
        practiceExtraTime: 60,
      },
    ])
    const work = await doCall(server, calls.work, { query: { userGuid, showCompletedCourses: 'true' } }, token)
    expect(work).toEqual({ assessments: list, courses: [] })
  })

  // ENT-201
  test('a schedule says when it was begun and when it is done', async () => {
    await arrangeWith({})
    const state = async () => {
      const [one] = await doCall(server, calls.schedules, { query: { userGuid: world.entry.userGuid } }, token)
      return [one?.commenced, one?.completed]
    }
    const { formRunGUID } = await doCall(server, calls.start, { query: world.entry }, token)
    expect(await state()).toEqual([true, false])
    await doCall(server, calls.complete, { body: { formRunGuid: formRunGUID, timeRemaining: 1, elapsedTime: 1 } }, token)
    expect(await state()).toEqual([true, true])
  })

  // API-203
  test('an exam that may start says so', async () => {
    await arrangeWith({})
    expect(await canStart()).toEqual({ canStart: true, message: '' })
  })

  // API-203 ERR-222
  test('before its first moment it can not start, and the server says when it opens', async () => {
    await arrangeWith({ startDt: '2026-11-21T11:40:00Z' })
    expect(await canStart()).toEqual({
      canStart: false,
      message: expect.stringContaining('11:40'),
      opensAt: '2026-11-21T11:40:00.000Z',
    })
    expect(await codesOf()).toEqual(['CANNOT_START', 'CANNOT_START'])
    nowMs += 10 * minuteMs
    expect(await canStart()).toMatchObject({ canStart: true })
  })

  // API-203 ERR-222
  test('after its last moment it can not start, but whoever has begun goes on', async () => {
    await arrangeWith({ completeDt: '2026-11-21T11:35:00Z' })
    await start()
    nowMs += 10 * minuteMs
    expect(await canStart()).toMatchObject({ canStart: true })
    await arrangeWith({ completeDt: '2026-11-21T11:35:00Z' })
    expect(await canStart()).toMatchObject({ canStart: false, closedAt: '2026-11-21T11:35:00.000Z' })
    expect(await codesOf()).toEqual(['CANNOT_START', 'CANNOT_START'])
  })

  // API-203 ERR-222
  test("an organisation's own reason is told as it stands", async () => {
    await arrangeWith({ cantStartMessage: 'Please see your tutor' })
    expect(await canStart()).toEqual({ canStart: false, message: 'Please see your tutor' })
    expect(refusalIn(await start())).toMatchObject({ status: 403, code: 'CANNOT_START', message: 'Please see your tutor' })
  })

  // GATE-226
  test('without its password neither the questions nor the start are given', async () => {
    await arrangeWith({ password: 'open sesame' })
    expect(await codesOf()).toEqual(['PASSWORD_REQUIRED', 'PASSWORD_REQUIRED'])
    expect(await giveExamPassword('guess')).toEqual({ result: false })
    expect(await codesOf()).toEqual(['PASSWORD_REQUIRED', 'PASSWORD_REQUIRED'])
  })

  // GATE-215 GATE-226 API-205 ENT-219
  test('the right password opens the exam, in this session alone', async () => {
    await arrangeWith({ password: 'open sesame' })
    expect(await giveExamPassword('open sesame')).toEqual({ result: true })
    expect((await exam()).status).toBe(200)
    expect((await start()).status).toBe(200)
    token = (await signIn(server, world)).access_token
    expect(await codesOf()).toEqual(['PASSWORD_REQUIRED', 'PASSWORD_REQUIRED'])
  })

  // ENT-215 ENT-301 API-206 API-304 ENT-216 ENT-302
  test('a start answers the guid of the form run, and starting again answers the same one', async () => {
    await arrangeWith({})
    const query = { ...world.entry, publicUserName: 'Ada', playerVersion: '1' }
    const starts = await Promise.all([1, 2, 3].map(() => doCall(server, calls.start, { query }, token)))
    expect(new Set(starts.map((one) => one.formRunGUID)).size).toBe(1)
    const rows = await server.db.kysely.selectFrom('form_run').selectAll().where('org_id', '=', world.orgId).execute()
    expect(rows).toMatchObject([{ form_run_guid: starts[0]?.formRunGUID, public_user_name: 'Ada' }])
  })

  // API-207 ENT-208
  test('the exam holds its sections, questions and mappings, and no form run before the start', async () => {
    await arrangeWith({})
    const content = await doCall(server, calls.examJson, { query: world.entry }, token)
    expect(content).not.toHaveProperty('formRunGuid')
    expect(content).toMatchObject({
      examGuid: world.entry.examGuid,
      version: 3,
      settings: { examTime: 600, warningTime: 60, examTimeRemaining: 600, elapsedTime: 0, initialPage: 1 },
      sections: [{ id: `${world.prefix}-section`, name: 'First', marks: 8 }],
      mappings: [
        { sectionId: 'root', sectionIds: [`${world.prefix}-section`], questionIds: [] },
        { sectionId: `${world.prefix}-section`, sectionIds: [] },
      ],
    })
    expect(content.questions.map((question) => [question.number, question.type, question.marks, question.paperPartId])).toEqual(
      [
        [1, 'RADIO', 2, `${world.prefix}-section`],
        [2, 'MULTICHOICE', 2, `${world.prefix}-section`],
        [3, 'QUESTIONLTEXT', 4, `${world.prefix}-section`],
      ],
    )
    expect(content.questions[0]).toMatchObject({ options: [{ id: 'a', text: 'Ash', selected: false }, {}, {}] })
    expect(content.questions.every((question) => questionTypes.includes(question.type as never))).toBe(true)
  })

  test('no key, no mark scheme and no note of the marker ever leaves, before the start nor after answers', async () => {
    await arrangeWith({})
    const before = (await exam()).text
    const { formRunGuid } = await sitExam(server, world)
    token = (await signIn(server, world)).access_token
    await doCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid) }, token)
    for (const text of [before, (await exam()).text]) {
      expect(text).not.toMatch(/SECRET|markingNotes|markScheme|"key"|"credit"|gradeBoundaries|fromPercent|passMark/)
      expect(text).toContain('Which bends?')
    }
  })

  // API-212
  test('a file of the exam comes with its type for the token of the exam, and runs nothing', async () => {
    await arrangeWith({})
    const content = await doCall(server, calls.examJson, { query: world.entry }, token)
    const [file] = content.resources
    const at = (token: string, org = world.orgId) => send(server, `/${file?.url}?orgID=${org}&token=${token}`)
    const answer = await at(content.resourceToken ?? '')
    expect(answer).toMatchObject({ status: 200, text: expect.stringContaining('<svg') })
    expect(answer.headers.get('content-type')).toBe('image/svg+xml')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('content-security-policy')).toMatch(/sandbox/)
    expect(file?.url).toMatch(new RegExp(`^${content.resourceUrl}pictures/a%20tree.svg$`))
    for (const refused of [await at('x'), await at(''), await at(content.resourceToken ?? '', 1)])
      expect(refusalIn(refused)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    nowMs += 25 * 60 * minuteMs
    expect((await at(content.resourceToken ?? '')).status).toBe(404)
  })

  // API-117 API-223 API-320
  test("the server's time is in two forms", async () => {
    await arrangeWith({})
    const { userGuid } = world.entry
    expect(await doCall(server, calls.time, { query: { userGuid } }, token)).toEqual({
      time: '2026-11-21T11:30:00.000Z',
      formattedDate: 'Saturday, November 21st 2026, 11:30',
    })
  })

  test('an administrator opens no exam of a learner', async () => {
    await arrangeWith({}, true)
    const admin = (await doCall(server, calls.token, credentials(world, 'admin'))).access_token
    const answer = await tryCall(server, calls.examJson, { query: world.entry }, admin)
    expect(refusalIn(answer)).toMatchObject({ status: 403, code: 'NOT_ALLOWED' })
  })
})
