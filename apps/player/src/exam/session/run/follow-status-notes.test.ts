import type { ConnectionState } from '@sitwell/request-queue/connection'
import { createListeners } from '@sitwell/request-queue/listeners'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type AnswerRecord, type RequestRecord, requestTypes } from '../../../storage/records.ts'
import type { SaveState } from '../../../sync/answers/answer-book.ts'
import type { QueueEvent } from '../../../sync/queue/exam-queue.ts'
import { backOnlineMs, followStatusNotes } from './follow-status-notes.ts'
import type { StatusNote } from './status-of.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const save = (id: string): RequestRecord => ({
  ...{ format: 1, id, order: 1, type: requestTypes.saveAnswer, payload: {}, callbackId: 'q1', userGuid: 'u' },
  ...{ formRunGuid: 'run', failed: false },
})

/** A sitting that was offline with two answers, and what is told of it from the return on. */
const arrange = (known: readonly (readonly [string, SaveState])[] = []) => {
  const [states, events] = [createListeners<ConnectionState>(), createListeners<QueueEvent>()]
  const changes = createListeners<string>()
  const late = new Map<string, SaveState>(known)
  const all = () => known.map(([questionId]) => ({ questionId }) as AnswerRecord)
  const answers = { all, subscribe: changes.add, stateOf: (id: string) => late.get(id) ?? 'on-server' }
  let waiting = [save('a'), save('b')]
  const note: (StatusNote | undefined)[] = []
  const sync = {
    connection: { state: () => 'online' as const, subscribe: states.add },
    queue: { waiting: () => waiting, subscribe: events.add },
  }
  const stop = followStatusNotes(sync, answers, (now) => note.push(now))
  const left = ({ id }: RequestRecord) => {
    waiting = waiting.filter((request) => request.id !== id)
  }
  states.tell('offline')
  return {
    now: () => note.at(-1),
    stop,
    setLate: (questionId: string, isLate: boolean, state: SaveState = 'late') => {
      if (isLate) late.set(questionId, state)
      else late.delete(questionId)
      changes.tell(questionId)
    },
    lose: () => states.tell('offline'),
    acknowledge: (request: RequestRecord) => {
      left(request)
      events.tell({ kind: 'acknowledged', request })
    },
    refuse: (request: RequestRecord, reason: string) => {
      left(request)
      events.tell({ kind: 'set-aside', request, reason })
    },
  }
}

test('a return is told for a while, once every answer is saved', () => {
  const { now, acknowledge, stop } = arrange()
  acknowledge(save('a'))
  expect(now()).toBeUndefined()
  acknowledge(save('b'))
  expect(now()).toBe('back-online')
  vi.advanceTimersByTime(backOnlineMs)
  expect(now()).toBeUndefined()
  stop()
  expect(vi.getTimerCount()).toBe(0)
})

test('an answer that came too late before the page was loaded again is told from the start', () => {
  const { now, setLate, stop } = arrange([
    ['q1', 'on-server'],
    ['q2', 'late'],
  ])
  expect(now()).toBe('late')
  setLate('q2', false)
  expect(now()).toBeUndefined()
  stop()
})

test('an answer that can’t count is told until the question has one that does, and then what else is late', () => {
  const { now, setLate, stop } = arrange()
  setLate('q1', true, 'closed')
  expect(now()).toBe('barred')
  setLate('q2', true)
  expect(now()).toBe('barred')
  setLate('q1', false)
  expect(now()).toBe('late')
  setLate('q2', true, 'reading')
  expect(now()).toBe('barred')
  setLate('q2', false)
  expect(now()).toBeUndefined()
  stop()
})

test('an answer that was refused stays told, whatever is saved after it and however often the connection returns', () => {
  const { now, lose, acknowledge, refuse, stop } = arrange()
  refuse(save('a'), 'INVALID_ANSWER')
  acknowledge(save('b'))
  expect(now()).toBe('set-aside')
  vi.advanceTimersByTime(backOnlineMs)
  expect(now()).toBe('set-aside')
  lose()
  acknowledge(save('c'))
  vi.advanceTimersByTime(backOnlineMs)
  expect(now()).toBe('set-aside')
  refuse(save('d'), 'FORM_RUN_COMPLETED')
  expect(now()).toBe('finished-elsewhere')
  stop()
})

test('an answer that is refused after the return was told takes its place', () => {
  const { now, acknowledge, refuse, stop } = arrange()
  acknowledge(save('a'))
  acknowledge(save('b'))
  refuse(save('c'), 'INVALID_ANSWER')
  vi.advanceTimersByTime(backOnlineMs)
  expect(now()).toBe('set-aside')
  stop()
})

test('an answer that came too late is told until its question has one that counts, and no return of the connection hides it', () => {
  const { now, acknowledge, setLate, stop } = arrange()
  setLate('q1', true)
  setLate('q2', true)
  acknowledge(save('a'))
  acknowledge(save('b'))
  vi.advanceTimersByTime(backOnlineMs)
  expect(now()).toBe('late')
  setLate('q1', false)
  expect(now()).toBe('late')
  setLate('q2', false)
  expect(now()).toBeUndefined()
  stop()
})

test('an answer that came too late takes the place of the connection’s return, and never that of one that was refused', () => {
  const { now, acknowledge, refuse, setLate, stop } = arrange()
  acknowledge(save('a'))
  acknowledge(save('b'))
  setLate('q1', true)
  expect(now()).toBe('late')
  refuse(save('c'), 'INVALID_ANSWER')
  setLate('q2', true)
  expect(now()).toBe('set-aside')
  setLate('q1', false)
  setLate('q2', false)
  expect(now()).toBe('set-aside')
  stop()
})
