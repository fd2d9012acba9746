import { answersChecksum } from '@sitwell/exam/receipt'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Api } from '../../api/api.ts'
import { type AnswerRecord, type RequestRecord, requestTypes } from '../../storage/records.ts'
import { createListeners } from '../../sync/listeners.ts'
import type { QueueEvent } from '../../sync/request-queue.ts'
import { createOutroSteps, logTimeoutMs } from './create-outro-steps.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const requestOf = (id: string, type: RequestRecord['type']): RequestRecord => ({
  format: 1,
  id,
  order: 1,
  type,
  payload: {},
  callbackId: '',
  userGuid: 'u',
  formRunGuid: 'run',
  failed: false,
})
const logRequest = requestOf('log', requestTypes.saveActivityLog)
const finishRequest = requestOf('finish', requestTypes.finishExam)
const recordOf = (questionId: string, answerText: string, workings = ''): AnswerRecord => ({
  ...{ format: 1, formRunGuid: 'run', questionId, userGuid: 'u', answer: { answerText, options: [] }, workings },
  ...{ bookmarked: false, changed: false, sequence: 1, acknowledged: 1, writerId: 'w', changedAt: '' },
})
const records = new Map([recordOf('q1', 'Otter', '2 × 2'), recordOf('q2', '')].map((one) => [one.questionId, one]))

const arrange = ({
  send = async () => logRequest as RequestRecord | undefined,
  state = 'online' as 'online' | 'offline',
  reply = {},
}) => {
  const told = createListeners<QueueEvent>(() => undefined)
  const connected = createListeners<'online' | 'offline'>(() => undefined)
  const stopped = vi.fn()
  // Boundary: a client that answers one call, and an answer book that is only read.
  const api = { call: async () => ({ ok: true, value: reply }) } as unknown as Pick<Api, 'call'>
  const steps = createOutroSteps(
    {
      exam: { questions: records },
      log: { send, stop: stopped },
      sync: {
        queue: { subscribe: told.add, waiting: () => [logRequest, finishRequest] },
        connection: { state: () => state, subscribe: connected.add },
      },
    },
    { formRunGuid: 'run', answers: { get: (id: string) => records.get(id) } as never, finish: async () => finishRequest },
    api,
  )
  const ended = async (promise: Promise<unknown>) => {
    let how = 'waiting'
    promise.then(
      () => (how = 'done'),
      (error: Error) => (how = error.message),
    )
    await vi.advanceTimersByTimeAsync(0)
    return () => how
  }
  return { steps, told, connected, stopped, ended }
}

describe('finishing the activity log', () => {
  test('waits until the log is on the server, and stops it', async () => {
    const { steps, told, stopped, ended } = arrange({})
    const how = await ended(steps.finishActivityLogger())
    expect(how()).toBe('waiting')
    told.tell({ kind: 'acknowledged', request: logRequest, reply: {} })
    await vi.advanceTimersByTimeAsync(0)
    expect(how()).toBe('done')
    expect(stopped).toHaveBeenCalled()
    expect(vi.getTimerCount()).toBe(0)
  })

  // LOG-330 OUTRO-323
  test('waits for 30 seconds at most', async () => {
    const { steps, stopped, ended } = arrange({})
    const how = await ended(steps.finishActivityLogger())
    await vi.advanceTimersByTimeAsync(29_999)
    expect(how()).toBe('waiting')
    await vi.advanceTimersByTimeAsync(1)
    expect(how()).toBe('done')
    expect(stopped).toHaveBeenCalledTimes(1)
    expect(logTimeoutMs).toBe(30_000)
  })

  // OUTRO-322
  test.each([
    ['a log that could not be kept', async (): Promise<RequestRecord | undefined> => Promise.reject(new Error('full'))],
    ['nothing to log', async () => undefined],
  ])('%s holds nothing up', async (_, send) => {
    const { steps, ended } = arrange({ send })
    expect((await ended(steps.finishActivityLogger()))()).toBe('done')
  })

  test('is left to the queue where there is no connection, or it goes meanwhile', async () => {
    const away = arrange({ state: 'offline' })
    expect((await away.ended(away.steps.finishActivityLogger()))()).toBe('done')
    const going = arrange({})
    const how = await going.ended(going.steps.finishActivityLogger())
    going.connected.tell('offline')
    await vi.advanceTimersByTimeAsync(0)
    expect(how()).toBe('done')
  })
})

describe('completing', () => {
  test('waits for the acknowledgement of the completion, however long the server is away', async () => {
    const { steps, told, ended } = arrange({})
    const how = await ended(steps.completeExam())
    told.tell({ kind: 'failed', request: finishRequest })
    told.tell({ kind: 'acknowledged', request: logRequest, reply: {} })
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(how()).toBe('waiting')
    told.tell({ kind: 'acknowledged', request: finishRequest, reply: {} })
    await vi.advanceTimersByTimeAsync(0)
    expect(how()).toBe('done')
  })

  test('breaks where the server refuses it for good', async () => {
    const { steps, told, ended } = arrange({})
    const how = await ended(steps.completeExam())
    told.tell({ kind: 'set-aside', request: finishRequest, reason: 'NOT_FOUND' })
    await vi.advanceTimersByTimeAsync(0)
    expect(how()).toBe('The exam could not be completed: NOT_FOUND')
  })
})

test('the receipt of the server is compared with what this browser holds', async () => {
  const given = { answerText: 'Otter', options: [] }
  const { subtle } = globalThis.crypto
  const checksum = await answersChecksum('run', [{ questionId: 'q1', answer: given, workings: '2 × 2' }], subtle)
  const receipt = { formRunGuid: 'run', completedAt: '2026-11-21T18:00:00.000Z', answers: 1, checksum }
  const fetched = (more: object) => arrange({ reply: { marked: true, receipt: { ...receipt, ...more } } }).steps.fetchResults()
  expect(await fetched({})).toMatchObject({ kind: 'result', result: { receipt: { isConfirmed: true, answers: 1 } } })
  expect(await fetched({ checksum: '0' })).toMatchObject({ result: { receipt: { isConfirmed: false } } })
})
