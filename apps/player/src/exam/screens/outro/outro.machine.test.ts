import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createActor } from 'xstate'
import { ExamFailure } from '../../content/exam-failure.ts'
import { type ExamResult, isLongFeedback, toExamResult } from './exam-result.ts'
import { ResultsOver } from './fetch-result.ts'
import { outroMachine } from './outro.machine.ts'
import type { Fetched, OutroSteps } from './outro-steps.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const marked: ExamResult = {
  marks: 3,
  totalMarks: 4,
  score: 75,
  grade: 'B',
  passed: true,
  message: '',
  allowImmediateResit: false,
  resultStillBeingProcessed: false,
  awaitingPerson: 0,
}
const unmarked = { ...marked, resultStillBeingProcessed: true }
const resultIs = (result: ExamResult): Fetched => ({ kind: 'result', result })

const finish = (changed: Partial<OutroSteps> = {}) => {
  const ran: string[] = []
  const note = (name: string) => async () => void ran.push(name)
  const steps: OutroSteps = {
    finishActivityLogger: note('log'),
    closeIntegrityAdvocate: note('close'),
    completeExam: async () => {
      ran.push('complete')
      return 'completed'
    },
    fetchResults: async () => resultIs(marked),
    ...changed,
  }
  const actor = createActor(outroMachine, { input: { steps } })
  const states: string[] = []
  actor.subscribe(({ value }) => states.push(typeof value === 'string' ? value : (Object.keys(value)[0] ?? '')))
  actor.start()
  return { actor, ran, states: () => [...new Set(states)] }
}
const settle = () => vi.advanceTimersByTimeAsync(0)

describe('the outro of an exam', () => {
  test('whose result is shown no longer says so, which is no failure of the network', async () => {
    const { actor } = finish({ fetchResults: () => Promise.reject(new ResultsOver('over')) })
    await settle()
    expect(actor.getSnapshot().value).toBe('result_over')
  })

  // OUTRO-310 OUTRO-311 OUTRO-313 OUTRO-314 OUTRO-316 OUTRO-321
  test('finishes the activity log, closes the monitor, completes, fetches the result and shows it', async () => {
    const { actor, ran, states } = finish()
    expect(actor.getSnapshot().value).toBe('finishing_activity_logger')
    await settle()
    expect(ran).toEqual(['log', 'close', 'complete'])
    expect(states()).toEqual([
      'finishing_activity_logger',
      'closing_integrity_advocate',
      'completing_exam',
      'fetching_results',
      'displaying_outro',
    ])
    expect(actor.getSnapshot().status).toBe('done')
    expect(actor.getSnapshot().context.result).toEqual(marked)
  })

  test('goes back to the exam where the completion was not taken because time is left', async () => {
    const { actor, ran } = finish({
      completeExam: async () => 'time-left',
      fetchResults: () => Promise.reject(new Error('asked')),
    })
    await settle()
    expect(actor.getSnapshot().value).toBe('time_left')
    expect(ran).toEqual(['log', 'close'])
  })

  // OUTRO-312 OUTRO-315 OUTRO-318 ERR-312
  test.each(['finishActivityLogger', 'completeExam', 'fetchResults'] as const)(
    'an error in %s leads to network_error',
    async (step) => {
      const { actor } = finish({
        [step]: async () => {
          throw new Error('broken')
        },
      })
      await settle()
      expect(actor.getSnapshot().value).toBe('network_error')
      expect(actor.getSnapshot().context.details).toBe('broken')
    },
  )

  const away = () => new ExamFailure('nothing answers', { isUnreachable: true })

  // OUTRO-316
  test('a server that is restarted while the result is waited for is asked again', async () => {
    const replies = [() => resultIs(unmarked), away, away, () => resultIs(marked)]
    const fetchResults = vi.fn(async () => {
      const reply = replies.shift()?.()
      if (reply === undefined || reply instanceof Error) throw reply
      return reply
    })
    const { actor } = finish({ fetchResults })
    await vi.advanceTimersByTimeAsync(29_999)
    expect(actor.getSnapshot().value).toEqual({ fetching_results: 'waiting' })
    expect(actor.getSnapshot().context.result).toEqual(unmarked)
    await vi.advanceTimersByTimeAsync(1)
    expect(actor.getSnapshot().value).toBe('displaying_outro')
    expect(actor.getSnapshot().context.result).toEqual(marked)
  })

  // OUTRO-318 ERR-312
  test('a server that stays away for the last of seven requests leads to network_error', async () => {
    const fetchResults = vi.fn(async () => Promise.reject(away()))
    const { actor } = finish({ fetchResults })
    await vi.advanceTimersByTimeAsync(59_999)
    expect(actor.getSnapshot().matches('fetching_results')).toBe(true)
    await vi.advanceTimersByTimeAsync(1)
    expect(actor.getSnapshot()).toMatchObject({ value: 'network_error', context: { details: 'nothing answers' } })
    expect(fetchResults).toHaveBeenCalledTimes(7)
  })

  // RES-310 RES-326
  test('asks every ten seconds until the result is marked', async () => {
    const results = [unmarked, unmarked, marked]
    const fetchResults = vi.fn(async () => resultIs(results.shift() ?? marked))
    const { actor } = finish({ fetchResults })
    await settle()
    expect(fetchResults).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(9999)
    expect(fetchResults).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(10_001)
    expect(fetchResults).toHaveBeenCalledTimes(3)
    expect(actor.getSnapshot().context.result).toEqual(marked)
  })

  // RES-311 RES-326
  test('asks six more times after the first and then shows what there is', async () => {
    const fetchResults = vi.fn(async () => resultIs(unmarked))
    const { actor } = finish({ fetchResults })
    await vi.advanceTimersByTimeAsync(200_000)
    expect(fetchResults).toHaveBeenCalledTimes(7)
    expect(actor.getSnapshot().value).toBe('displaying_outro')
    expect(actor.getSnapshot().context.result?.resultStillBeingProcessed).toBe(true)
  })
})

test('a result that waits for somebody to confirm it is shown so at once, and not asked for again', async () => {
  const reply = {
    ...{ marked: false, score: 0, maxScore: 0, percentScore: 0, grade: '', pass: null, immediateResitAvailable: false },
    ...{ formRunID: 1, feedbackMessage: '', feedbackMessageID: null, resultStillBeingProcessed: true as const },
  }
  const fetchResults = vi.fn(async () => resultIs(toExamResult(reply)))
  const { actor } = finish({ fetchResults })
  await vi.advanceTimersByTimeAsync(200_000)
  expect(fetchResults).toHaveBeenCalledTimes(1)
  expect(actor.getSnapshot().value).toBe('displaying_outro')
  expect(actor.getSnapshot().context.result).toMatchObject({ resultStillBeingProcessed: true, isAwaitingRelease: true })
})

describe('a learner who does not wait for a result', () => {
  test('goes on once the server has said that there is none yet, and not before', async () => {
    const answers: ((fetched: Fetched) => void)[] = []
    const { actor } = finish({ fetchResults: () => new Promise((resolve) => void answers.push(resolve)) })
    await settle()
    actor.send({ type: 'STOP_WAITING' })
    expect(actor.getSnapshot().matches('fetching_results')).toBe(true)
    answers[0]?.(resultIs(unmarked))
    await settle()
    actor.send({ type: 'STOP_WAITING' })
    expect(actor.getSnapshot().value).toBe('displaying_outro')
    expect(actor.getSnapshot().context.result).toEqual(unmarked)
  })
})

describe('a downloadable practice exam', () => {
  const completed: Fetched = { kind: 'completion', completed: true }

  // RES-313 OUTRO-317 OUTRO-319
  test('waits for its completion, then downloads its results, and is shown with them', async () => {
    const replies: Fetched[] = [{ kind: 'completion', completed: false }, completed]
    let tell: (percent: number) => void = () => undefined
    let end: (download: { link: string }) => void = () => undefined
    const { actor } = finish({
      fetchResults: async () => replies.shift() ?? completed,
      downloadResults: (onProgress) => {
        tell = onProgress
        return new Promise((resolve) => {
          end = resolve
        })
      },
    })
    await settle()
    expect(actor.getSnapshot().value).toEqual({ fetching_results: 'waiting' })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(actor.getSnapshot().value).toBe('downloading_results')
    tell(40)
    expect(actor.getSnapshot().context.progress).toBe(40)
    end({ link: '/results.pdf' })
    await settle()
    expect(actor.getSnapshot().value).toBe('displaying_outro')
    expect(actor.getSnapshot().context.download).toEqual({ link: '/results.pdf' })
  })

  // OUTRO-320
  test('whose download breaks ends in network_error; one that says why there is nothing is shown with that', async () => {
    const broken = finish({
      fetchResults: async () => completed,
      downloadResults: async () => {
        throw new Error('torn')
      },
    })
    const refused = finish({ fetchResults: async () => completed, downloadResults: async () => ({ error: 'Not today' }) })
    await settle()
    expect(broken.actor.getSnapshot()).toMatchObject({ value: 'network_error', context: { details: 'torn' } })
    expect(refused.actor.getSnapshot()).toMatchObject({
      value: 'displaying_outro',
      context: { download: { error: 'Not today' } },
    })
  })
})

// RES-316
test('a feedback message is long from 81 characters on, however it is laid out', () => {
  const message = (characters: number) => `<p><strong>${'x'.repeat(characters - 1)}</strong>&amp;</p>`
  expect(isLongFeedback(message(80))).toBe(false)
  expect(isLongFeedback(message(81))).toBe(true)
  expect(isLongFeedback('')).toBe(false)
})

// ENT-323 ENT-324
test("the server's result becomes the player's", () => {
  const reply = {
    marked: false,
    score: 3,
    maxScore: 4,
    percentScore: 75,
    grade: 'B',
    pass: null,
    immediateResitAvailable: true,
    formRunID: 9,
    feedbackMessage: 'Well done',
    feedbackMessageID: null,
  }
  expect(toExamResult(reply)).toEqual({
    marks: 3,
    totalMarks: 4,
    score: 75,
    grade: 'B',
    passed: null,
    message: 'Well done',
    allowImmediateResit: true,
    resultStillBeingProcessed: true,
    awaitingPerson: 0,
  })
  const receipt = { formRunGuid: 'run', completedAt: '2026-11-21T18:00:00.000Z', answers: 2, checksum: 'abc' }
  const checked = (local?: string) => toExamResult({ ...reply, awaitingPerson: 1, receipt }, local)
  expect(checked('abc')).toMatchObject({ awaitingPerson: 1, receipt: { ...receipt, isConfirmed: true } })
  expect(checked('abd').receipt?.isConfirmed).toBe(false)
  expect(checked().receipt?.isConfirmed).toBeUndefined()
})
