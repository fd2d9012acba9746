import type { Api } from '@sitwell/client/api'
import { answersChecksum } from '@sitwell/exam/answers/receipt'
import { buildPaper } from '@sitwell/exam/paper/paper'
import type { ExamPlan } from '@sitwell/exam/time/exam-plan'
import { freshTime } from '@sitwell/exam/time/exam-time'
import { createListeners } from '@sitwell/request-queue/listeners'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { KeyValueStore } from '../../../storage/key-value-store.ts'
import { createMemoryStore } from '../../../storage/memory-store.ts'
import { type AnswerRecord, type RequestRecord, requestTypes, type UploadRecord } from '../../../storage/records.ts'
import { createActivityLog } from '../../../sync/activity/activity-log.ts'
import { activityTypes } from '../../../sync/activity/activity-types.ts'
import type { UploadEvent } from '../../../sync/files/upload-lane-types.ts'
import type { Caller } from '../../../sync/queue/delivery.ts'
import type { QueueEvent } from '../../../sync/queue/exam-queue.ts'
import { startTestSync } from '../../../sync/testing/start-test-sync.ts'
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
const plan: ExamPlan = { timeMs: 3_600_000, warningMs: 0, parts: [] }
const logRequest = requestOf('log', requestTypes.saveActivityLog)
const finishRequest = requestOf('finish', requestTypes.finishExam)
const recordOf = (questionId: string, answerText: string, workings = ''): AnswerRecord => ({
  ...{ format: 1, formRunGuid: 'run', questionId, userGuid: 'u', answer: { answerText, options: [] }, workings },
  ...{ bookmarked: false, changed: false, sequence: 1, acknowledged: 1, writerId: 'w', changedAt: '' },
})
const records = new Map([recordOf('q1', 'Otter', '2 × 2'), recordOf('q2', '')].map((one) => [one.questionId, one]))

const recordOfUpload: UploadRecord = {
  ...{ format: 1, kind: 'upload', fileGuid: 'file', order: 1, userGuid: 'u', formRunGuid: 'run', fileName: 'a.txt' },
  ...{ mimeType: '', fileSize: 7, held: false, chosenAt: '' },
}

const arrange = ({
  send = async () => logRequest as RequestRecord | undefined,
  state = 'online' as 'online' | 'offline',
  reply = {},
  answers = records as ReadonlyMap<string, AnswerRecord>,
  waiting = [logRequest, finishRequest],
}) => {
  const listeners = createListeners<QueueEvent>(() => undefined)
  const connected = createListeners<'online' | 'offline'>(() => undefined)
  const uploads = createListeners<UploadEvent>(() => undefined)
  const [stopped, logged, sent, monitorEnded] = [vi.fn(), vi.fn(), vi.fn(send), vi.fn()]
  // Boundary: a client that answers one call, and an answer book that is only read.
  const api = { call: async () => ({ ok: true, value: reply }) } as unknown as Pick<Api, 'call'>
  const steps = createOutroSteps(
    {
      exam: { questions: answers },
      log: { record: logged, send: sent, stop: stopped },
      sync: {
        queue: { subscribe: listeners.add, waiting: () => waiting },
        connection: { state: () => state, subscribe: connected.add },
        uploads: { subscribe: uploads.add },
      },
    },
    {
      formRunGuid: 'run',
      answers: { get: (id: string) => answers.get(id) } as never,
      keepFinishing: async () => {},
      finish: async () => finishRequest,
    },
    api,
    async (_, before) => {
      await before()
      monitorEnded()
    },
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
  return { steps, listeners, connected, uploads, stopped, logged, sent, monitorEnded, ended }
}

describe('finishing the activity log', () => {
  test('waits until the log is on the server, and stops it', async () => {
    const { steps, listeners, stopped, ended } = arrange({})
    const how = await ended(steps.finishActivityLogger())
    expect(how()).toBe('waiting')
    listeners.tell({ kind: 'acknowledged', request: logRequest, reply: {} })
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

/** A page that has opened the form run over what the browser keeps. */
const openPage = async (places: KeyValueStore, api: Caller) => {
  const sync = await startTestSync({ api }, places)
  const formRun = await sync.openFormRun({
    ...{ formRunGuid: 'run', examGuid: 'e', scheduleGuid: 's', examName: 'Lakes', objectID: 7, lastSequence: 0 },
    paper: buildPaper([{ sectionId: 'root', sectionIds: [], questionIds: [] }]),
    plan,
    time: freshTime(plan),
    ...{ isFresh: false, currentQuestionId: undefined, initialPage: 1, questions: [], numberOf: () => 1 },
  })
  const onError = vi.fn()
  const { store, queue } = sync
  const log = createActivityLog({ mode: 1, store, queue, userGuid: 'u', nowMs: () => Date.now(), onError })
  await log.setFormRunGuid('run')
  const steps = createOutroSteps(
    { exam: { questions: new Map() }, log, sync },
    formRun,
    api as unknown as Pick<Api, 'call'>,
    async () => {},
  )
  const close = () => {
    log.stop()
    sync.stop()
  }
  return { formRun, log, steps, close }
}

test('a page that is closed while the log is waited for has finished: the next one goes on with the completion', async () => {
  const places = createMemoryStore()
  const first = await openPage(places, { call: () => new Promise(() => {}) })
  expect(first.formRun.finished()).toBe(false)
  first.log.record(activityTypes.finishExam)
  void first.steps.finishActivityLogger()
  await vi.advanceTimersByTimeAsync(logTimeoutMs - 1)
  first.close()

  const calls: string[] = []
  const api: Caller = {
    async call({ name }) {
      calls.push(name)
      return { ok: true, value: {} }
    },
  }
  const again = await openPage(places, api)
  expect(again.formRun.finished()).toBe(true)
  await again.steps.finishActivityLogger()
  const completing = again.steps.completeExam()
  await vi.advanceTimersByTimeAsync(0)
  await completing
  expect(calls.indexOf('complete')).toBeGreaterThan(calls.indexOf('activityLog'))
  expect(calls).toContain('activityLog')
  again.close()
})

test('a page that is closed before the finish opens as it was', async () => {
  const places = createMemoryStore()
  const first = await openPage(places, { call: () => new Promise(() => {}) })
  await vi.advanceTimersByTimeAsync(logTimeoutMs)
  first.close()
  const again = await openPage(places, { call: () => new Promise(() => {}) })
  expect(again.formRun.finished()).toBe(false)
  again.close()
})

describe('closing the integrity monitor', () => {
  const save = requestOf('save', requestTypes.saveAnswer)

  test('waits for the answers that were given under it, and not for those of another exam', async () => {
    const waiting = [save, { ...save, id: 'other', formRunGuid: 'another' }, finishRequest]
    const { steps, listeners, monitorEnded, ended } = arrange({ waiting })
    const how = await ended(steps.closeIntegrityAdvocate())
    listeners.tell({ kind: 'sending', request: save })
    await vi.advanceTimersByTimeAsync(0)
    expect(monitorEnded).not.toHaveBeenCalled()
    waiting.splice(0, 1)
    listeners.tell({ kind: 'acknowledged', request: save, reply: {} })
    await vi.advanceTimersByTimeAsync(0)
    expect([monitorEnded.mock.calls.length, how()]).toEqual([1, 'done'])
  })

  test('waits for none without a connection', async () => {
    const away = arrange({ waiting: [save], state: 'offline' })
    expect((await away.ended(away.steps.closeIntegrityAdvocate()))()).toBe('done')
    const going = arrange({ waiting: [save] })
    const how = await going.ended(going.steps.closeIntegrityAdvocate())
    expect(how()).toBe('waiting')
    going.connected.tell('offline')
    await vi.advanceTimersByTimeAsync(0)
    expect([going.monitorEnded.mock.calls.length, how()]).toEqual([1, 'done'])
  })
})

describe('completing', () => {
  test('waits for the acknowledgement of the completion, however long the server is away', async () => {
    const { steps, listeners, ended } = arrange({})
    const how = await ended(steps.completeExam())
    listeners.tell({ kind: 'failed', request: finishRequest })
    listeners.tell({ kind: 'acknowledged', request: logRequest, reply: {} })
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(how()).toBe('waiting')
    listeners.tell({ kind: 'acknowledged', request: finishRequest, reply: {} })
    await vi.advanceTimersByTimeAsync(0)
    expect(how()).toBe('done')
  })

  // LOG-302
  test('logs the files that reach the server meanwhile, and sends what was logged', async () => {
    const { steps, listeners, uploads, logged, sent, ended } = arrange({ send: async () => undefined })
    const file = { guid: 'file', fileName: 'a.txt', mimeType: '', dateTimeUploaded: '', fileSize: 7 }
    const done = { kind: 'done', formRunGuid: 'run', record: recordOfUpload, file } as const
    await steps.finishActivityLogger()
    uploads.tell(done)
    await ended(steps.completeExam())
    uploads.tell(done)
    sent.mockClear()
    listeners.tell({ kind: 'acknowledged', request: finishRequest, reply: {} })
    await vi.advanceTimersByTimeAsync(0)
    expect(sent).toHaveBeenCalledTimes(1)
    uploads.tell(done)
    expect(logged.mock.calls.map(([type]) => type)).toEqual([activityTypes.uploadOnline, activityTypes.uploadOnline])
  })

  test('breaks where the server refuses it for good', async () => {
    const { steps, listeners, ended } = arrange({})
    const how = await ended(steps.completeExam())
    listeners.tell({ kind: 'set-aside', request: finishRequest, reason: 'NOT_FOUND' })
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

test('the result says how many answers came late as the server says it, whatever this browser knows', async () => {
  const late = { counted: 1, waiting: 2, notCounted: { late: 3, paused: 0, closed: 0, markTold: 0 } }
  const facts = { formRunGuid: 'run', completedAt: '2026-11-21T18:00:00.000Z', answers: 4, checksum: '0' }
  const held = new Map([['q1', { ...recordOf('q1', 'Otter'), late: true }]])
  const fetched = (receipt: object) => arrange({ answers: held, reply: { marked: true, receipt } }).steps.fetchResults()
  expect(await fetched({ ...facts, onServer: 9, late })).toMatchObject({ result: { receipt: { onServer: 9, late } } })
  expect((await fetched(facts)).result?.receipt).not.toHaveProperty('late')
})
