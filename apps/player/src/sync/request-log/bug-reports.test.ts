import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createExamStore } from '../../storage/exam-store.ts'
import { createMemoryStore } from '../../storage/memory-store.ts'
import { createRequestLogStore } from '../../storage/request-log.ts'
import type { Caller } from '../queue/delivery.ts'
import { networkErrorDuringExam, startBugReports } from './bug-reports.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const arrange = async () => {
  const places = createMemoryStore()
  const requestLog = createRequestLogStore(places)
  const log = (userGuid: string, examGuid: string, key: string) =>
    requestLog.add({
      attempt: { format: 1, id: key, request: key, status: 0, response: '', responseHeaders: {}, timeStamp: key },
      request: { format: 1, key, type: 'POST', payload: {}, endpoint: '/x', userGuid, examGuid },
    })
  await log('u', 'exam', '1')
  await log('u', 'another exam', '2')
  await log('somebody else', 'exam', '3')
  const sent: unknown[] = []
  const world = { reachable: true }
  const api: Caller = {
    async call(_call, input) {
      if (!world.reachable) return { ok: false, kind: 'unreachable' }
      sent.push(input.body)
      return { ok: true, value: {} }
    },
  }
  const start = () =>
    startBugReports({
      api,
      store: createExamStore(places, () => 0),
      requestLog,
      userGuid: 'u',
      nowMs: () => 0,
      onError: (error) => {
        throw error
      },
    })
  return { world, sent, start }
}
const report = { message: networkErrorDuringExam, query: { userGuid: 'u', examGuid: 'exam' }, reason: 'HTTP 502' }

describe('the queue of bug reports', () => {
  // QUEUE-313 QUEUE-314 ENT-330
  test('is looked at every ten seconds, and has one report for each user and exam, with what was called for it', async () => {
    const { world, sent, start } = await arrange()
    const reports = start()
    world.reachable = false
    await reports.schedule(report)
    await reports.schedule({ ...report, reason: 'again' })
    await vi.advanceTimersByTimeAsync(10_000)
    world.reachable = true
    await vi.advanceTimersByTimeAsync(9999)
    expect(sent).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(sent).toEqual([
      {
        reporterGuid: 'u',
        bugDescription: 'Network error during exam: HTTP 502',
        userActivity: [{ userGuid: 'u', requests: [expect.objectContaining({ id: '1', status: 0 })] }],
      },
    ])
    await reports.schedule(report)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent).toHaveLength(1)
    await reports.schedule({ ...report, query: { userGuid: 'u', examGuid: 'another exam' } })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(sent).toHaveLength(2)
    reports.stop()
  })

  test('sends what an earlier page left, and nothing of somebody else', async () => {
    const { sent, start } = await arrange()
    const before = start()
    await before.schedule(report)
    await before.schedule({ ...report, query: { userGuid: 'somebody else', examGuid: 'exam' } })
    before.stop()
    const after = start()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(sent).toHaveLength(1)
    after.stop()
  })
})
