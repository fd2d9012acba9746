import { expect, test, vi } from 'vitest'
import { type RequestRecord, requestTypes } from '../storage/records.ts'
import { watchEarlierAnswers } from './earlier-answers.ts'
import type { QueueEvent } from './queue/exam-queue.ts'

const request = (id: string, type: RequestRecord['type']): RequestRecord => ({
  format: 1,
  id,
  order: 1,
  userGuid: 'u',
  failed: true,
  type,
  payload: {},
  callbackId: id,
  formRunGuid: 'run',
})

/** A queue that was loaded with these requests, and whose first one can be acknowledged. */
const queueOf = (...loaded: RequestRecord[]) => {
  let waiting = loaded
  const listeners = new Set<(event: QueueEvent) => void>()
  const earlier = watchEarlierAnswers({
    failed: () => waiting.filter(({ failed }) => failed),
    waiting: () => waiting,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  })
  const settle = (outcome: { kind: 'acknowledged'; reply: unknown } | { kind: 'set-aside'; reason: string }) => {
    const [first, ...others] = waiting
    waiting = others
    if (first) for (const listener of [...listeners]) listener({ ...outcome, request: first })
  }
  const acknowledge = (reply: unknown = {}) => settle({ kind: 'acknowledged', reply })
  const refuse = (reason = 'INVALID_ANSWER') => settle({ kind: 'set-aside', reason })
  return { earlier, acknowledge, refuse }
}

// NET-111 QUEUE-305
test('tells once all answers of an earlier visit are on the server, also whoever asks later', () => {
  const { earlier, acknowledge } = queueOf(request('a', requestTypes.saveAnswer), request('b', requestTypes.finishExam))
  const listener = vi.fn()
  earlier.whenSynced(listener)
  acknowledge()
  expect(listener).not.toHaveBeenCalled()
  acknowledge()
  expect(listener).toHaveBeenCalledTimes(1)
  const late = vi.fn()
  earlier.whenSynced(late)
  expect(late).toHaveBeenCalledTimes(1)
  earlier.forget()
  earlier.whenSynced(late)
  expect(late).toHaveBeenCalledTimes(1)
})

test('says nothing where no answer was left over, only the time or the log', () => {
  const { earlier, acknowledge } = queueOf(request('t', requestTypes.saveTime), request('l', requestTypes.saveActivityLog))
  const listener = vi.fn()
  earlier.whenSynced(listener)
  acknowledge()
  acknowledge()
  expect(listener).not.toHaveBeenCalled()
})

test.each(['first', 'last'])('tells how many of them the server took no more, be it the %s', (which) => {
  const { earlier, acknowledge, refuse } = queueOf(request('a', requestTypes.saveAnswer), request('b', requestTypes.saveAnswer))
  const listener = vi.fn()
  earlier.whenSynced(listener)
  if (which === 'first') refuse()
  acknowledge()
  expect(listener).toHaveBeenCalledTimes(which === 'first' ? 1 : 0)
  if (which === 'last') refuse()
  expect(listener).toHaveBeenCalledExactlyOnceWith({ refused: 1, late: 0, inReview: 0 })
})

test('tells how many of them came too late to count, also of those that were refused because the exam was finished', () => {
  const { earlier, acknowledge, refuse } = queueOf(
    request('a', requestTypes.saveAnswer),
    request('b', requestTypes.saveAnswer),
    request('c', requestTypes.finishExam),
  )
  const listener = vi.fn()
  earlier.whenSynced(listener)
  acknowledge({ applied: false, late: true })
  refuse('FORM_RUN_COMPLETED')
  acknowledge()
  expect(listener).toHaveBeenCalledExactlyOnceWith({ refused: 0, late: 2, inReview: 0 })
})

test('tells of an answer that was about to be sent when its page closed only where it does not count', () => {
  const unsent = { ...request('a', requestTypes.saveAnswer), failed: false }
  const [counted, late] = [queueOf(unsent), queueOf(unsent)]
  const listener = vi.fn()
  counted.earlier.whenSynced(listener)
  counted.acknowledge({ applied: true })
  expect(listener).not.toHaveBeenCalled()
  late.earlier.whenSynced(listener)
  late.acknowledge({ applied: false, late: true })
  expect(listener).toHaveBeenCalledExactlyOnceWith({ refused: 0, late: 1, inReview: 0 })
})

test('a completion that was taken back, because more time was given, is no answer that was lost', () => {
  const alone = queueOf(request('b', requestTypes.finishExam))
  const listener = vi.fn()
  alone.earlier.whenSynced(listener)
  alone.refuse('TIME_LEFT')
  expect(listener).not.toHaveBeenCalled()
  const behind = queueOf(request('a', requestTypes.saveAnswer), request('b', requestTypes.finishExam))
  behind.earlier.whenSynced(listener)
  behind.acknowledge()
  behind.refuse('TIME_LEFT')
  expect(listener).toHaveBeenCalledWith({ refused: 0, late: 0, inReview: 0 })
})
