import { randomUUID } from 'node:crypto'
import { calls } from '@sitwell/contract'
import { expect, test } from 'vitest'
import { storeExam } from '../../organisation/store-exam.ts'
import { collectResults } from '../../practice-results/collect-results.ts'
import { heldServerClock } from '../../server-time/server-clock.ts'
import { oneDatabase } from '../../testing/databases.ts'
import { describeOnEach } from '../../testing/describe-on-each.ts'
import {
  arrange,
  doCall,
  examOf,
  refusalIn,
  saveOf,
  send,
  signIn,
  sitExam,
  tryCall,
  type World,
} from '../../testing/test-world.ts'
import { createExamCache } from '../form-run/exam-cache.ts'

const grace = 30_000
const options = ['Ash', 'Birch', 'Cedar'].map((text) => ({ id: text.slice(0, 1).toLowerCase(), text }))

/** Every word of feedback begins with SAID, so that nothing of it is overlooked wherever it stands. */
const questionsOf = (prefix: string) => [
  {
    type: 'RADIO',
    id: `${prefix}-q1`,
    text: 'Which bends?',
    options,
    key: 'b',
    marks: 2,
    feedback: {
      parts: [
        { title: 'SAIDTITLE', text: '<p>SAIDRIGHT <img src="said/right.png" alt=""></p>', when: [{ on: 'mark', is: 'right' }] },
        { text: '<p>SAIDWRONG <img src="said/wrong.png" alt=""></p>', when: [{ on: 'mark', is: 'wrong' }] },
        { text: 'SAIDOFCEDAR', when: [{ on: 'option', option: 'c' }] },
        { text: 'SAIDTOALL' },
      ],
    },
  },
  { type: 'QUESTIONLTEXT', id: `${prefix}-q2`, text: 'Why?', marks: 4, feedback: { parts: [{ text: 'SAIDOFESSAY' }] } },
  {
    type: 'STATICTEXT',
    id: `${prefix}-q3`,
    text: 'Read on.',
    marks: 0,
    feedback: { parts: [{ text: 'SAIDNEVER' }], show: false },
  },
]

const wishes = { isClockHeld: true, config: { lateSaveGraceMs: grace } } as const

describeOnEach(oneDatabase, 'feedback of questions on %s', wishes, (suite) => {
  const { server, clock, pass, nextOrgId } = suite
  let world: World
  let token: string
  let formRunGuid: string

  const sit = async (settings: object = {}, organisationSettings: Record<string, string> = {}) => {
    const orgId = nextOrgId()
    const prefix = `o${orgId}`
    const sections = [{ id: `${prefix}-section`, name: 'One', questions: questionsOf(prefix) }] as never
    const exam = examOf(prefix, { settings: { examTime: 600, downloadablePractice: true, ...settings }, sections })
    world = await arrange(server, {
      orgId,
      exam,
      everyone: true,
      file: { settings: organisationSettings },
    })
    const resources = ['right', 'wrong'].map((name) => ({
      path: `said/${name}.png`,
      mediaType: 'image/png',
      bytes: new TextEncoder().encode(name),
    }))
    await storeExam(
      server.db.kysely,
      world.orgId,
      { exam: { ...exam, name: 'With files' }, resources, schedules: [], leftOut: [] },
      1,
    )
    const sitting = await sitExam(server, world)
    token = sitting.token
    formRunGuid = sitting.formRunGuid
    const essay = {
      answerText: 'Because.',
      options: [],
      questionNumber: 2,
      questionVersionId: `${prefix}-q2`,
      page: `${prefix}-q2`,
    }
    await doCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid, essay) }, token)
  }
  const answer = (id: string, more: object = {}) => {
    const text = options.find((one) => one.id === id)?.text ?? ''
    const body = saveOf(world, formRunGuid, { answerText: text, options: [{ optionID: id, optionText: text }], ...more })
    return tryCall(server, calls.saveAnswer, { body }, token)
  }
  const complete = () => doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 1, elapsedTime: 2 } }, token)
  const result = () => doCall(server, calls.result, { query: { formRunGuid } }, token)
  const learner = () => ({ orgId: world.orgId, userGuid: `${world.prefix}-learner` })
  const at = () => ({
    database: server.db,
    exams: createExamCache(server.db, clock.nowMs),
    clock: heldServerClock(clock),
    config: server.config,
  })
  const printed = (who = learner()) => collectResults(at(), who, formRunGuid)
  const feedback = async () => (await result()).questionFeedback?.flatMap(({ feedback }) => feedback.map(({ html }) => html))
  const isReported = async () =>
    (
      await server.db.kysely.selectFrom('form_run').select('marks_told_at').where('form_run_guid', '=', formRunGuid).execute()
    )[0]?.marks_told_at !== null
  /** Which of the pictures of what is said are given out. */
  const pictures = async ({ resourceUrl = '', resourceToken = '' }) => {
    const given = await Promise.all(
      ['right', 'wrong'].map((name) =>
        send(server, `/${resourceUrl}said/${name}.png?orgID=${world.orgId}&token=${resourceToken}`),
      ),
    )
    return ['right', 'wrong'].filter((_, at) => given[at]?.status === 200)
  }

  // RES-305 START-104
  test('is told after the exam with its question: what this answer earned, and nothing of what another would have', async () => {
    await sit({ questionFeedback: true, resultFeedbackMask: 1 })
    await answer('b')
    await complete()
    const { questionFeedback } = await result()
    expect(questionFeedback).toEqual([
      {
        questionId: `${world.prefix}-q1`,
        number: 1,
        text: 'Which bends?',
        takesAnswer: true,
        answer: [{ value: { text: 'Birch', isHtml: true } }],
        mark: { score: 2, maxScore: 2 },
        feedback: [{ title: 'SAIDTITLE', html: '<p>SAIDRIGHT <img src="said/right.png" alt=""></p>' }, { html: 'SAIDTOALL' }],
      },
    ])
    const collected = await printed()
    const onPaper = JSON.stringify(collected)
    expect(onPaper).toContain('SAIDRIGHT')
    expect(onPaper).not.toMatch(/SAIDWRONG|SAIDOFCEDAR|SAIDOFESSAY|SAIDNEVER/)
  })

  test('is in nothing that its learner is sent before the exam is completed, and in nothing that anybody else is', async () => {
    await sit({ questionFeedback: true })
    const content = await tryCall(server, calls.examJson, { query: world.entry }, token)
    await answer('b')
    expect([content.text, (await tryCall(server, calls.result, { query: { formRunGuid } }, token)).text].join()).not.toContain(
      'SAID',
    )
    expect(await isReported()).toBe(false)
    const opened = JSON.parse(content.text)
    expect(JSON.stringify(opened.resources ?? [])).not.toContain('said/')
    expect(await pictures(opened)).toEqual([])
    expect(await printed()).toMatchObject({ ok: false, code: 'NOT_PROCESSED' })

    await complete()
    // Nothing was told yet: no file opens either.
    expect(await pictures(opened)).toEqual([])
    const { access_token: other } = await signIn(server, world, 'other')
    const foreign = await tryCall(server, calls.result, { query: { formRunGuid } }, other)
    expect(refusalIn(foreign)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    expect(await isReported()).toBe(false)
    expect(await printed({ ...learner(), userGuid: `${world.prefix}-other` })).toMatchObject({ ok: false })
    const { attempts } = await doCall(server, calls.attempts, { query: { examGuid: world.entry.examGuid } }, token)
    expect(JSON.stringify(attempts)).not.toContain('SAID')
    expect(await pictures(attempts[0] ?? {})).toEqual([])
    expect(await feedback()).toHaveLength(2)
    expect(await pictures(attempts[0] ?? {})).toEqual(['right'])
  })

  test('waits while an answer that came late may still change, and once it is told no answer counts any more', async () => {
    await sit({ questionFeedback: true, resultFeedbackMask: 0 })
    await answer('a', { sequence: 1 })
    await complete()
    expect((await answer('c', { sequence: 2, requestId: randomUUID() })).status).toBe(200)
    expect(await result()).toMatchObject({ held: true })
    expect(await feedback()).toBeUndefined()
    expect(await printed()).toMatchObject({ ok: false, code: 'NOT_PROCESSED' })
    pass(grace + 1)
    expect(await feedback()).toEqual([expect.stringContaining('SAIDWRONG'), 'SAIDOFCEDAR', 'SAIDTOALL'])

    // An exam that shows no figure tells marks by its feedback all the same.
    await sit({ questionFeedback: true, resultFeedbackMask: 0 })
    await answer('a', { sequence: 1 })
    await complete()
    const { marked, questionFeedback } = await result()
    expect([marked, questionFeedback?.[0]?.mark]).toEqual([false, undefined])
    expect(await isReported()).toBe(true)
    await answer('b', { sequence: 2, requestId: randomUUID() })
    expect(await feedback()).toEqual([expect.stringContaining('SAIDWRONG'), 'SAIDTOALL'])
  })

  test('of an answer that a person marks waits for its mark', async () => {
    await sit({ questionFeedback: true })
    await answer('b')
    await complete()
    expect(await feedback()).not.toContain('SAIDOFESSAY')
    await server.db.kysely
      .updateTable('mark')
      .set({ needs_person: 0, score: 3 })
      .where('form_run_guid', '=', formRunGuid)
      .where('question_id', '=', `${world.prefix}-q2`)
      .execute()
    expect(await feedback()).toContain('SAIDOFESSAY')
  })

  test.each([
    ['neither the exam nor its organisation says anything', {}, {}, false],
    ['its organisation shows it', {}, { QuestionFeedback: '1' }, true],
    ['the exam hides it, whatever its organisation says', { questionFeedback: false }, { QuestionFeedback: '1' }, false],
    [
      'only the organisation shows it, of an exam that tells no marks',
      { resultFeedbackMask: 2 },
      { QuestionFeedback: '1' },
      false,
    ],
  ])('where %s, it is told or not', async (_, settings, organisationSettings, isShown) => {
    await sit(settings, organisationSettings)
    await answer('b')
    await complete()
    expect(await feedback()).toEqual(isShown ? [expect.stringContaining('SAIDRIGHT'), 'SAIDTOALL'] : undefined)
    expect(JSON.stringify(await printed()).includes('SAID')).toBe(isShown)
    const { attempts } = await doCall(server, calls.attempts, { query: { examGuid: world.entry.examGuid } }, token)
    expect(await pictures(attempts[0] ?? {})).toEqual(isShown ? ['right'] : [])
  })

  test('is told no longer once the organisation shows results no longer, nor while staff have opened the exam again', async () => {
    await sit({ questionFeedback: true }, { ResultsDays: '1' })
    await answer('b')
    await complete()
    expect(await feedback()).toHaveLength(2)
    const { attempts } = await doCall(server, calls.attempts, { query: { examGuid: world.entry.examGuid } }, token)
    await server.db.kysely
      .updateTable('form_run')
      .set({ completed_at: null, marks_told_at: null })
      .where('form_run_guid', '=', formRunGuid)
      .execute()
    expect(await feedback()).toBeUndefined()
    expect(await pictures(attempts[0] ?? {})).toEqual([])
    expect(await isReported()).toBe(false)
    await server.db.kysely
      .updateTable('form_run')
      .set({ completed_at: clock.nowMs() - 25 * 3_600_000, marks_told_at: clock.nowMs() })
      .where('form_run_guid', '=', formRunGuid)
      .execute()
    expect(refusalIn(await tryCall(server, calls.result, { query: { formRunGuid } }, token)).code).toBe('RESULTS_OVER')
    expect(await pictures(attempts[0] ?? {})).toEqual([])
  })
})
