import { randomUUID } from 'node:crypto'
import { calls } from '@sitwell/contract'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { printHistory, selectHistory } from '../../commands/history.ts'
import { collectResults } from '../../practice-results/collect-results.ts'
import { heldServerClock } from '../../server-time/server-clock.ts'
import { bothDatabases } from '../../testing/databases.ts'
import { describeOnEach } from '../../testing/describe-on-each.ts'
import { arrange, doCall, examOf, refusalIn, saveOf, sitExam, tryCall, type World } from '../../testing/test-world.ts'
import { createExamCache } from '../form-run/exam-cache.ts'
import { selectFormRunOfOrganisation } from '../form-run/queries.ts'

const grace = 30_000
/** Birch is right and gives two marks. */
const trees = [
  ['a', 'Ash'],
  ['b', 'Birch'],
  ['c', 'Cedar'],
] as const
const treeOf = (sequence: number) => trees[sequence % 3] ?? trees[0]

const wishes = { isClockHeld: true, config: { lateSaveGraceMs: grace } } as const

describeOnEach(bothDatabases, 'a save that comes after the completion on %s', wishes, (suite) => {
  const { server, clock, pass, nextOrgId } = suite
  let world: World
  let token: string
  let formRunGuid: string

  const sit = async (settings: object = {}) => {
    const orgId = nextOrgId()
    const exam = examOf(`o${orgId}`, { settings: { examTime: 600, ...settings } })
    world = await arrange(server, { orgId, exam })
    const sitting = await sitExam(server, world)
    token = sitting.token
    formRunGuid = sitting.formRunGuid
  }
  const save = (sequence: number, more: Parameters<typeof saveOf>[2] = {}) => {
    const [id, text] = treeOf(sequence)
    const answer = { answerText: text, options: [{ optionID: id, optionText: text }] }
    return tryCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid, { sequence, ...answer, ...more }) }, token)
  }
  const complete = () => doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 1, elapsedTime: 2 } }, token)
  const rows = (table: 'answer' | 'answer_event' | 'mark') =>
    server.db.kysely.selectFrom(table).selectAll().where('form_run_guid', '=', formRunGuid).execute()
  const outcomes = async () => {
    const events = await server.db.kysely
      .selectFrom('answer_event')
      .select(['sequence', 'outcome'])
      .where('form_run_guid', '=', formRunGuid)
      .orderBy('sequence')
      .execute()
    return events.map(({ sequence, outcome }) => [sequence, outcome])
  }
  const standing = async () => (await rows('answer')).flatMap((row) => ('sequence' in row ? [row.sequence] : []))
  const score = async () => (await rows('mark')).reduce((sum, row) => sum + ('score' in row ? row.score : 0), 0)
  const marks = async () => (await rows('mark')).length

  test('counts within the grace: it stands, the form run is marked again, and it is answered so each time', async () => {
    await sit()
    await save(3)
    const { completedAt } = await complete()
    const marked = await marks()
    expect(await score()).toBe(0)
    pass(grace)
    const requestId = randomUUID()
    const first = await save(7, { requestId })
    expect(first.status).toBe(200)
    expect(JSON.parse(first.text)).toEqual({ saved: true, applied: true, sequence: 7 })
    expect([await standing(), await score(), await marks()]).toEqual([[7], 2, marked])
    pass(grace)
    expect((await save(7, { requestId })).text).toBe(first.text)
    expect(await outcomes()).toEqual([
      [3, 'applied'],
      [7, 'late-applied'],
    ])
    expect((await complete()).completedAt).toBe(completedAt)
  })

  test('that comes twice at the same moment is written once, and answered alike', async () => {
    await sit()
    await complete()
    const requestId = randomUUID()
    const odd = { requestId, workings: 'no sign \0, half of one \ud83d' }
    const both = await Promise.all([save(7, odd), save(7, odd)])
    expect(both.map(({ status, text }) => [status, JSON.parse(text).applied])).toEqual([
      [200, true],
      [200, true],
    ])
    expect(await outcomes()).toEqual([[7, 'late-applied']])
  })

  test('is refused where its request id came with another one, be it at the same moment', async () => {
    await sit()
    await complete()
    const requestId = randomUUID()
    const both = await Promise.all([save(7, { requestId }), save(8, { requestId })])
    both.push(await save(9, { requestId }))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    expect(await outcomes()).toHaveLength(1)
  })

  test('counts in its turn where nobody numbered it', async () => {
    await sit()
    await save(3)
    await complete()
    const replies = [await save(1, { sequence: undefined }), await save(1, { sequence: undefined })]
    expect(replies.map(({ text }) => JSON.parse(text))).toEqual(
      [4, 5].map((sequence) => ({ saved: true, applied: true, sequence })),
    )
    expect(await standing()).toEqual([5])
  })

  test('of a question that was not answered before counts too', async () => {
    await sit()
    await complete()
    expect((await save(1)).status).toBe(200)
    expect(await score()).toBe(2)
  })

  test('holds the result back until the grace is over, so that nobody finds the right answers by asking for the score', async () => {
    await sit()
    await save(3)
    await complete()
    const result = () => doCall(server, calls.result, { query: { formRunGuid } }, token)
    await save(7)
    expect(await result()).toMatchObject({ marked: false, score: 0, percentScore: 0, awaitingPerson: 0 })
    pass(grace)
    expect(await result()).toMatchObject({ marked: false })
    pass(1)
    expect(await result()).toMatchObject({ marked: true, score: 2 })
  })

  test.each(['the result', 'the PDF of a practice exam'] as const)(
    'does not count once a mark was told by %s, be it a moment after the completion',
    async (reply) => {
      await sit({ downloadablePractice: true })
      await save(3)
      await complete()
      const result = () => doCall(server, calls.result, { query: { formRunGuid } }, token)
      if (reply === 'the result') expect(await result()).toMatchObject({ marked: true, score: 0 })
      else {
        const context = { ...server, database: server.db, exams: createExamCache(server.db, clock.nowMs) }
        const at = { ...context, clock: heldServerClock(clock) }
        const caller = { orgId: world.orgId, userGuid: `${world.prefix}-learner` }
        expect(await collectResults(at, caller, formRunGuid)).toMatchObject({ ok: true })
      }
      for (const sequence of [7, 10]) expect(refusalIn(await save(sequence))).toMatchObject({ status: 409 })
      expect(await result()).toMatchObject({ marked: true, score: 0 })
      expect([await standing(), await score()]).toEqual([[3], 0])
      const judged = (await rows('answer_event')).map((row) => ('judged' in row ? row.judged : ''))
      expect(judged).toEqual([null, 'mark-told', 'mark-told'])
    },
  )

  test('does not count once nothing was said of a result that would have said something at another grade', async () => {
    await sit({ resultFeedbackMask: 0 })
    await save(3)
    await complete()
    const result = () => doCall(server, calls.result, { query: { formRunGuid } }, token)
    expect(await result()).toMatchObject({ marked: true, score: 0, grade: '', feedbackMessage: '' })
    expect(refusalIn(await save(7))).toMatchObject({ status: 409 })
    expect([await standing(), await score()]).toEqual([[3], 0])
  })

  test('either is in the mark that is told at the same moment, or does not count', async () => {
    for (let round = 0; round < 10; round += 1) {
      await sit()
      await save(3)
      await complete()
      const ask = () => doCall(server, calls.result, { query: { formRunGuid } }, token)
      const saves = [save(7), save(10), save(13)]
      const [reply, ...replies] = await Promise.all([ask(), ...(round % 2 === 0 ? saves : saves.toReversed())])
      const counted = replies.some(({ status }) => status === 200)
      // What is held back tells nothing; what was told stays.
      expect(reply).toMatchObject(counted ? { marked: false, score: 0 } : { marked: true, score: 0 })
      pass(grace + 1)
      const later = await ask()
      expect(later).toMatchObject({ marked: true, score: counted ? 2 : 0 })
      expect((await save(16)).status).toBe(409)
      // Its receipt tells of one more that came too late.
      const { receipt: _, ...marks } = later
      const { receipt, ...marksThen } = await ask()
      expect(marksThen).toEqual(marks)
      expect(receipt?.saves).toBe((later.receipt?.saves ?? 0) + 1)
    }
  })

  test('never replaces a newer one, and is kept in the history', async () => {
    await sit()
    await save(7)
    await complete()
    const older = await save(6)
    expect(JSON.parse(older.text)).toEqual({ saved: true, applied: false, sequence: 6, standing: 7 })
    expect([await standing(), await score()]).toEqual([[7], 2])
    expect(await outcomes()).toEqual([
      [6, 'older'],
      [7, 'applied'],
    ])
  })

  test('is refused and kept in the history once the grace is over, however often it comes', async () => {
    await sit()
    await complete()
    pass(grace + 1)
    const requestId = randomUUID()
    for (let again = 0; again < 2; again += 1)
      expect(refusalIn(await save(7, { requestId }))).toMatchObject({ status: 409, code: 'FORM_RUN_COMPLETED' })
    expect([await standing(), await score(), await outcomes()]).toEqual([[], 0, [[7, 'late']]])
  })

  test('does not count where the time was over for longer than the grace, though the completion is not', async () => {
    await sit()
    pass(600_000 + grace - 5000)
    await complete()
    pass(5000)
    expect((await save(1)).status).toBe(200)
    pass(1)
    expect(refusalIn(await save(4))).toMatchObject({ status: 409 })
    expect(await standing()).toEqual([1])
    const events = await rows('answer_event')
    expect(events.map((row) => ('late_ms' in row ? row.late_ms : 0)).sort()).toEqual([grace, grace + 1])
  })

  test('in whatever order saves and the completion come within the grace, the highest sequence stands and is marked', async () => {
    const completion = 0
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 7 }),
        fc.nat({ max: 7 }),
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 0, max: grace / 8 }),
        async (sequences, completeAt, together, between) => {
          await sit()
          const steps = [...sequences.slice(0, completeAt), completion, ...sequences.slice(completeAt)]
          for (let from = 0; from < steps.length; from += together) {
            const some = steps.slice(from, from + together)
            await Promise.all(some.map((step) => (step === completion ? complete() : save(step))))
            pass(between)
          }
          const newest = Math.max(...sequences)
          expect(await standing()).toEqual([newest])
          expect(await score()).toBe(treeOf(newest)[1] === 'Birch' ? 2 : 0)
          const history = await outcomes()
          expect(history.map(([sequence]) => sequence)).toEqual([...sequences].sort((one, other) => one - other))
          expect(history.filter(([, outcome]) => outcome === 'late')).toEqual([])
        },
      ),
      { numRuns: 15 },
    )
  })

  test('stands in the history with all the others, each with its writer and what became of it', async () => {
    const [one, two] = [randomUUID(), randomUUID()]
    await sit()
    await save(4, { writerId: one })
    await save(2, { writerId: two, workings: 'guessed' })
    await complete()
    await save(7, { writerId: two })
    pass(grace + 1)
    await save(9, { writerId: two })
    const run = await selectFormRunOfOrganisation(server.db, world.orgId, formRunGuid)
    const history = run && (await selectHistory(server.db, run))
    expect(history).toMatchObject([{ questionId: `${world.prefix}-q1`, number: 1 }])
    expect(
      history?.[0]?.versions.map(({ sequence, writer_id, outcome, stands }) => [sequence, writer_id, outcome, stands]),
    ).toEqual([
      [2, two, 'older', false],
      [4, one, 'applied', false],
      [7, two, 'late-applied', true],
      [9, two, 'late', false],
    ])

    const output: string[] = []
    vi.spyOn(console, 'log').mockImplementation((line: string) => void output.push(line))
    expect(await printHistory(server.db, world.orgId, formRunGuid)).toBe(0)
    vi.restoreAllMocks()
    expect(output.filter((line) => line.startsWith('  * '))).toEqual([
      expect.stringMatching(new RegExp(`Z {2}sequence 7 {2}writer ${two} {2}late-applied {2}"Birch" chosen b`)),
    ])
    expect(output.slice(1)).toEqual([
      `Question 1 (${world.prefix}-q1)`,
      expect.stringContaining('"Cedar" chosen c  workings "guessed"'),
      ...[4, 7, 9].map((sequence) => expect.stringContaining(`sequence ${sequence}  `)),
    ])
  })
})
