import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createExamStore } from '../../storage/exam-store.ts'
import { createMemoryStore } from '../../storage/memory-store.ts'
import type { RequestRecord } from '../../storage/records.ts'
import { createActivityLog } from './activity-log.ts'
import { activityTypes, type LoggingMode, loggingMode } from './activity-types.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const arrange = (mode: LoggingMode, store = createExamStore(createMemoryStore(), () => 0)) => {
  const sent: { formRunGuid: string; activities: { id: string; type: number; value: unknown }[] }[] = []
  const log = createActivityLog({
    mode,
    store,
    userGuid: 'u',
    nowMs: () => Date.UTC(2026, 10, 21, 12),
    onError: (error) => {
      throw error
    },
    queue: {
      enqueue: async (draft, companions = () => []) => {
        const request: RequestRecord = { format: 1, id: 'r', order: 1, userGuid: 'u', failed: false, ...draft }
        await store.save(companions(request))
        sent.push(draft.payload as (typeof sent)[number])
        return request
      },
    },
  })
  return { log, sent, store }
}

describe('the activity log', () => {
  // LOG-301 LOG-331 LOG-316 LOG-317 LOG-105 LOG-108
  test('is on for the integers 1 and 2 alone, and never in preview', () => {
    for (const configured of [0, 3, 1.5, '1', undefined, null, true]) expect(loggingMode(configured, false)).toBe(0)
    expect(loggingMode(1, false)).toBe(1)
    expect(loggingMode(2, false)).toBe(2)
    expect(loggingMode(1, true)).toBe(0)
  })

  // LOG-307 LOG-308 LOG-309 LOG-310 LOG-311 LOG-312 LOG-313 LOG-314 LOG-315
  test('names every activity with the number that it has on the wire', () => {
    expect(Object.values(activityTypes)).toEqual(Array.from({ length: 24 }, (_, number) => number))
    expect(activityTypes).toMatchObject({ localAnswer: 0, moveQuestion: 3, next: 4, startExam: 6, finishExam: 7, timedOut: 8 })
    expect(activityTypes).toMatchObject({ resume: 9, moveSection: 11, offline: 12, confirmPopup: 18, changeSystemTime: 23 })
  })

  // LOG-318
  test('holds entries back until the form run is known in mode 1, and not at all in mode 2', async () => {
    for (const mode of [1, 2] as const) {
      const { log, sent } = arrange(mode)
      log.record(activityTypes.startExam)
      await log.send()
      expect(sent).toEqual([])
      await log.setFormRunGuid('run')
      log.record(activityTypes.next, 'q2')
      await log.send()
      const types = sent.flatMap((entry) => entry.activities.map(({ type }) => type))
      expect(types).toEqual(mode === 1 ? [6, 4] : [4])
      expect(sent[0]?.formRunGuid).toBe('run')
    }
  })

  // LOG-323 LOG-107
  test('keeps the moments of its entries apart by a millisecond', async () => {
    const { log, sent } = arrange(1)
    await log.setFormRunGuid('run')
    for (let each = 0; each < 3; each += 1) log.record(activityTypes.next)
    await log.send()
    expect(sent[0]?.activities.map(({ id }) => id)).toEqual([
      '2026-11-21T12:00:00.000Z',
      '2026-11-21T12:00:00.001Z',
      '2026-11-21T12:00:00.002Z',
    ])
  })

  test('sends by itself as the exam goes on', async () => {
    const { log, sent } = arrange(1)
    await log.setFormRunGuid('run')
    log.record(activityTypes.next)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(sent).toHaveLength(1)
    log.stop()
  })

  test('sends what an earlier page logged and did not get to send', async () => {
    const before = arrange(1)
    await before.log.setFormRunGuid('run')
    before.log.record(activityTypes.next, 'q2')
    await vi.advanceTimersByTimeAsync(0)
    const after = arrange(1, before.store)
    await after.log.setFormRunGuid('run')
    await after.log.send()
    expect(after.sent[0]?.activities).toMatchObject([{ type: 4, value: 'q2' }])
    expect(await after.store.activitiesOf('run')).toEqual([])
  })

  test('logs nothing when it is off', async () => {
    const { log, sent } = arrange(0)
    await log.setFormRunGuid('run')
    log.record(activityTypes.next)
    await log.send()
    expect(sent).toEqual([])
  })
})
