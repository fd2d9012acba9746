import { randomUUID } from 'node:crypto'
import { calls } from '@sitwell/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bothDatabases } from '../../testing/databases.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { arrange, doCall, refusalIn, saveOf, sitExam, tryCall, type World } from '../../testing/test-world.ts'

describe.each(bothDatabases)('saving an answer on %s', (database) => {
  let server: TestServer
  let world: World
  let token: string
  let formRunGuid: string
  let lastOrganisation = 1000

  beforeAll(async () => {
    server = await startTestServer({ database })
  })
  beforeEach(async () => {
    lastOrganisation += 1
    world = await arrange(server, { orgId: lastOrganisation })
    const sitting = await sitExam(server, world)
    token = sitting.token
    formRunGuid = sitting.formRunGuid
  })
  afterAll(() => server.stop())

  const save = (more: Parameters<typeof saveOf>[2] = {}) =>
    tryCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid, more) }, token)
  const saved = (more: Parameters<typeof saveOf>[2] = {}) =>
    doCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid, more) }, token)
  const option = (id: string, text: string) => ({ answerText: text, options: [{ optionID: id, optionText: text }] })
  const content = () => doCall(server, calls.examJson, { query: world.entry }, token)
  const heldAnswer = async () => (await content()).questions[0]?.serverAnswer?.answerText
  const events = () =>
    server.db.kysely.selectFrom('answer_event').selectAll().where('form_run_guid', '=', formRunGuid).execute()

  // API-306 ENT-304 ENT-305
  test('what was saved comes back with the exam: answer, workings, bookmark, place and time', async () => {
    const reply = await saved({ sequence: 1, workings: 'counted', bookmarked: true, page: `${world.prefix}-q2` })
    expect(reply).toEqual({ saved: true, applied: true, sequence: 1 })
    const exam = await content()
    expect(exam).toMatchObject({ formRunGuid, currentQuestionId: `${world.prefix}-q2` })
    expect(exam.lastSequence).toBeGreaterThanOrEqual(1_000_001)
    expect(exam.settings).toMatchObject({ examTimeRemaining: 500, elapsedTime: 100 })
    expect(exam.questions[0]).toMatchObject({
      serverAnswer: { answerText: 'Birch', options: [{ optionID: 'b', optionText: 'Birch' }] },
      serverSequence: 1,
      workings: 'counted',
      bookmarked: true,
    })
  })

  test('an older save does not move the learner back', async () => {
    await saved({ sequence: 5, page: `${world.prefix}-q2` })
    await saved({ sequence: 4, page: `${world.prefix}-q1` })
    expect((await content()).currentQuestionId).toBe(`${world.prefix}-q2`)
  })

  test('an older save never replaces a newer one, and is kept in the history all the same', async () => {
    await saved({ sequence: 5, ...option('b', 'Birch') })
    const outdone = { saved: true, applied: false, sequence: 4, standing: 5 }
    expect(await saved({ sequence: 4, ...option('a', 'Ash') })).toEqual(outdone)
    expect(await heldAnswer()).toBe('Birch')
    expect((await events()).map((row) => [row.sequence, row.outcome])).toEqual(
      expect.arrayContaining([
        [5, 'applied'],
        [4, 'older'],
      ]),
    )
  })

  test('whoever opens an exam later outranks whoever opened it earlier, however much that one has yet to send', async () => {
    const { lastSequence } = await content()
    const later = (await content()).lastSequence
    await saved({ sequence: later + 1, ...option('c', 'Cedar') })
    for (let number = 1; number <= 3; number += 1)
      expect(await saved({ sequence: lastSequence + number, ...option('a', 'Ash') })).toMatchObject({ applied: false })
    expect(await heldAnswer()).toBe('Cedar')
    expect((await content()).currentQuestionId).toBe(`${world.prefix}-q1`)
  })

  test('an exam opens also while the database takes no write', async () => {
    if (database === 'postgres') return
    await sql`pragma query_only = on`.execute(server.db.kysely)
    const { lastSequence, questions } = await content()
    expect([lastSequence, questions.length]).toEqual([0, 3])
    await sql`pragma query_only = off`.execute(server.db.kysely)
  })

  test('in whatever order saves arrive, the one numbered highest stands, and the history has each once', async () => {
    const texts = ['Ash', 'Birch', 'Cedar']
    const ids = ['a', 'b', 'c']
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 8 }),
        async (sequences, together) => {
          lastOrganisation += 1
          world = await arrange(server, { orgId: lastOrganisation })
          const sitting = await sitExam(server, world)
          token = sitting.token
          formRunGuid = sitting.formRunGuid
          for (let from = 0; from < sequences.length; from += together)
            await Promise.all(
              sequences
                .slice(from, from + together)
                .map((sequence) => saved({ sequence, ...option(ids[sequence % 3] ?? 'a', texts[sequence % 3] ?? 'Ash') })),
            )
          const newest = Math.max(...sequences)
          expect(await heldAnswer()).toBe(texts[newest % 3])
          expect((await events()).map((row) => row.sequence).sort()).toEqual([...sequences].sort())
        },
      ),
      { numRuns: 8 },
    )
  })

  test('a repeated request is answered as the first time and stands in the history once', async () => {
    const requestId = randomUUID()
    const first = await save({ sequence: 2, requestId })
    await saved({ sequence: 3, ...option('c', 'Cedar') })
    const again = await save({ sequence: 2, requestId })
    expect(again.text).toBe(first.text)
    expect(await heldAnswer()).toBe('Cedar')
    expect((await events()).filter((row) => row.request_id === requestId)).toHaveLength(1)
  })

  test('a request id that comes again with another save is refused, and the first one stands', async () => {
    const requestId = randomUUID()
    const first = await save({ sequence: 2, requestId, workings: 'counted' })
    const otherQuestion = { questionVersionId: `${world.prefix}-q3`, options: [] }
    for (const more of [option('c', 'Cedar'), { workings: 'guessed' }, { sequence: 3 }, otherQuestion]) {
      const refused = refusalIn(await save({ sequence: 2, requestId, workings: 'counted', ...more }))
      expect(refused).toMatchObject({ status: 400, code: 'INVALID_REQUEST', details: [{ path: 'body.requestId' }] })
    }
    const later = { timeRemaining: 400, elapsedTime: 200 }
    expect((await save({ sequence: 2, requestId, workings: 'counted', ...later })).text).toBe(first.text)
    expect(await events()).toMatchObject([{ sequence: 2, workings: 'counted', outcome: 'applied' }])
    expect(await heldAnswer()).toBe('Birch')
  })

  test('the same request twice at the same moment is written once', async () => {
    const requestId = randomUUID()
    const both = await Promise.all([save({ sequence: 2, requestId }), save({ sequence: 2, requestId })])
    expect(both.map((one) => one.status)).toEqual([200, 200])
    expect(both[0]?.text).toBe(both[1]?.text)
    expect(await events()).toHaveLength(1)
  })

  test('saves that nobody numbered apply in the order in which they come', async () => {
    await saved(option('a', 'Ash'))
    await saved(option('c', 'Cedar'))
    expect(await heldAnswer()).toBe('Cedar')
  })

  test('saves that nobody numbered are each numbered as they are written, and keep their number when they come again', async () => {
    const requests = Array.from({ length: 6 }, () => ({ requestId: randomUUID() }))
    const replies = await Promise.all(requests.map(saved))
    expect(replies.map((reply) => reply.sequence).sort()).toEqual([1, 2, 3, 4, 5, 6])
    expect(replies.map((reply) => reply.applied)).toEqual(Array(6).fill(true))
    expect((await events()).map((row) => row.outcome)).toEqual(Array(6).fill('applied'))
    expect(await Promise.all(requests.map(saved))).toEqual(replies)
  })

  test('the time left never rises by what a browser claims', async () => {
    await saved({ sequence: 1, timeRemaining: 300, elapsedTime: 300 })
    await saved({ sequence: 2, timeRemaining: 590, elapsedTime: 10 })
    expect((await content()).settings).toMatchObject({ examTimeRemaining: 300, elapsedTime: 300 })
  })

  test("an option that isn't the question's is refused with its place", async () => {
    const answer = await save(option('z', 'Zelkova'))
    expect(refusalIn(answer)).toMatchObject({ status: 422, code: 'INVALID_ANSWER' })
    expect(refusalIn(answer).details?.[0]?.path).toMatch(/^body\.options/)
    expect(await events()).toHaveLength(0)
  })

  test('a question of no exam, or of another one, is refused', async () => {
    const refused = refusalIn(await save({ questionVersionId: 'elsewhere-q1' }))
    expect(refused).toMatchObject({ status: 422, code: 'INVALID_ANSWER', details: [{ path: 'body.questionVersionId' }] })
  })

  test('a bad save takes none of those down that are written with it', async () => {
    const others = await Promise.all(
      [1, 2, 3, 4].map(async () => {
        lastOrganisation += 1
        const one = await arrange(server, { orgId: lastOrganisation })
        return { one, sitting: await sitExam(server, one) }
      }),
    )
    // A NUL is text to JSON and to SQLite, but PostgreSQL takes none.
    const bad = save({ ...option('b', 'Birch'), workings: 'a\u0000b' })
    const good = others.map(({ one, sitting }) =>
      tryCall(server, calls.saveAnswer, { body: saveOf(one, sitting.formRunGuid, { sequence: 1 }) }, sitting.token),
    )
    expect((await Promise.all(good)).map((answer) => answer.status)).toEqual([200, 200, 200, 200])
    expect((await bad).status).toBe(200)
  })
})
