import { expect, test, vi } from 'vitest'
import { type RequestRecord, requestTypes } from '../storage/records.ts'
import { watchEarlierAnswers } from './earlier-answers.ts'
import type { QueueEvent } from './queue/request-queue.ts'

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
  const told = vi.fn()
  earlier.whenSynced(told)
  acknowledge()
  expect(told).not.toHaveBeenCalled()
  acknowledge()
  expect(told).toHaveBeenCalledTimes(1)
  const late = vi.fn()
  earlier.whenSynced(late)
  expect(late).toHaveBeenCalledTimes(1)
  earlier.forget()
  earlier.whenSynced(late)
  expect(late).toHaveBeenCalledTimes(1)
})

test('says nothing where no answer was left over, only the time or the log', () => {
  const { earlier, acknowledge } = queueOf(request('t', requestTypes.saveTime), request('l', requestTypes.saveActivityLog))
  const told = vi.fn()
  earlier.whenSynced(told)
  acknowledge()
  acknowledge()
  expect(told).not.toHaveBeenCalled()
})

test.each(['first', 'last'])('tells how many of them the server took no more, be it the %s', (which) => {
  const { earlier, acknowledge, refuse } = queueOf(request('a', requestTypes.saveAnswer), request('b', requestTypes.saveAnswer))
  const told = vi.fn()
  earlier.whenSynced(told)
  if (which === 'first') refuse()
  acknowledge()
  expect(told).toHaveBeenCalledTimes(which === 'first' ? 1 : 0)
  if (which === 'last') refuse()
  expect(told).toHaveBeenCalledExactlyOnceWith({ refused: 1, late: 0, inReview: 0 })
})

test('tells how many of them came too late to count, also of those that were refused because the exam was finished', () => {
  const { earlier, acknowledge, refuse } = queueOf(
    request('a', requestTypes.saveAnswer),
    request('b', requestTypes.saveAnswer),
    request('c', requestTypes.finishExam),
  )
  const told = vi.fn()
  earlier.whenSynced(told)
  acknowledge({ applied: false, late: true })
  refuse('FORM_RUN_COMPLETED')
  acknowledge()
  expect(told).toHaveBeenCalledExactlyOnceWith({ refused: 0, late: 2, inReview: 0 })
})

test('tells of an answer that was about to be sent when its page closed only where it does not count', () => {
  const unsent = { ...request('a', requestTypes.saveAnswer), failed: false }
  const [counted, late] = [queueOf(unsent), queueOf(unsent)]
  const told = vi.fn()
  counted.earlier.whenSynced(told)
  counted.acknowledge({ applied: true })
  expect(told).not.toHaveBeenCalled()
  late.earlier.whenSynced(told)
  late.acknowledge({ applied: false, late: true })
  expect(told).toHaveBeenCalledExactlyOnceWith({ refused: 0, late: 1, inReview: 0 })
})

test('a completion that was taken back, because more time was given, is no answer that was lost', () => {
  const alone = queueOf(request('b', requestTypes.finishExam))
  const told = vi.fn()
  alone.earlier.whenSynced(told)
  alone.refuse('TIME_LEFT')
  expect(told).not.toHaveBeenCalled()
  const behind = queueOf(request('a', requestTypes.saveAnswer), request('b', requestTypes.finishExam))
  behind.earlier.whenSynced(told)
  behind.acknowledge()
  behind.refuse('TIME_LEFT')
  expect(told).toHaveBeenCalledWith({ refused: 0, late: 0, inReview: 0 })
})
