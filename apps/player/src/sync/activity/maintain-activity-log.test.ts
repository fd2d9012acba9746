import { expect, test } from 'vitest'
import { createExamStore } from '../../storage/exam-store.ts'
import { createMemoryStore } from '../../storage/memory-store.ts'
import type { ActivityRecord, RequestRecord } from '../../storage/records.ts'
import { maintainActivityLog } from './maintain-activity-log.ts'

const dayMs = 24 * 60 * 60 * 1000
const nowMs = Date.parse('2026-11-21T12:00:00Z')
const at = (agoMs: number) => new Date(nowMs - agoMs).toISOString()
const activity = (agoMs: number, formRunGuid: string): ActivityRecord => ({
  format: 1,
  id: at(agoMs),
  type: 1,
  value: '',
  userGuid: 'u-1',
  formRunGuid,
})
const request = (id: string, type: 1 | 4, ids: readonly string[]): RequestRecord => ({
  format: 1,
  id,
  order: 1,
  type,
  payload: { activities: ids.map((one) => ({ id: one, type: 1, value: '' })) },
  callbackId: 'log',
  userGuid: 'u-1',
  formRunGuid: 'f-1',
  failed: false,
})

// LOG-106 LOG-329
test('activities older than 90 days are deleted, whoever logged them; younger ones stay', async () => {
  const store = createExamStore(createMemoryStore(), () => nowMs)
  const stored = [activity(90 * dayMs, 'f-1'), activity(dayMs, 'f-2')]
  await store.save([activity(90 * dayMs + 1, 'f-1'), activity(200 * dayMs, 'f-2'), ...stored].map((it) => ({ activity: it })))
  await maintainActivityLog(store, nowMs)
  expect([...(await store.activitiesOf('f-1')), ...(await store.activitiesOf('f-2'))]).toEqual(stored)
})

// LOG-106 LOG-329
test('so are logs that wait to be sent; an answer that waits is never deleted, however old', async () => {
  const store = createExamStore(createMemoryStore(), () => nowMs)
  const old = [at(100 * dayMs), at(99 * dayMs)]
  const requests = [
    request('old log', 4, old),
    request('log with something young in it', 4, [...old, at(dayMs)]),
    request('old answer', 1, old),
  ]
  await store.save(requests.map((it) => ({ request: it })))
  await maintainActivityLog(store, nowMs)
  expect((await store.requestsOf('u-1')).map(({ id }) => id).sort()).toEqual(['log with something young in it', 'old answer'])
})
