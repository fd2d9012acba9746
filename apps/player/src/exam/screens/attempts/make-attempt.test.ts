import { expect, test } from 'vitest'
import type { SaveState } from '../../../sync/answers/answer-book.ts'
import { answerArrives, makeAttempt } from './make-attempt.ts'

/** An answer in one state after another, on a page that may lose its network, and whose patience may end. */
const waiting = (first: SaveState | undefined) => {
  let state = first
  let isOffline = false
  let giveUp = () => {}
  const listeners = new Set<(questionId: string) => void>()
  return {
    page: {
      answers: {
        stateOf: () => state,
        subscribe(listener: (questionId: string) => void) {
          listeners.add(listener)
          return () => void listeners.delete(listener)
        },
      },
      isOffline: () => isOffline,
      after(_: number, callback: () => void) {
        giveUp = callback
        return () => {
          giveUp = () => {}
        }
      },
    },
    becomes(next: SaveState, questionId = 'q1') {
      state = next
      for (const listener of listeners) listener(questionId)
    },
    lose() {
      isOffline = true
    },
    giveUp: () => giveUp(),
    listeners,
  }
}

test('an answer that the server has, or that was never given, is waited for no longer', async () => {
  for (const state of ['on-server', 'closed', undefined] as const)
    expect(await answerArrives('q1', waiting(state).page)).toBe(true)
})

test('an answer on its way is waited for until the server has it', async () => {
  const answer = waiting('keeping')
  const arrives = answerArrives('q1', answer.page)
  answer.becomes('sending')
  answer.becomes('on-server', 'q2')
  answer.becomes('on-server')
  expect(await arrives).toBe(true)
  expect(answer.listeners.size).toBe(0)
})

test('without a network, and when it takes too long, it is not there', async () => {
  const lost = waiting('on-device')
  lost.lose()
  expect(await answerArrives('q1', lost.page)).toBe(false)
  const slow = waiting('sending')
  const arrives = answerArrives('q1', slow.page)
  slow.giveUp()
  expect(await arrives).toBe(false)
  expect(slow.listeners.size).toBe(0)
})

test('an answer that was acknowledged, and that the server lacks, has it compared with what is here', async () => {
  const doubts: string[] = []
  const missing = { ok: false, kind: 'refused', status: 409, code: 'MISSING_REQUESTS', missing: [7] }
  const answers = {
    saveChanged: async () => undefined,
    stateOf: () => 'on-server',
    get: () => ({ sequence: 7 }),
    subscribe: () => () => undefined,
  }
  const formRun = { formRunGuid: 'f', answers, comparison: { doubt: () => void doubts.push('f') } }
  // What of both it asks.
  const made = await makeAttempt(
    { call: async () => missing } as unknown as Parameters<typeof makeAttempt>[0],
    formRun as unknown as Parameters<typeof makeAttempt>[1],
    { questionId: 'q1', ending: undefined, requestId: 'r' },
  )
  expect(made).toEqual({ kind: 'unreachable' })
  expect(doubts).toEqual(['f'])
})
