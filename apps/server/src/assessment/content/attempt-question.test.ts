import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AttemptState, calls, examContent, type InputOf } from '@sitwell/contract'
import { authoredQuestion } from '@sitwell/question-types/marking'
import { beforeEach, expect, test, vi } from 'vitest'
import { printHistory } from '../../commands/history.ts'
import { writeReplay } from '../../commands/replay.ts'
import { xmlAt } from '../../import/files/xml.ts'
import { sourceOf } from '../../import/formats/qti/source-of-item.ts'
import { adaptiveItem } from '../../import/testing/qti-attempts.ts'
import { completeEndedOf } from '../../testing/complete-ended-of.ts'
import { bothDatabases } from '../../testing/databases.ts'
import { describeOnEach } from '../../testing/describe-on-each.ts'
import { arrange, doCall, examOf, refusalIn, saveOf, send, signIn, tryCall, type World } from '../../testing/test-world.ts'
import { isBarredByAttempts } from '../answers/barred-by-attempts.ts'
import type { Save } from '../answers/save.ts'
import { verifyFormRun } from '../evidence/verify-form-run.ts'
import { createExamCache } from '../form-run/exam-cache.ts'
import { selectFormRunOfOrganisation } from '../form-run/queries.ts'

/** The rules of an item: right is worth 3, and 1 less for each attempt before it that was wrong or asked for a hint. */
const itemFile = new Map([['q.xml', new TextEncoder().encode(adaptiveItem.replace('<value>A</value>', '<value>yes</value>'))]])
const adaptive = sourceOf(itemFile, 'q.xml', xmlAt(itemFile, 'q.xml')).tree

const choice = (id: string, more: object = {}) =>
  authoredQuestion.parse({
    type: 'RADIO',
    id,
    text: `<p>${id}?</p>`,
    options: ['yes', 'no', 'perhaps'].map((one) => ({ id: one, text: one })),
    ...more,
  })
const said = (value: string) => ({ on: 'outcome', outcome: 'SAID', value })
const questionsOf = (prefix: string) => [
  choice(`${prefix}-a`, {
    marks: 3,
    processing: { kind: 'qti', version: '2.1', item: adaptive, responses: { RESPONSE: { from: 'options' } } },
    attempts: { adaptive: true, endings: [{ response: 'HINT', title: 'Show a hint' }] },
    feedback: {
      parts: ['hint', 'wrong', 'right'].map((one) => ({ text: `<p>It is ${one}.</p>`, when: [said(one)] })),
    },
  }),
  choice(`${prefix}-b`, {
    marks: 2,
    key: 'yes',
    attempts: 2,
    feedback: {
      parts: [
        { text: '<p>Not yet.</p>', when: [{ on: 'mark', is: 'wrong' }] },
        { text: '<p>Well done.</p>', when: [{ on: 'mark', is: 'right' }] },
      ],
    },
  }),
  choice(`${prefix}-c`, { key: 'yes' }),
  choice(`${prefix}-d`, {
    key: 'yes',
    attempts: {},
    feedback: { parts: [{ text: '<img src="pictures/a%20tree.svg" alt="A tree">', when: [{ on: 'mark', is: 'wrong' }] }] },
  }),
]

describeOnEach(bothDatabases, 'attempts at a question, on %s,', { isClockHeld: true }, ({ server, clock, pass, nextOrgId }) => {
  let world: World
  let token: string
  let invigilator: string
  let formRunGuid: string
  let sequence: number

  beforeEach(async () => {
    const orgId = nextOrgId()
    sequence = 0
    const prefix = `o${orgId}`
    const exam = examOf(prefix, {
      settings: { examTime: 600, resultFeedbackMask: 7 },
      sections: [{ id: `${prefix}-s`, name: 'All of it', questions: questionsOf(prefix) }],
    })
    const file = { settings: { AllowRemotePause: '1' } }
    world = await arrange(server, { orgId, exam, everyone: true, invigilated: true, file })
    token = (await signIn(server, world)).access_token
    invigilator = (await signIn(server, world, 'invigilator')).access_token
    formRunGuid = (await doCall(server, calls.start, { query: world.entry }, token)).formRunGUID
  })

  const id = (name: string) => `${world.prefix}-${name}`
  const save = (question: string, option: string) => {
    sequence += 1
    const answer = { answerText: option, options: [{ optionID: option, optionText: option }] }
    const place = { questionVersionId: id(question), page: id(question), sequence }
    return doCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid, { ...place, ...answer }) }, token)
  }
  type Made = Partial<InputOf<typeof calls.attemptQuestion>['body']>
  const attempt = (question: string, more: Made = {}, by = token) => {
    const body = { formRunGuid, questionId: id(question), requestId: crypto.randomUUID(), ...more }
    return tryCall(server, calls.attemptQuestion, { body }, by)
  }
  const made = async (question: string, more: Made = {}): Promise<AttemptState> => {
    const reply = await attempt(question, more)
    expect(reply).toMatchObject({ status: 200 })
    return JSON.parse(reply.text) as AttemptState
  }
  const codeOf = async (question: string, more: Made = {}, by = token) => refusalIn(await attempt(question, more, by)).code
  const complete = () => doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 300, elapsedTime: 300 } }, token)
  const scores = async () => {
    const rows = await server.db.kysely.selectFrom('mark').selectAll().where('form_run_guid', '=', formRunGuid).execute()
    return Object.fromEntries(rows.map((row) => [row.question_id.split('-')[1], row.score]))
  }
  const attemptsInLedger = async () => {
    const rows = await server.db.kysely
      .selectFrom('form_run_event')
      .selectAll()
      .where('form_run_guid', '=', formRunGuid)
      .where('kind', '=', 'attempt')
      .execute()
    return rows.length
  }
  const shown = async (question: string) => {
    const { text } = await tryCall(server, calls.examJson, { query: world.entry }, token)
    return examContent.parse(JSON.parse(text)).questions.find((one) => one.id === id(question))
  }
  const checked = async () => {
    const evidence = { database: server.db, exams: createExamCache(server.db, clock.nowMs), clock }
    const run = await selectFormRunOfOrganisation(server.db, world.orgId, formRunGuid)
    return verifyFormRun(evidence, run ?? expect.fail('the form run is gone'))
  }
  const html = ({ feedback }: AttemptState) => feedback.map((one) => one.html).join('')

  test('tell what the answer earned and how many are left, and close the question with the last', async () => {
    await save('b', 'no')
    expect(await made('b')).toEqual({ count: 1, left: 1, isClosed: false, feedback: [{ html: '<p>Not yet.</p>' }] })
    await save('b', 'yes')
    expect(await made('b')).toEqual({ count: 2, left: 0, isClosed: true, feedback: [{ html: '<p>Well done.</p>' }] })
    await complete()
    expect(await scores()).toEqual({ a: 0, b: 2, c: 0, d: 0 })
  })

  test('of an adaptive question go on from each other, until its rules say that it is completed', async () => {
    expect(html(await made('a', { ending: 0 }))).toBe('<p>It is hint.</p>')
    await save('a', 'no')
    expect(await made('a')).toMatchObject({ count: 2, isClosed: false, feedback: [{ html: '<p>It is wrong.</p>' }] })
    await save('a', 'yes')
    expect(await made('a')).toEqual({ count: 3, isClosed: true, feedback: [{ html: '<p>It is right.</p>' }] })
    await complete()
    expect(await scores()).toMatchObject({ a: 1 })
  })

  test('are with the question when its exam is loaded again, and nothing else of their rules is', async () => {
    expect((await shown('a'))?.attempts).toEqual({ endings: ['Show a hint'] })
    await save('b', 'no')
    await made('b')
    const state = { count: 1, left: 1, isClosed: false, feedback: [{ html: '<p>Not yet.</p>' }] }
    expect((await shown('b'))?.attempts).toEqual({ most: 2, endings: [], state })
    const { text } = await tryCall(server, calls.examJson, { query: world.entry }, token)
    expect(text).not.toMatch(/Well done|HINT|It is right|adaptive/)
  })

  test('count once with one id, and answer what they answered, whatever came after', async () => {
    await save('b', 'no')
    const requestId = crypto.randomUUID()
    const first = await made('b', { requestId })
    await save('b', 'yes')
    await made('b')
    expect(await made('b', { requestId })).toEqual(first)
    expect(await attemptsInLedger()).toBe(2)
  })

  test('made at once with one id are one', async () => {
    await save('b', 'no')
    const requestId = crypto.randomUUID()
    const replies = await Promise.all([1, 2, 3, 4].map(() => made('b', { requestId })))
    expect(new Set(replies.map((one) => one.count))).toEqual(new Set([1]))
    expect(await attemptsInLedger()).toBe(1)
  })

  test('made at once on two devices are no more than there may be', async () => {
    await save('b', 'no')
    await Promise.all([1, 2, 3, 4, 5].map(() => made('b')))
    expect(await attemptsInLedger()).toBe(2)
  })

  test('are no more than there may be, and nothing that is saved after the last raises the mark', async () => {
    await save('b', 'no')
    await made('b')
    const last = await made('b')
    expect(await save('b', 'yes')).toMatchObject({ applied: false, barred: 'closed' })
    expect(await made('b')).toEqual(last)
    expect(await attemptsInLedger()).toBe(2)
    expect((await shown('b'))?.serverAnswer?.answerText).toBe('no')
    await complete()
    expect(await scores()).toMatchObject({ b: 0 })
    expect((await checked()).flatMap(({ findings }) => findings)).toEqual([])
  })

  test('mark what was handed in last, though a save that slipped in beside the last attempt stands there', async () => {
    await save('b', 'no')
    await made('b')
    await made('b')
    await server.db.kysely
      .updateTable('answer')
      .set({ sequence: 9, answer: JSON.stringify({ answerText: 'yes', options: [{ optionID: 'yes', optionText: 'yes' }] }) })
      .where('form_run_guid', '=', formRunGuid)
      .where('question_id', '=', id('b'))
      .execute()
    expect((await shown('b'))?.serverAnswer?.answerText).toBe('no')
    await complete()
    expect(await scores()).toMatchObject({ b: 0 })
  })

  test('let a bookmark be set at a question that is closed', async () => {
    await save('b', 'no')
    await made('b')
    await made('b')
    expect(await save('b', 'no')).toMatchObject({ applied: true })
  })

  test('count the last one that was made, and what was typed since only in an adaptive question', async () => {
    await save('a', 'no')
    await made('a')
    await save('a', 'yes')
    await save('b', 'yes')
    await made('b')
    await save('b', 'no')
    await complete()
    expect(await scores()).toEqual({ a: 2, b: 2, c: 0, d: 0 })
  })

  test('that nobody made are one, where there is an answer at the end', async () => {
    await save('a', 'yes')
    await save('b', 'yes')
    await complete()
    expect(await scores()).toEqual({ a: 3, b: 2, c: 0, d: 0 })
  })

  test('check nothing whose answer hasn’t come', async () => {
    await save('b', 'no')
    const { status, text } = await attempt('b', { sequence: sequence + 1 })
    expect({ status, ...JSON.parse(text) }).toMatchObject({
      status: 409,
      error: { code: 'MISSING_REQUESTS', missing: [sequence + 1] },
    })
    expect(await attemptsInLedger()).toBe(0)
  })

  test('are nobody else’s, and none of a question that takes none or is none of theirs', async () => {
    const other = (await signIn(server, world, 'other')).access_token
    expect(await codeOf('b', {}, other)).toBe('NOT_FOUND')
    expect(await codeOf('c')).toBe('NOT_FOUND')
    expect(await codeOf('b', { questionId: 'o1-q1' })).toBe('NOT_FOUND')
    expect(await codeOf('a', { ending: 1 })).toBe('NOT_FOUND')
    expect(await attemptsInLedger()).toBe(0)
  })

  test('are none in a pause, after the end of the time, or after the completion', async () => {
    await save('b', 'no')
    await doCall(server, calls.pauseFormRuns, { body: { formRunGuid, paused: true } }, invigilator)
    expect(await codeOf('b')).toBe('EXAM_PAUSED')
    await doCall(server, calls.pauseFormRuns, { body: { formRunGuid, paused: false } }, invigilator)
    const { resumeOffer } = await doCall(server, calls.dashState, { query: { formRunGuid } }, token)
    await doCall(server, calls.resumeSitting, { body: { formRunGuid, offer: resumeOffer?.number ?? 0 } }, token)
    pass(601_000)
    expect(await codeOf('b')).toBe('TIME_OVER')
    pass(3600_000)
    await completeEndedOf(server)
    token = (await signIn(server, world)).access_token
    expect(await codeOf('b')).toBe('FORM_RUN_COMPLETED')
    expect(await attemptsInLedger()).toBe(0)
  })

  test('check an answer that came too late and that staff let count, the first that came with its number', async () => {
    await save('b', 'no')
    pass(700_000)
    expect(await save('b', 'yes')).toMatchObject({ applied: false, late: true })
    await doCall(server, calls.acceptLateAnswers, { body: { formRunGuid } }, invigilator)
    // Nobody changes by the same number what stands under it.
    sequence -= 1
    await save('b', 'perhaps')
    await doCall(server, calls.addTime, { body: { formRunGuid, seconds: 600 } }, invigilator)
    expect(html(await made('b'))).toBe('<p>Well done.</p>')
    expect((await checked()).flatMap(({ findings }) => findings)).toEqual([])
    await complete()
    expect(await scores()).toMatchObject({ b: 2 })
  })

  test('bar what changes the answer to a question that is closed, and nothing else', async () => {
    await save('b', 'no')
    await made('b')
    await made('b')
    const place = { orgId: world.orgId, formRunGuid }
    const { exams, database: held } = { exams: createExamCache(server.db, clock.nowMs), database: server.db }
    const run = await selectFormRunOfOrganisation(held, place.orgId, formRunGuid)
    const loaded = await exams.load(run ?? expect.fail('the form run is gone'))
    const answer = JSON.stringify({ answerText: 'yes', options: [] })
    const event = { org_id: place.orgId, form_run_guid: formRunGuid, question_id: id('b'), answer } as const
    const barred = (more: object) =>
      isBarredByAttempts(held, { event: { ...event, ...more } as Save['event'] }, loaded ?? expect.fail('no exam'))
    expect([await barred({}), await barred({ question_id: id('a') }), await barred({ question_id: id('c') })]).toEqual([
      true,
      false,
      false,
    ])
  })

  test('open a file that only their feedback names once it was told, and not before', async () => {
    const { resourceToken, resourceUrl } = await doCall(server, calls.examJson, { query: world.entry }, token)
    const picture = async () =>
      (await send(server, `/${resourceUrl}pictures/a%20tree.svg?orgID=${world.orgId}&token=${resourceToken}`)).status
    expect(await picture()).not.toBe(200)
    await save('d', 'no')
    await made('d')
    expect(await picture()).toBe(200)
  })

  test('are found by verify, which works each out again', async () => {
    await save('b', 'no')
    await made('b')
    expect((await checked()).find(({ about }) => about === 'attempts')).toEqual({
      about: 'attempts',
      says: '1 attempt, each at an answer that stood',
      findings: [],
    })
    const change = (details: object) =>
      server.db.kysely
        .updateTable('form_run_event')
        .set({ details: JSON.stringify({ questionId: id('b'), ...details }) })
        .where('form_run_guid', '=', formRunGuid)
        .where('kind', '=', 'attempt')
        .execute()
    const findings = async () => (await checked()).find(({ about }) => about === 'attempts')?.findings.join(' ')
    await change({ sequence: 1, isLast: true })
    expect(await findings()).toContain('closed it, and by its rules it was not the last')
    await change({ sequence: 77, isLast: false })
    expect(await findings()).toContain('names the answer of sequence 77, which never stood')
  })

  test('are told by history and replay', async () => {
    await save('b', 'no')
    await made('b')
    await made('b')
    const output: string[] = []
    const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void output.push(line))
    await printHistory(server.db, world.orgId, formRunGuid)
    const folder = await mkdtemp(join(tmpdir(), 'sitwell-attempts-'))
    const out = join(folder, 'replay.html')
    await writeReplay(server.db, { orgId: world.orgId, formRunGuid, out, timeZone: undefined })
    log.mockRestore()
    const replay = await readFile(out, 'utf8')
    await rm(folder, { recursive: true })
    expect(output.join('\n')).toContain(`Attempt at question ${id('b')} with the answer of sequence 1, which closed it,`)
    expect(replay).toContain('That was the last attempt: the question was closed.')
  })
})
