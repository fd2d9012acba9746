import { randomUUID } from 'node:crypto'
import { calls, heardHeader } from '@sitwell/contract'
import { authoredQuestion } from '@sitwell/question-types/marking'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { commandInvigilate } from '../../commands/invigilate.ts'
import { bothDatabases } from '../../testing/databases.ts'
import { createTestPlace, startServerIn, type TestServer } from '../../testing/start-test-server.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import {
  arrange,
  countOrganisations,
  doCall,
  examOf,
  refusalIn,
  saveOf,
  signIn,
  sitExam,
  tryCall,
  type World,
} from '../../testing/test-world.ts'
import { createExamCache } from '../form-run/exam-cache.ts'
import { selectLedger } from '../form-run/ledger-queries.ts'
import { selectAnswers } from '../form-run/queries.ts'
import { acceptLate } from './accept-late.ts'

const grace = 30_000
const examMs = 20_000
const options = ['a', 'b'].map((id) => ({ id, text: `Tree ${id}` }))
const questionIds = (prefix: string) => [1, 2, 3, 4, 5].map((number) => `${prefix}-five${number}`)

/** Five questions, one mark each, in twenty seconds. */
const fiveQuestions = (prefix: string) =>
  examOf(prefix, {
    settings: { examTime: examMs / 1000 },
    sections: [
      {
        id: `${prefix}-section`,
        name: 'All',
        questions: questionIds(prefix).map((id) =>
          authoredQuestion.parse({ type: 'RADIO', id, text: 'Which?', options, key: 'b', marks: 1 }),
        ),
      },
    ],
  })

interface Sitting {
  readonly world: World
  readonly token: string
  readonly formRunGuid: string
  /** When the server was heard last, by its header. */
  readonly contactAt: number
}

describe.each(bothDatabases)('answers that were given in time and arrive late, on %s,', (database) => {
  const { clock, pass } = createTestClock()
  let place: Awaited<ReturnType<typeof createTestPlace>>
  let server: TestServer
  const nextOrgId = countOrganisations()

  beforeAll(async () => {
    place = await createTestPlace({ database, config: { lateSaveGraceMs: grace } })
    server = await startServerIn(place.config, { clock })
  })
  afterAll(async () => {
    await server.stop()
    await place.remove()
  })

  const heard = async ({ token, formRunGuid }: Pick<Sitting, 'token' | 'formRunGuid'>) => {
    const { headers } = await tryCall(server, calls.dashState, { query: { formRunGuid } }, token)
    return Number(headers.get(heardHeader))
  }
  const sit = async (settings: Readonly<Record<string, string>> = {}): Promise<Sitting> => {
    const orgId = nextOrgId()
    const world = await arrange(server, {
      orgId,
      exam: fiveQuestions(`o${orgId}`),
      everyone: true,
      invigilated: true,
    })
    for (const [name, value] of Object.entries(settings))
      await server.db.kysely.insertInto('setting').values({ org_id: orgId, name, value }).execute()
    const sitting = await sitExam(server, world)
    return { world, ...sitting, contactAt: await heard(sitting) }
  }
  type Typed = NonNullable<Parameters<typeof saveOf>[2]>['typed']
  const typedAfter = ({ contactAt }: Sitting, ms: number): Typed => ({ contactAt, steadyMs: ms, wallMs: ms })
  let sequence = 0
  const save = ({ world, token, formRunGuid }: Sitting, question: number, typed: Typed, more: object = {}) => {
    sequence += 1
    const id = `${world.prefix}-five${question}`
    const answer = { answerText: 'Tree b', options: [{ optionID: 'b', optionText: 'Tree b' }] }
    const named = { questionVersionId: id, page: id, sequence, requestId: randomUUID() }
    const body = saveOf(world, formRunGuid, { ...answer, ...named, IsFromLocalStorage: true, typed, ...more })
    return tryCall(server, calls.saveAnswer, { body }, token)
  }
  const replyOf = ({ text }: { readonly text: string }) => JSON.parse(text) as Record<string, unknown>
  const complete = ({ token, formRunGuid }: Sitting) =>
    doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 0, elapsedTime: 20 } }, token)
  const result = ({ token, formRunGuid }: Sitting) => doCall(server, calls.result, { query: { formRunGuid } }, token)
  const judged = async ({ formRunGuid }: Sitting) =>
    server.db.kysely
      .selectFrom('answer_event')
      .select(['outcome', 'judged', 'typed_at', 'late_ms'])
      .where('form_run_guid', '=', formRunGuid)
      .orderBy('sequence')
      .execute()

  test('all count where the network was away over the end: five of five', async () => {
    const sitting = await sit()
    pass(2000)
    const typed = typedAfter(sitting, 2000)
    pass(examMs - 2000 + 49_000)
    for (const question of [1, 2, 3, 4, 5])
      expect(replyOf(await save(sitting, question, typed))).toMatchObject({ saved: true, applied: true })
    await complete(sitting)
    expect(await result(sitting)).toMatchObject({ marked: true, score: 5, maxScore: 5 })
    const typedAt = sitting.contactAt + 2000
    expect(await judged(sitting)).toEqual(
      Array(5).fill({ outcome: 'applied', judged: 'typed-in-time', typed_at: typedAt, late_ms: 49_000 }),
    )
  })

  test('they count where their page heard the server last before the exam began', async () => {
    const sitting = await sit()
    pass(examMs + 49_000)
    const typed = { contactAt: sitting.contactAt - 600_000, steadyMs: 602_000, wallMs: 602_000 }
    expect(replyOf(await save(sitting, 1, typed))).toMatchObject({ saved: true, applied: true })
    expect(await judged(sitting)).toMatchObject([{ outcome: 'applied', judged: 'typed-in-time' }])
  })

  test('they count after the completion too, and are marked, until a mark was told', async () => {
    const sitting = await sit()
    pass(examMs + 49_000)
    await complete(sitting)
    const typed = typedAfter(sitting, 2000)
    for (const question of [1, 2]) expect((await save(sitting, question, typed)).status).toBe(200)
    pass(grace)
    expect((await save(sitting, 3, typed)).status).toBe(200)
    pass(grace)
    expect(await result(sitting)).toMatchObject({ marked: true, score: 3 })
    expect(refusalIn(await save(sitting, 4, typed))).toMatchObject({ status: 409, code: 'FORM_RUN_COMPLETED' })
    expect(await result(sitting)).toMatchObject({ marked: true, score: 3 })
    expect((await judged(sitting)).map(({ judged: reason }) => reason)).toEqual([
      ...Array(3).fill('typed-in-time'),
      'mark-told',
    ])
  })

  test('a repeated one is answered as it was the first time', async () => {
    const sitting = await sit({ OfflineAnswers: 'review' })
    pass(examMs + 49_000)
    const again = { sequence: 77, requestId: randomUUID() }
    const [first, second] = [await save(sitting, 1, typedAfter(sitting, 2000), again), await save(sitting, 1, undefined, again)]
    expect(replyOf(first)).toEqual({ saved: true, applied: false, sequence: 77, late: true, review: true })
    expect(replyOf(second)).toEqual(replyOf(first))
    expect(await judged(sitting)).toHaveLength(1)
  })

  test('they wait for the exam’s staff, or are kept alone, where the organisation says so, and after its hours', async () => {
    const [waits, refused, old] = [
      await sit({ OfflineAnswers: 'Review' }),
      await sit({ OfflineAnswers: 'refuse' }),
      await sit({ OfflineAnswersHours: '0.02' }),
    ]
    pass(examMs + 73_000)
    expect(replyOf(await save(waits, 1, typedAfter(waits, 2000)))).toMatchObject({ applied: false, late: true, review: true })
    const replies = [await save(refused, 1, typedAfter(refused, 2000)), await save(old, 1, typedAfter(old, 2000))]
    for (const reply of replies) {
      expect(replyOf(reply)).toMatchObject({ applied: false, late: true })
      expect(replyOf(reply)).not.toHaveProperty('review')
    }
    const reasons = [...(await judged(waits)), ...(await judged(refused)), ...(await judged(old))]
    expect(reasons.map(({ outcome, judged: reason }) => [outcome, reason])).toEqual([
      ['review', 'typed-in-time'],
      ['over-time', 'typed-in-time'],
      ['over-time', 'too-old'],
    ])
  })

  test('what the server would have heard of before waits for the staff, whatever its browser says', async () => {
    const sitting = await sit()
    for (let seconds = 0; seconds < 60; seconds += 2) {
      pass(2000)
      await heard(sitting)
    }
    expect(replyOf(await save(sitting, 1, typedAfter(sitting, 2000)))).toMatchObject({ applied: false, review: true })
    expect(await judged(sitting)).toMatchObject([{ outcome: 'review', judged: 'not-silent' }])
    await complete(sitting)
    expect(await result(sitting)).toMatchObject({ score: 0 })
  })

  test('what was typed after the end doesn’t count, and what nobody can know waits', async () => {
    const sitting = await sit()
    pass(examMs + 49_000)
    const { contactAt } = sitting
    const claims: [Typed, string, string][] = [
      [undefined, 'over-time', 'no-evidence'],
      [{ contactAt, steadyMs: examMs + 5000, wallMs: examMs + 5000 }, 'over-time', 'typed-late'],
      // Another page has heard the server, and a computer that slept, or whose clock was set.
      [{ contactAt, wallMs: 2000 }, 'review', 'moment-unknown'],
      [{ contactAt, steadyMs: 2000, wallMs: 200_000 }, 'review', 'moment-unknown'],
      // Before there was anything to answer, and after now.
      [{ contactAt: contactAt - 90_000, steadyMs: 80_000, wallMs: 80_000 }, 'review', 'moment-unknown'],
      [{ contactAt: contactAt + 900_000, steadyMs: 1, wallMs: 1 }, 'review', 'moment-unknown'],
    ]
    for (const [typed] of claims) expect(replyOf(await save(sitting, 1, typed))).toMatchObject({ applied: false, late: true })
    expect((await judged(sitting)).map(({ outcome, judged: reason }) => [outcome, reason])).toEqual(
      claims.map(([, outcome, reason]) => [outcome, reason]),
    )
  })

  test('no claim is too odd to be answered', async () => {
    const sitting = await sit()
    pass(examMs + 49_000)
    const most = Number.MAX_SAFE_INTEGER
    for (const typed of [
      { contactAt: most, steadyMs: most, wallMs: -most },
      { contactAt: 0, steadyMs: 0, wallMs: 0 },
    ])
      expect((await save(sitting, 1, typed)).status).toBe(200)
    for (const typed of [
      { contactAt: -1, wallMs: 0 },
      { contactAt: 1.5, wallMs: 0 },
      { contactAt: 1e300, wallMs: 0 },
    ])
      expect((await save(sitting, 1, typed)).status).toBe(400)
  })

  test('staff see what waits, and accept it for one form run or a whole exam, also after a mark was told', async () => {
    const sitting = await sit({ OfflineAnswers: 'review' })
    pass(examMs + 49_000)
    await save(sitting, 1, typedAfter(sitting, 2000))
    await save(sitting, 2, undefined)
    await complete(sitting)
    expect(await result(sitting)).toMatchObject({ marked: true, score: 0 })
    const { world, formRunGuid } = sitting
    const { access_token: staff } = await signIn(server, world, 'invigilator')
    const { examGuid } = world.entry
    const seen = async () => doCall(server, calls.dashFormRuns, { query: { examGuid } }, staff)
    expect(await seen()).toMatchObject([{ formRunGuid, lateAnswers: 2, waitingAnswers: 1 }])
    const accept = (body: object) => tryCall(server, calls.acceptLateAnswers, { body }, staff)
    expect(refusalIn(await accept({ examGuid: 'none' }))).toMatchObject({ code: 'NOT_FOUND' })
    expect((await accept({ examGuid, formRunGuid })).status).toBe(400)
    expect(replyOf(await accept({ examGuid, waiting: true }))).toEqual({ accepted: 1, changed: [formRunGuid] })
    expect(await seen()).toMatchObject([{ lateAnswers: 2, waitingAnswers: 0 }])
    expect(await result(sitting)).toMatchObject({ marked: true, score: 1 })
    expect(replyOf(await accept({ examGuid }))).toEqual({ accepted: 1, changed: [formRunGuid] })
    expect(replyOf(await accept({ formRunGuid }))).toEqual({ accepted: 0, changed: [] })
    expect(await result(sitting)).toMatchObject({ marked: true, score: 2 })
    const ledger = await selectLedger(server.db, { orgId: world.orgId, formRunGuid })
    expect(ledger.filter(({ kind }) => kind === 'incident')).toMatchObject(
      Array(2).fill({ author: `${world.prefix}-invigilator`, text: 'Late answers accepted: 1, after the mark had been told' }),
    )
  })

  test('staff list them over an exam, page by page, with when and why each waits, and nobody else does', async () => {
    const sitting = await sit()
    const { world, formRunGuid, contactAt } = sitting
    pass(examMs + 49_000)
    await save(sitting, 1, typedAfter(sitting, 2000))
    pass(1000)
    await save(sitting, 2, undefined)
    pass(1000)
    await save(sitting, 3, { contactAt, wallMs: 2000 })
    const body = { formRunGUID: formRunGuid, requestId: randomUUID(), fileName: 'map.txt' }
    await doCall(server, calls.uploadFile, { body, file: new Blob(['x']) }, sitting.token)
    const { access_token: staff } = await signIn(server, world, 'invigilator')
    const { examGuid } = world.entry
    const ask = (query: object, by = staff) => tryCall(server, calls.dashLateAnswers, { query: { examGuid, ...query } }, by)
    const listed = async (query: object = {}) => {
      const { late, more } = await doCall(server, calls.dashLateAnswers, { query: { examGuid, ...query } }, staff)
      return { more, late: late.map((one) => [one.fileName ?? one.questionNumber, one.state, one.reason]) }
    }
    const whole = [
      [1, 'counts', 'typed-in-time'],
      [2, 'late', 'no-evidence'],
      [3, 'waits', 'moment-unknown'],
      ['map.txt', 'late', 'no-evidence'],
    ]
    expect(await listed()).toEqual({ late: whole, more: false })
    expect(await listed({ take: 3 })).toEqual({ late: whole.slice(0, 3), more: true })
    expect(await listed({ skip: 3, take: 3 })).toEqual({ late: whole.slice(3), more: false })
    const { late } = JSON.parse((await ask({})).text) as { late: object[] }
    expect(late[0]).toMatchObject({
      ...{ formRunGuid, username: 'learner', lastName: 'Wood', lateBy: 49 },
      typedAt: new Date(contactAt + 2000).toISOString(),
      receivedAt: new Date(contactAt + examMs + 49_000).toISOString(),
    })
    expect(refusalIn(await ask({}, sitting.token))).toMatchObject({ status: 403, code: 'NOT_ALLOWED' })
    for (const query of [{ take: 0 }, { take: 201 }, { skip: -1 }, { take: 'x' }]) expect((await ask(query)).status).toBe(400)
    const other = await sit()
    const { access_token: stranger } = await signIn(server, other.world, 'invigilator')
    expect(refusalIn(await ask({}, stranger))).toMatchObject({ code: 'NOT_FOUND' })

    const log = vi.spyOn(console, 'log').mockImplementation(() => {})
    const wishes = { orgId: world.orgId, formRunGuid: undefined, examGuid, seconds: undefined, text: undefined }
    expect(await commandInvigilate(server.db, 'late', wishes)).toBe(0)
    expect(log.mock.calls.map(([line]) => line)).toEqual([
      expect.stringContaining('Ada Wood (learner)  question 1  counts, typed-in-time, typed at'),
      expect.stringContaining('question 2  does not count, no-evidence, received at'),
      expect.stringContaining('question 3  waits to be accepted, moment-unknown'),
      expect.stringContaining('-, file "map.txt"  does not count'),
    ])
    expect(await commandInvigilate(server.db, 'accept-late', { ...wishes, waiting: true })).toBe(0)
    vi.restoreAllMocks()
    expect((await listed()).late.map(([, state]) => state)).toEqual(['counts', 'late', 'counts', 'late'])
  })

  test('accepted answers, the marks that follow and the word of it in the ledger are there together, or none of them', async () => {
    const sitting = await sit({ OfflineAnswers: 'review' })
    pass(examMs + 49_000)
    await save(sitting, 1, typedAfter(sitting, 2000))
    await complete(sitting)
    pass(grace + 1)
    expect(await result(sitting)).toMatchObject({ marked: true, score: 0 })
    const context = { database: server.db, clock, exams: createExamCache(server.db, clock.nowMs) }
    const place = { orgId: sitting.world.orgId, formRunGuid: sitting.formRunGuid }
    // Nobody's name: the database takes no event without one, and the answer is in place by then.
    const nobody = { userGuid: null } as unknown as { userGuid: string }
    await expect(acceptLate(context, place, nobody, { waiting: false })).rejects.toThrow()
    expect(await result(sitting)).toMatchObject({ score: 0 })
    expect(await selectAnswers(server.db, place.orgId, place.formRunGuid)).toEqual([])
    expect(await acceptLate(context, place, 'command', { waiting: false })).toMatchObject({ answers: 1 })
    expect(await result(sitting)).toMatchObject({ score: 1 })
    expect((await selectLedger(server.db, place)).at(-1)).toMatchObject({ kind: 'incident', author: 'command' })
  })

  test('a whole room counts where the server itself was down over the end', async () => {
    const room = [await sit(), await sit(), await sit()]
    pass(3000)
    await server.stop()
    pass(examMs + 90_000)
    server = await startServerIn(place.config, { clock })
    pass(1000)
    for (const sitting of room)
      for (const question of [1, 2, 3, 4, 5])
        expect(replyOf(await save(sitting, question, typedAfter(sitting, 15_000)))).toMatchObject({ applied: true })
    for (const sitting of room) {
      await complete(sitting)
      expect(await result(sitting)).toMatchObject({ marked: true, score: 5 })
    }
  })
})
