import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls, examContent, type InputOf } from '@sitwell/contract'
import { contentHash } from '@sitwell/exam/answers/answer-digest'
import { authoredQuestion } from '@sitwell/question-types/marking'
import { beforeEach, expect, test, vi } from 'vitest'
import { printHistory } from '../../commands/history.ts'
import { writeReplay } from '../../commands/replay.ts'
import type { AuthoredSection } from '../../import/authored-exam.ts'
import { completeEndedOf } from '../../testing/complete-ended-of.ts'
import { oneDatabase } from '../../testing/databases.ts'
import { describeOnEach } from '../../testing/describe-on-each.ts'
import { arrange, doCall, examOf, refusalIn, saveOf, signIn, tryCall, type World } from '../../testing/test-world.ts'
import { findingsOf, verifyFormRun } from '../evidence/verify-form-run.ts'
import { createExamCache } from './exam-cache.ts'
import { selectFormRunOfOrganisation } from './queries.ts'

/** A choice whose right answer is `yes`. */
const choice = (id: string, marks: number, text: string) =>
  authoredQuestion.parse({
    type: 'RADIO',
    id,
    text: `<p>${text}</p>`,
    marks,
    options: [
      { id: 'yes', text: 'yes' },
      { id: 'no', text: 'no' },
    ],
    key: 'yes',
  })

/** B for who answered A with yes, C for who didn't, and D for all but those who got C right. */
const partsOf = (prefix: string): AuthoredSection[] => [
  { id: `${prefix}-a`, name: 'Part A', questions: [choice(`${prefix}-a1`, 1, 'Do you dive?')] },
  {
    id: `${prefix}-b`,
    name: 'Part B',
    askedIf: [{ on: 'option', question: `${prefix}-a1`, option: 'yes' }],
    questions: [choice(`${prefix}-b1`, 4, 'How DEEP?')],
  },
  {
    id: `${prefix}-c`,
    name: 'Part C',
    askedIf: [{ on: 'not', rule: { on: 'option', question: `${prefix}-a1`, option: 'yes' } }],
    leadsTo: [{ to: 'end', if: { on: 'marks', questions: [`${prefix}-c1`], least: 1 } }],
    questions: [choice(`${prefix}-c1`, 2, 'Why DRY?')],
  },
  { id: `${prefix}-d`, name: 'Part D', questions: [choice(`${prefix}-d1`, 3, 'LAST of all?')] },
]

describeOnEach(oneDatabase, 'an exam whose parts hang on answers, on %s,', { isClockHeld: true }, (suite) => {
  const { server, clock, pass, nextOrgId } = suite
  let world: World
  let token: string
  let formRunGuid: string
  let sequence: number

  beforeEach(async () => {
    const orgId = nextOrgId()
    sequence = 0
    const prefix = `o${orgId}`
    const exam = examOf(prefix, {
      settings: { examTime: 3600, oneWay: true, resultFeedbackMask: 7 },
      sections: partsOf(prefix),
    })
    world = await arrange(server, { orgId, exam, everyone: true, invigilated: true })
    token = (await signIn(server, world)).access_token
    formRunGuid = (await doCall(server, calls.start, { query: world.entry }, token)).formRunGUID
  })

  const id = (name: string) => `${world.prefix}-${name}`
  const nextSequence = () => {
    sequence += 1
    return sequence
  }
  const save = (question: string, option: 'yes' | 'no', numbered = nextSequence()) =>
    doCall(
      server,
      calls.saveAnswer,
      {
        body: saveOf(world, formRunGuid, {
          sequence: numbered,
          questionVersionId: id(question),
          page: id(question),
          answerText: option,
          options: [{ optionID: option, optionText: option }],
        }),
      },
      token,
    )
  type Asked = Partial<InputOf<typeof calls.partKey>['body']>
  const goTo = (part: string, more: Asked = {}) =>
    tryCall(server, calls.partKey, { body: { formRunGuid, partId: id(part), page: id(`${part}1`), sequence, ...more } }, token)
  /** Whether each part, gone to one after the other, is given. */
  const given = async (...parts: string[]) => {
    const replies: string[] = []
    for (const part of parts) {
      const reply = await goTo(part)
      replies.push(reply.status === 200 ? 'asked' : refusalIn(reply).code)
    }
    return replies
  }
  const content = async () => (await tryCall(server, calls.examJson, { query: world.entry }, token)).text
  const numbers = async () => examContent.parse(JSON.parse(await content())).questions.map((one) => [one.id, one.number])
  const complete = () => doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 3000, elapsedTime: 600 } }, token)
  const result = () => doCall(server, calls.result, { query: { formRunGuid } }, token)
  const marks = async () =>
    (
      await server.db.kysely
        .selectFrom('mark')
        .select(['question_id', 'score', 'max_score'])
        .where('form_run_guid', '=', formRunGuid)
        .orderBy('question_id')
        .execute()
    ).map(({ question_id, score, max_score }) => [question_id, score, max_score])
  const decisions = async () =>
    (
      await server.db.kysely
        .selectFrom('form_run_event')
        .select('details')
        .where('form_run_guid', '=', formRunGuid)
        .where('kind', '=', 'part-decision')
        .orderBy('number')
        .execute()
    ).map(({ details }) => {
      const { partId, isAsked } = JSON.parse(details) as { partId: string; isAsked: boolean }
      return [partId, isAsked]
    })

  test('seals all of its later parts, whatever it and its organisation say of that', async () => {
    expect(await content()).not.toMatch(/\b(DEEP|DRY|LAST)\b/)
  })

  test('asks a part by the answers that the server has, and one that isn’t asked is nowhere any more', async () => {
    await save('a1', 'no')
    expect(await given('b', 'c')).toEqual(['PART_CLOSED', 'asked'])
    expect(await decisions()).toEqual([
      [id('b'), false],
      [id('c'), true],
    ])
    const text = await content()
    expect(text).not.toContain(id('b'))
    expect(text).toContain('DRY')
    expect(await numbers()).toEqual([
      [id('a1'), 1],
      [id('c1'), 2],
      [id('d1'), 3],
    ])
    const { sections } = await doCall(server, calls.dashState, { query: { formRunGuid } }, token)
    expect(sections.map((one) => [one.id, one.complete, one.notAsked ?? false])).toEqual([
      [id('a'), true, false],
      [id('b'), true, true],
      [id('c'), false, false],
      [id('d'), false, false],
    ])
    // An answer in it is none of theirs, and nothing tells whether it would be one of its options.
    for (const option of ['yes', 'no'] as const) await expect(save('b1', option)).rejects.toThrow('PART_SEALED')
  })

  test('counts what was asked, and nothing of what wasn’t', async () => {
    await save('a1', 'yes')
    expect(await given('b')).toEqual(['asked'])
    await save('b1', 'yes')
    expect(await given('c', 'd')).toEqual(['PART_CLOSED', 'asked'])
    await save('d1', 'no')
    await complete()
    expect(await marks()).toEqual([
      [id('a1'), 1, 1],
      [id('b1'), 4, 4],
      [id('d1'), 0, 3],
    ])
    expect(await result()).toMatchObject({ score: 5, maxScore: 8 })
    const evidence = { database: server.db, exams: createExamCache(server.db, server.clock.nowMs), clock: server.clock }
    const run = await selectFormRunOfOrganisation(server.db, world.orgId, formRunGuid)
    expect(findingsOf(await verifyFormRun(evidence, run ?? expect.fail('the form run is gone')))).toEqual([])
  })

  test('ends where answers lead to the end', async () => {
    await save('a1', 'no')
    await given('b', 'c')
    await save('c1', 'yes')
    expect(await given('d')).toEqual(['PART_CLOSED'])
    await complete()
    expect(await marks()).toEqual([
      [id('a1'), 0, 1],
      [id('c1'), 2, 2],
    ])
  })

  test('decides once: who leaves an answer at home until the part was decided has no gain of it', async () => {
    const kept = nextSequence()
    expect(await given('b', 'c')).toEqual(['PART_CLOSED', 'asked'])
    expect(await save('a1', 'yes', kept)).toMatchObject({ applied: false })
    expect(await given('b')).toEqual(['PART_CLOSED'])
    await complete()
    expect((await marks())[0]).toEqual([id('a1'), 0, 1])
    expect((await marks()).map(([question]) => question)).toEqual([id('a1'), id('c1'), id('d1')])
  })

  test('decides nothing while answers lack that the server had acknowledged, as after a restore, and takes them when they come', async () => {
    await save('a1', 'yes')
    const [row] = await server.db.kysely.selectFrom('answer').selectAll().where('form_run_guid', '=', formRunGuid).execute()
    const { answer, workings, bookmarked } = row ?? expect.fail('nothing stands')
    const hash = contentHash({ answer: JSON.parse(answer), workings, bookmarked: bookmarked === 1 })
    const answers = [{ questionId: id('a1'), sequence, hash }]
    for (const table of ['answer', 'answer_event'] as const)
      await server.db.kysely.deleteFrom(table).where('form_run_guid', '=', formRunGuid).execute()
    const { status, text } = await goTo('b', { answers })
    expect({ status, ...JSON.parse(text) }).toMatchObject({
      status: 409,
      error: { code: 'MISSING_REQUESTS', missing: [sequence] },
    })
    expect(await decisions()).toEqual([])
    await save('a1', 'yes', sequence)
    expect((await goTo('b', { answers })).status).toBe(200)
    expect(await decisions()).toEqual([[id('b'), true]])
  })

  test('gives no part ahead of its learner, decides those that somebody goes past, and counts what they would have been asked', async () => {
    await save('a1', 'yes')
    expect(await given('b')).toEqual(['asked'])
    // Without a move nobody has come to D, and what C hangs on is decided only as they go past it.
    expect(refusalIn(await goTo('d', { page: undefined })).code).toBe('PART_SEALED')
    expect(await decisions()).toEqual([[id('b'), true]])
    expect(await given('d')).toEqual(['asked'])
    expect(await decisions()).toEqual([
      [id('b'), true],
      [id('c'), false],
      [id('d'), true],
    ])
    await complete()
    expect((await marks()).map(([question]) => question)).toEqual([id('a1'), id('b1'), id('d1')])
  })

  test('lets nobody go round a part that they are to be asked', async () => {
    await save('a1', 'yes')
    expect(await given('d')).toEqual(['asked'])
    expect(await decisions()).toEqual([
      [id('b'), true],
      [id('c'), false],
      [id('d'), true],
    ])
    await complete()
    expect(await marks()).toEqual([
      [id('a1'), 1, 1],
      [id('b1'), 0, 4],
      [id('d1'), 0, 3],
    ])
  })

  test('counts what would have been asked of who runs out of time, and no more', async () => {
    await save('a1', 'yes')
    pass(2 * 3600_000)
    await completeEndedOf(server)
    expect((await marks()).map(([question]) => question)).toEqual([id('a1'), id('b1'), id('d1')])
  })

  test('tells staff what was decided, and on what', async () => {
    await save('a1', 'no')
    await given('b')
    const invigilator = (await signIn(server, world, 'invigilator')).access_token
    const events = await doCall(server, calls.dashEvents, { query: { formRunGuid } }, invigilator)
    expect(events.filter(({ kind }) => kind === 'part-decision')).toMatchObject([{ partId: id('b'), what: 'not-asked' }])
    const output: string[] = []
    const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void output.push(line))
    await printHistory(server.db, world.orgId, formRunGuid)
    const folder = await mkdtemp(join(tmpdir(), 'sitwell-asked-'))
    const out = join(folder, 'replay.html')
    await writeReplay(server.db, { orgId: world.orgId, formRunGuid, out, timeZone: undefined })
    log.mockRestore()
    expect(await readFile(out, 'utf8')).toContain('the part “Part B” was not to be asked.')
    await rm(folder, { recursive: true })
    expect(output.join('\n')).toContain(`Part ${id('b')}, not asked by the answers at ${new Date(clock.nowMs()).toISOString()}`)
  })
})
