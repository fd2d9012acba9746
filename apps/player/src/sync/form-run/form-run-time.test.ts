import type { FormRunState } from '@sitwell/contract'
import { buildPaper } from '@sitwell/exam/paper/paper'
import type { ExamPlan } from '@sitwell/exam/time/exam-plan'
import { freshTime } from '@sitwell/exam/time/exam-time'
import { createGenerationWatch } from '@sitwell/request-queue/generation-watch'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createExamStore } from '../../storage/exam-store.ts'
import { createMemoryStore } from '../../storage/memory-store.ts'
import type { RequestQueue } from '../queue/exam-queue.ts'
import { examStart, question } from '../testing/exam-start.ts'
import { createContactClock } from '../time/contact-clock.ts'
import { openFormRun } from './form-run.ts'
import type { FormRunStart } from './form-run-start.ts'

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 12) }))
afterEach(() => void vi.useRealTimers())

const minute = 60_000
const part = (id: string) => ({ id, timeMs: 10 * minute, readingMs: minute, warningMs: 0, oneWay: false })
const plan: ExamPlan = { timeMs: 0, warningMs: 0, parts: [part('a'), part('b')] }
const paper = buildPaper([
  { sectionId: 'root', sectionIds: ['a', 'b'], questionIds: [] },
  { sectionId: 'a', sectionIds: [], questionIds: ['a1', 'a2'] },
  { sectionId: 'b', sectionIds: [], questionIds: ['b1'] },
])

/** How far the computer's clock is ahead of the server's, and whether the page has asked the server for its time. */
const clocks = { aheadMs: 0, isServerKnown: true }
beforeEach(() => void Object.assign(clocks, { aheadMs: 0, isServerKnown: true }))
const wallMs = () => Date.now() + clocks.aheadMs
const readClocks = () => ({ wallMs: wallMs(), steadyMs: Date.now() })

const ledgerState = (more: Partial<FormRunState>): FormRunState => ({
  formRunGuid: 'r',
  number: 4,
  completed: false,
  paused: false,
  extensionStatus: 0,
  extendable: 0,
  isExtendable: false,
  awaitingExtension: false,
  examTime: 0,
  examTimeRemaining: 0,
  elapsedTime: 0,
  sections: [],
  time: '',
  ...more,
})

const open = async (store = createExamStore(createMemoryStore(), () => 0), more: Partial<FormRunStart> = {}) => {
  const sent: { type: number; payload: Record<string, unknown> }[] = []
  // A queue that takes everything and sends nothing.
  const queue = {
    waiting: () => [],
    subscribe: () => () => {},
    async enqueue(draft: { type: number; payload: Record<string, unknown> }, changes: () => object[]) {
      sent.push(draft)
      await store.save(changes() as never)
      return draft
    },
  } as unknown as RequestQueue
  const run = await openFormRun(
    {
      store,
      keeping: { get: () => 'lasting' },
      queue,
      userGuid: 'u',
      orgId: 7,
      learnerName: 'Mina Okafor',
      uploads: { toAsk: () => ({ files: [] }), compared: async () => false, doubt: () => {} },
      writerId: 'w',
      api: { call: async () => ({ ok: false, kind: 'unreachable' }) },
      generation: createGenerationWatch(() => {}),
      newId: () => 'id',
      readClocks,
      contact: createContactClock(readClocks),
      nowMs: () => (clocks.isServerKnown ? Date.now() : wallMs()),
      onError: (error) => {
        throw error
      },
    },
    {
      ...examStart,
      paper,
      plan,
      time: freshTime(plan),
      questions: ['a1', 'a2', 'b1'].map(question),
      ...more,
    },
  )
  const times = () => sent.flatMap(({ type, payload }) => (type === 2 ? [payload] : []))
  const answers = () => sent.flatMap(({ type, payload }) => (type === 1 ? [payload.answerText] : []))
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
  return { run, store, sent, times, answers, pass, kept: () => store.formRun('u', 'run') }
}

describe('the time of a form run', () => {
  // SAVE-304
  test('is saved each 30 seconds that count: in reading time too, and not while it stands still', async () => {
    const { run, times, pass } = await open()
    await pass(30_000)
    expect(times()).toMatchObject([{ timeRemaining: 21.5 * 60, elapsedTime: 0, page: '' }])
    run.time.pause('connection')
    await pass(0)
    expect(times()).toHaveLength(2)
    await pass(10 * minute)
    expect(times()).toHaveLength(2)
    run.time.resume('connection')
    await pass(30_000)
    expect(times()).toHaveLength(3)
    expect(times()[2]).toMatchObject({ timeRemaining: 21 * 60 })
  })

  // SAVE-305
  test('is saved when the learner goes to another part, finishes one or skips its reading, and says so', async () => {
    const { run, times, pass } = await open()
    run.moveTo('a2')
    expect(times()).toHaveLength(0)
    run.time.skipReading()
    run.time.complete('a')
    run.moveTo('b1')
    await pass(0)
    expect(times()).toMatchObject([
      { skippedReading: ['a'] },
      { skippedReading: ['a'], completedParts: ['a'] },
      { page: 'b1', completedParts: ['a'], timeRemaining: 11 * 60 },
    ])
    expect(run.openQuestionId()).toBe('b1')
  })

  test('that tells of a move says what was numbered before it, all of the part that is left, and answers say what was skipped', async () => {
    const { run, sent, pass } = await open()
    await run.answers.save('a1', { answer: { answerText: 'first', options: [] } })
    run.time.skipReading()
    await pass(0)
    run.answers.draft('a2', { answer: { answerText: 'half', options: [] } })
    run.moveTo('b1')
    await pass(0)
    const times = sent.map(({ type, payload }) => [
      type,
      payload.answerText ?? payload.page,
      payload.sequence,
      payload.skippedReading,
    ])
    expect(times).toEqual([
      [1, 'first', 1, undefined],
      [2, '', 1, ['a']],
      [1, 'half', 2, ['a']],
      [2, 'b1', 2, ['a']],
    ])
  })

  test('stands still after all that was typed has been saved', async () => {
    const { run, answers, pass } = await open()
    run.answers.draft('a1', { answer: { answerText: 'half a sent', options: [] } })
    run.time.pause('invigilator')
    await pass(0)
    expect(answers()).toEqual(['half a sent'])
  })

  test('goes on after a crash of the tab where it was, in its part, with what was finished and skipped', async () => {
    const first = await open()
    first.run.time.skipReading()
    await first.pass(2 * minute)
    first.run.time.complete('a')
    first.run.moveTo('b1')
    await first.pass(6000)
    first.run.stop()
    const { run, times } = await open(first.store)
    expect(run.openQuestionId()).toBe('b1')
    expect(run.time.read().time).toMatchObject({ partId: 'b', parts: { a: { isComplete: true, leftMs: 8 * minute } } })
    expect(run.time.exact().parts.b?.readingLeftMs).toBeLessThanOrEqual(55_000)
    await run.saveAll()
    expect(times().at(-1)).toMatchObject({ completedParts: ['a'], skippedReading: ['a'] })
  })

  test.each([-60, 60])('passes by what passed while the page was away, its clock %i minutes off', async (off) => {
    clocks.aheadMs = off * minute
    const first = await open()
    first.run.time.skipReading()
    await first.pass(2 * minute)
    first.run.stop()
    await first.pass(3 * minute)
    // The page that knew the server's time is gone, and this one can't ask for it.
    clocks.isServerKnown = false
    const { run } = await open(first.store, { isStored: true, isFresh: false })
    expect(run.time.exact().parts.a?.leftMs).toBe(5 * minute)
  })

  test('opens no question where every part is finished', async () => {
    const { run } = await open()
    run.time.complete('a')
    expect(run.openQuestionId()).toBe('b1')
    run.time.complete('b')
    expect(run.openQuestionId()).toBeUndefined()
  })

  // RUN-349 RUN-350
  test('knows when the learner left the window and came back, and keeps both moments', async () => {
    const { run, pass, kept } = await open()
    await pass(1000)
    run.leftExam()
    await pass(20_000)
    run.resumedExam()
    await pass(0)
    expect(await kept()).toMatchObject({ leaveExam: '2026-11-21T12:00:01.000Z', resumeExam: '2026-11-21T12:00:21.000Z' })
  })

  test('stands on in a page that opens without a network while an offer to go on lasts, and runs from its end', async () => {
    const { run, store, pass } = await open()
    run.time.pause('invigilator')
    run.time.offer({ number: 3, leftMs: 2 * minute })
    await run.saveAll()
    run.stop()
    await pass(minute)
    const next = await open(store, { isStored: true })
    expect(next.run.time.read()).toMatchObject({ pausedBy: 'offer', offerLeftMs: minute })
    next.run.time.takeOffer()
    await next.run.saveAll()
    next.run.stop()
    await pass(minute)
    const third = await open(store, { isStored: true })
    expect(third.run.time.offers()).toEqual({ standing: undefined, taken: 3 })
    expect(third.run.time.read().timer.leftMs).toBe(10 * minute)
    third.run.time.offer({ number: 5, leftMs: minute })
    await third.run.saveAll()
    third.run.stop()
    await pass(3 * minute)
    const last = await open(store, { isStored: true })
    expect(last.run.time.read()).toMatchObject({ pausedBy: undefined, timer: { leftMs: 8 * minute } })
  })

  // EXT-311
  test('stands on in a page that opens without a network until a grant is read, and runs once the server has given the exam out', async () => {
    const { run, store, pass } = await open()
    run.time.offer({ number: 3, leftMs: 2 * minute, extension: 20 })
    await run.saveAll()
    run.stop()
    await pass(minute)
    const next = await open(store, { isStored: true })
    expect(next.run.time.read()).toMatchObject({ granted: 20, offerLeftMs: minute })
    next.run.stop()
    // It was read on the way in, or on another device: while it is held, the server gives nothing out.
    const last = await open(store)
    expect(last.run.time.read()).toMatchObject({ pausedBy: undefined, granted: undefined })
  })

  test('stands still while the key of a part is waited for, beyond the page too, and goes on as the server says once it is there', async () => {
    const { run, store, pass, kept } = await open()
    run.keyWait.start()
    await pass(minute)
    run.stop()
    // The page is away: that was waited as well.
    await pass(minute)
    const next = await open(store, { isStored: true })
    expect(next.run.time.read()).toMatchObject({ pausedBy: 'key', isReading: true, timer: { leftMs: minute } })
    await next.pass(minute)
    expect(next.run.keyWait.waits()).toEqual([{ forMs: 3 * minute, endedAgoMs: 0 }])
    // Back to what is open, and here again: each wait is told with when it was.
    next.run.keyWait.leave()
    await next.pass(10_000)
    next.run.keyWait.start()
    await next.pass(5000)
    expect(next.run.keyWait.waits()).toEqual([
      { forMs: 3 * minute, endedAgoMs: 15_000 },
      { forMs: 5000, endedAgoMs: 0 },
    ])
    expect(next.run.time.read()).toMatchObject({ pausedBy: 'key', timer: { leftMs: 50_000 } })
    // The server believes less of it than stood still here.
    const sections = [{ id: 'a', sectionTime: 600, sectionTimeRemaining: 600, readingTimeRemaining: 20, complete: false }]
    next.run.keyWait.end(ledgerState({ sections, pausedTime: 100 }))
    expect(next.run.time.read()).toMatchObject({ pausedBy: undefined, timer: { leftMs: 20_000 } })
    expect(next.run.keyWait.waits()).toEqual([])
    await next.pass(0)
    expect(await kept()).not.toHaveProperty('waitingSinceMs')
  })
})
