import { expect, test, vi } from 'vitest'
import { type RequestRecord, requestTypes } from '../storage/records.ts'
import { watchEarlierAnswers } from './earlier-answers.ts'
import type { QueueEvent } from './request-queue.ts'

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
    failed: () => waiting,
    waiting: () => waiting,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  })
  const acknowledge = () => {
    const [first, ...others] = waiting
    waiting = others
    if (first) for (const listener of [...listeners]) listener({ kind: 'acknowledged', request: first })
  }
  return { earlier, acknowledge }
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
