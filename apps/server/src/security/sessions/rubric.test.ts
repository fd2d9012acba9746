import { calls } from '@sitwell/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bothDatabases } from '../../testing/databases.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { arrange, credentials, doCall, examOf, personOf, refusalIn, saveOf, tryCall } from '../../testing/test-world.ts'

describe.each(bothDatabases)('the rubric on %s', (database) => {
  let server: TestServer
  let last = 0
  let nowMs = Date.parse('2026-11-21T11:30:00Z')
  beforeAll(async () => {
    server = await startTestServer({ database, clock: { nowMs: () => nowMs } })
  })
  afterAll(() => server.stop())

  const arrangeOne = async (settings: Record<string, string> = {}, more: object = {}) => {
    last += 1
    const prefix = `o${last}`
    const known = { dateOfBirth: '2001-02-03', learnerIdentifier: 'QQ123456C', ...more }
    const people = [
      { ...personOf(prefix, 'learner', 1), ...known },
      { ...personOf(prefix, 'admin', 2), admin: true },
    ]
    const exam = examOf(prefix)
    const schedules = [{ guid: `${prefix}-schedule`, username: 'learner', exam: exam.examGuid }]
    return arrange(server, { orgId: last, exam, file: { people, settings, schedules } })
  }
  type World = Awaited<ReturnType<typeof arrangeOne>>
  /** Signs in and confirms nothing. */
  const enter = async (world: World) => (await doCall(server, calls.token, credentials(world, 'learner'))).access_token
  const confirm = (world: World, token: string, body: object) =>
    // What a hostile caller may send too.
    tryCall(server, calls.confirmRubric, { body: { userGuid: world.entry.userGuid, confirmed: [], ...body } }, token)
  const ways = [calls.canStart, calls.examJson, calls.start] as const
  const codes = async (world: World, token: string) => {
    const answers = []
    for (const call of ways) {
      // The three take the same query.
      const answer = await tryCall(server, call, { query: world.entry } as never, token)
      answers.push(answer.status === 200 ? 'let in' : refusalIn(answer).code)
    }
    return answers
  }
  const refused = ['RUBRIC_REQUIRED', 'RUBRIC_REQUIRED', 'RUBRIC_REQUIRED']
  const letIn = ['let in', 'let in', 'let in']
  const both = { confirmed: ['name', 'instructions'] }

  test('has to be confirmed before an exam can start, opens or begins, and is confirmed once in a session', async () => {
    const world = await arrangeOne()
    const token = await enter(world)
    expect(await codes(world, token)).toEqual(refused)
    const state = () => doCall(server, calls.rubricState, { query: { userGuid: world.entry.userGuid } }, token)
    expect(await state()).toEqual({ confirmed: false })
    for (const confirmed of [[], ['name'], ['instructions'], ['name', 'name']]) {
      const no = refusalIn(await confirm(world, token, { confirmed }))
      expect(no).toMatchObject({ status: 403, code: 'RUBRIC_REQUIRED' })
      expect(no.details?.length).toBeGreaterThan(0)
    }
    expect(await codes(world, token)).toEqual(refused)
    expect((await confirm(world, token, both)).status).toBe(200)
    expect((await confirm(world, token, both)).status).toBe(200)
    expect(await state()).toEqual({ confirmed: true })
    expect(await codes(world, token)).toEqual(letIn)
  })

  // RUB-204 RUB-206
  test('asks for date of birth and identifier where the settings and the record say so, and compares what is given', async () => {
    const world = await arrangeOne({ ConfirmLearnerDOB: '2', ConfirmLearnerIdentifier: '2' })
    const token = await enter(world)
    const all = { confirmed: ['name', 'dob', 'identifier', 'instructions'] }
    const right = { dateOfBirth: '2001-02-03', learnerIdentifier: 'qq 12 34 56 c' }
    for (const body of [
      both,
      all,
      { ...all, ...right, dateOfBirth: '2001-03-02' },
      { ...all, ...right, learnerIdentifier: '' },
    ])
      expect(refusalIn(await confirm(world, token, body)).code, JSON.stringify(body)).toBe('RUBRIC_REQUIRED')
    expect(await codes(world, token)).toEqual(refused)
    expect((await confirm(world, token, { ...all, ...right })).status).toBe(200)
    expect(await codes(world, token)).toEqual(letIn)

    const ticked = await arrangeOne({ ConfirmLearnerDOB: '1', ConfirmLearnerIdentifier: '0' })
    const session = await enter(ticked)
    expect(refusalIn(await confirm(ticked, session, both)).code).toBe('RUBRIC_REQUIRED')
    expect((await confirm(ticked, session, { confirmed: ['name', 'dob', 'instructions'] })).status).toBe(200)

    const unknown = await arrangeOne({ ConfirmLearnerDOB: '2' }, { dateOfBirth: undefined })
    expect((await confirm(unknown, await enter(unknown), both)).status).toBe(200)
  })

  test('what has to be given can be tried ten times, then once a minute, whatever the sign-in', async () => {
    const world = await arrangeOne({ ConfirmLearnerDOB: '2' })
    let token = await enter(world)
    const say = async (dateOfBirth: string) => {
      const answer = await confirm(world, token, { confirmed: ['name', 'dob', 'instructions'], dateOfBirth })
      return answer.status === 200 ? 'confirmed' : refusalIn(answer).code
    }
    const guesses = Array.from({ length: 12 }, (_, index) => say(`2001-05-${10 + index}`))
    const statuses = (await Promise.all(guesses)).sort()
    expect(statuses).toEqual([...Array(10).fill('RUBRIC_REQUIRED'), ...Array(2).fill('TOO_MANY_REQUESTS')])
    token = await enter(world)
    expect(await say('2001-02-03')).toBe('TOO_MANY_REQUESTS')
    nowMs += 61_000
    expect(await say('2001-02-04')).toBe('RUBRIC_REQUIRED')
    expect(await say('2001-02-03')).toBe('TOO_MANY_REQUESTS')
    // Whoever waits gets in, and whoever is right begins again.
    nowMs += 61_000
    expect(await say('2001-02-03')).toBe('confirmed')
    expect(await say('2001-02-04')).toBe('RUBRIC_REQUIRED')
    // Where nothing has to be given nothing is guessed.
    const free = await arrangeOne()
    const own = await enter(free)
    for (let times = 0; times < 12; times += 1) expect(refusalIn(await confirm(free, own, {})).code).toBe('RUBRIC_REQUIRED')
    expect((await confirm(free, own, both)).status).toBe(200)
  })

  test('is each session’s own: a second sign-in confirms again, and nobody confirms for somebody else', async () => {
    const world = await arrangeOne()
    const first = await enter(world)
    await confirm(world, first, both)
    const second = await enter(world)
    expect(await codes(world, second)).toEqual(refused)
    const other = await arrangeOne()
    const answer = await confirm(world, await enter(other), both)
    expect(refusalIn(answer)).toMatchObject({ status: 403, code: 'NOT_ALLOWED' })
    expect(await codes(world, second)).toEqual(refused)
    expect(refusalIn(await tryCall(server, calls.confirmRubric, { body: { userGuid: 'x', confirmed: [] } })).code).toBe(
      'NO_AUTHORISATION',
    )
  })

  test('an administrator who is signed in as the learner confirms it too', async () => {
    const world = await arrangeOne()
    const admin = (await doCall(server, calls.token, credentials(world, 'admin'))).access_token
    const query = { params: { org: world.orgId }, query: { userID: 1 } }
    const { access_token } = await doCall(server, calls.adminLogin, query, admin)
    expect(await codes(world, access_token)).toEqual(refused)
  })

  test('an exam that is under way goes on without it, and takes answers, in a second session too', async () => {
    const world = await arrangeOne()
    const first = await enter(world)
    await confirm(world, first, both)
    const { formRunGUID } = await doCall(server, calls.start, { query: world.entry }, first)
    nowMs += 2000
    const second = await enter(world)
    expect(await codes(world, second)).toEqual(letIn)
    expect((await tryCall(server, calls.saveAnswer, { body: saveOf(world, formRunGUID) }, second)).status).toBe(200)
  })

  test('a refresh keeps what was confirmed', async () => {
    const world = await arrangeOne()
    const { access_token, refresh_token } = await doCall(server, calls.token, credentials(world, 'learner'))
    await confirm(world, access_token, both)
    const body = { client_id: 'x', grant_type: 'refresh_token' as const, refresh_token }
    const refreshed = await doCall(server, calls.token, { body })
    expect(await codes(world, refreshed.access_token)).toEqual(letIn)
  })
})
