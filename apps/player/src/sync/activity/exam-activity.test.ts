import type { Question } from '@sitwell/contract'
import { createConnection } from '@sitwell/request-queue/connection'
import type { Delivery } from '@sitwell/request-queue/request-kind'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createExamStore } from '../../storage/exam-store.ts'
import { createMemoryStore } from '../../storage/memory-store.ts'
import type { AnswerRecord } from '../../storage/records.ts'
import { createExamQueue } from '../queue/exam-queue.ts'
import { kindsAlike } from '../testing/arrange-queue.ts'
import { createActivityLog } from './activity-log.ts'
import { activityTypes } from './activity-types.ts'
import { followExamActivity } from './exam-activity.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const essay: Question = {
  id: 'q1',
  type: 'QUESTIONLTEXT',
  number: 1,
  versionId: 'q1',
  versionNumber: 1,
  marks: 1,
  text: 'Describe a lake.',
  bookmarked: false,
  answered: false,
  disabled: false,
  workings: '',
  paperPartId: 'p1',
  introText: '',
  dragAndDrop: false,
  requiresWorkings: false,
  requiresCalculator: false,
}

const arrange = async () => {
  const store = createExamStore(createMemoryStore(), () => 0)
  const world: { delivery: Delivery } = { delivery: { kind: 'acknowledged', reply: {} } }
  const connection = createConnection({
    ping: async () => world.delivery.kind === 'acknowledged',
    pingIntervalMs: 30_000,
    random: () => 0.5,
  })
  let ids = 0
  const onError = (error: unknown) => {
    throw error
  }
  const queue = createExamQueue({
    store,
    userGuid: 'u',
    kinds: kindsAlike({ deliver: async () => world.delivery }),
    newId: () => `id${++ids}`,
    onUndelivered: () => connection.setOffline(),
    onStumbled: () => undefined,
    onError,
  })
  const log = createActivityLog({ mode: 1, store, queue, userGuid: 'u', nowMs: () => Date.now(), onError })
  await log.setFormRunGuid('run')
  let record: AnswerRecord = {
    format: 1,
    formRunGuid: 'run',
    questionId: 'q1',
    userGuid: 'u',
    answer: { answerText: '', options: [] },
    bookmarked: false,
    workings: '',
    changed: false,
    sequence: 0,
    acknowledged: 0,
    writerId: '',
    changedAt: '',
  }
  const activity = followExamActivity({
    log,
    sync: { connection, queue },
    questions: new Map([['q1', essay]]),
    formRunGuid: 'run',
    answers: { get: () => record },
  })
  const change = (changes: Partial<AnswerRecord>) => {
    record = { ...record, ...changes }
  }
  const logged = async () => (await store.activitiesOf('run')).map(({ type, value }) => [type, value])
  const save = () =>
    queue.enqueue({ type: 1, callbackId: 'q1', formRunGuid: 'run', payload: { questionVersionId: 'q1', answerText: 'Deep' } })
  const stop = () => {
    activity.stop()
    log.stop()
    connection.stop()
  }
  return { world, log, queue, connection, activity, change, logged, save, stop }
}
const typed = (answerText: string) => ({ answer: { answerText, options: [] } })

describe('the activity of a running exam', () => {
  // LOG-319 LOG-320 LOG-332
  test('logs an answer and its workings every 30 seconds, as they are then, and nothing that did not change', async () => {
    const { change, log, stop } = await arrange()
    const add = vi.spyOn(log, 'record')
    change(typed('De'))
    change(typed('Deep'))
    await vi.advanceTimersByTimeAsync(29_999)
    expect(add).not.toHaveBeenCalled()
    change({ workings: '2 × 3' })
    await vi.advanceTimersByTimeAsync(1)
    expect(add.mock.calls).toEqual([
      [activityTypes.workings, { questionId: 'q1', value: '2 × 3' }],
      [activityTypes.localAnswer, { questionId: 'q1', value: 'Deep' }],
    ])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(add).toHaveBeenCalledTimes(2)
    stop()
  })

  // LOG-321
  test('logs what changed at once when it is flushed, and not a second time', async () => {
    const { change, activity, logged, stop } = await arrange()
    change({ ...typed('Deep'), workings: '2 × 3' })
    activity.flush()
    activity.flush()
    await vi.advanceTimersByTimeAsync(0)
    expect(await logged()).toEqual([
      [activityTypes.workings, { questionId: 'q1', value: '2 × 3' }],
      [activityTypes.localAnswer, { questionId: 'q1', value: 'Deep' }],
    ])
    stop()
  })

  // QUEUE-311
  test('logs that the connection is gone when a request fails, that it is back, and what the server then has', async () => {
    const { world, save, logged, connection, queue, stop } = await arrange()
    world.delivery = { kind: 'unreachable' }
    await save()
    await vi.advanceTimersByTimeAsync(0)
    expect(await logged()).toEqual([[activityTypes.offline, '']])
    world.delivery = { kind: 'acknowledged', reply: {} }
    await connection.pingNow()
    queue.flush()
    await vi.advanceTimersByTimeAsync(0)
    expect(await logged()).toMatchObject([
      [activityTypes.offline, ''],
      [activityTypes.online, ''],
      [activityTypes.serverAnswer, { questionId: 'q1', answerText: 'Deep' }],
    ])
    stop()
  })

  // LOG-322
  test('does not log that the connection is back right after finishing', async () => {
    const { log, connection, logged, stop } = await arrange()
    connection.setOffline()
    log.record(activityTypes.finishExam)
    await connection.pingNow()
    await vi.advanceTimersByTimeAsync(0)
    expect((await logged()).map(([type]) => type)).toEqual([activityTypes.offline, activityTypes.finishExam])
    stop()
  })
})
