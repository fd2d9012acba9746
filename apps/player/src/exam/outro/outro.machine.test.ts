import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createActor } from 'xstate'
import { type ExamResult, toExamResult } from './exam-result.ts'
import { type OutroSteps, outroMachine } from './outro.machine.ts'

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
}
const unmarked = { ...marked, resultStillBeingProcessed: true }

const finish = (changed: Partial<OutroSteps> = {}) => {
  const ran: string[] = []
  const note = (name: string) => async () => void ran.push(name)
  const steps: OutroSteps = {
    finishActivityLogger: note('log'),
    closeIntegrityAdvocate: note('close'),
    completeExam: note('complete'),
    fetchResult: async () => marked,
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

  // OUTRO-312 OUTRO-315 OUTRO-318 ERR-312
  test.each(['finishActivityLogger', 'completeExam', 'fetchResult'] as const)(
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

  // RES-310 RES-326
  test('asks every ten seconds until the result is marked', async () => {
    const results = [unmarked, unmarked, marked]
    const fetchResult = vi.fn(async () => results.shift() ?? marked)
    const { actor } = finish({ fetchResult })
    await settle()
    expect(fetchResult).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(9999)
    expect(fetchResult).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(10_001)
    expect(fetchResult).toHaveBeenCalledTimes(3)
    expect(actor.getSnapshot().context.result).toEqual(marked)
  })

  // RES-311 RES-326
  test('asks six more times after the first and then shows what there is', async () => {
    const fetchResult = vi.fn(async () => unmarked)
    const { actor } = finish({ fetchResult })
    await vi.advanceTimersByTimeAsync(200_000)
    expect(fetchResult).toHaveBeenCalledTimes(7)
    expect(actor.getSnapshot().value).toBe('displaying_outro')
    expect(actor.getSnapshot().context.result?.resultStillBeingProcessed).toBe(true)
  })
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
  })
})
