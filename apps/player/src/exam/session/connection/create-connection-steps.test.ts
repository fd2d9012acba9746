import type { FormRunState } from '@sitwell/contract'
import { expect, test, vi } from 'vitest'
import { activityTypes } from '../../../sync/activity/activity-types.ts'
import { type ConnectionContext, createConnectionSteps } from './create-connection-steps.ts'

const unanswered = { ok: false, kind: 'unreachable', message: 'lost again' } as const

const stepsWith = (report: ConnectionContext['report']) => {
  const time = { pause: vi.fn(), resume: vi.fn(), meet: vi.fn() }
  const logged: unknown[] = []
  let ids = 0
  const steps = createConnectionSteps({
    formRunGuid: 'run',
    time,
    log: { record: (type, value) => void logged.push([type, value]) },
    report,
    meet: (change) => change(),
    nowMs: () => Date.now(),
    newId: () => {
      ids += 1
      return `id ${ids}`
    },
    onError: (error) => void logged.push(error),
  })
  return { steps, time, logged }
}

test('the popups are logged as they are shown and confirmed, and the pause is the connection’s own', () => {
  const { steps, time, logged } = stepsWith(() => Promise.resolve(unanswered))
  steps.pause()
  steps.displayed('connection-lost')
  steps.confirmed('connection-returned')
  steps.resume()
  expect([time.pause.mock.calls, time.resume.mock.calls]).toEqual([[['connection']], [['connection']]])
  expect(logged).toEqual([
    [activityTypes.displayPopup, 'connection-lost'],
    [activityTypes.confirmPopup, 'connection-returned'],
  ])
})

// NET-305
test('what the server makes of the absence is met by the time here; where it makes nothing of it, that is logged', async () => {
  const state = { number: 3 } as FormRunState
  const report = vi.fn(() => Promise.resolve({ ok: true as const, value: state }))
  const met = stepsWith(report)
  met.steps.reportAbsence(2500)
  await met.steps.reported()
  expect(report).toHaveBeenCalledWith({ formRunGuid: 'run', absentTime: 2.5, endedAgo: expect.any(Number), requestId: 'id 1' })
  expect(met.time.meet).toHaveBeenCalledWith(state)

  const refused = stepsWith(() =>
    Promise.resolve({ ok: false, kind: 'refused', code: 'NOT_FOUND', status: 404, message: 'not here' }),
  )
  refused.steps.reportAbsence(1000)
  await refused.steps.reported()
  expect(refused.logged).toEqual([[activityTypes.popupError, 'not here']])

  const broken = stepsWith(() => Promise.reject(new Error('a bug')))
  broken.steps.reportAbsence(1000)
  await broken.steps.reported()
  expect(broken.logged).toEqual([new Error('a bug')])
})

// NET-305
test('a report that didn’t get there is told again, with when it was, whatever came between, until the server has answered', async () => {
  vi.useFakeTimers()
  const report = vi.fn<ConnectionContext['report']>(async () => ({ ...unanswered, status: 503 }))
  const { steps, time } = stepsWith(report)
  const stop = steps.start(() => {})
  const absences = () => report.mock.calls.map(([{ absentTime, endedAgo, requestId }]) => [absentTime, endedAgo, requestId])
  steps.pause()
  steps.reportAbsence(60_000)
  await steps.reported()
  expect(absences()).toEqual([[60, 0, 'id 1']])
  // The learner continues, and the connection is lost again.
  steps.resume()
  await vi.advanceTimersByTimeAsync(2000)
  expect(absences().slice(1)).toEqual([[60, 2, 'id 1']])
  steps.pause()
  await vi.advanceTimersByTimeAsync(1000)
  report.mockResolvedValue({ ok: true, value: {} as FormRunState })
  steps.reportAbsence(500)
  await steps.reported()
  expect(absences().slice(2)).toEqual([
    [60, 3, 'id 1'],
    [0.5, 0, 'id 2'],
  ])
  expect(time.meet).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(report).toHaveBeenCalledTimes(4)

  // What fails for long is tried less often, and not once the exam is left.
  report.mockResolvedValue(unanswered)
  steps.reportAbsence(500)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(report.mock.calls.length).toBeLessThan(15)
  stop()
  const calls = report.mock.calls.length
  await vi.advanceTimersByTimeAsync(60_000)
  expect(report).toHaveBeenCalledTimes(calls)
  vi.useRealTimers()
})

test('a report that the server refuses because the exam was completed tells so, until the exam is left', async () => {
  const { steps } = stepsWith(() =>
    Promise.resolve({ ok: false, kind: 'refused', code: 'FORM_RUN_COMPLETED', status: 409, message: 'completed' }),
  )
  const onCompleted = vi.fn()
  const stop = steps.start(onCompleted)
  steps.reportAbsence(1000)
  await steps.reported()
  expect(onCompleted).toHaveBeenCalledTimes(1)
  stop()
  steps.reportAbsence(1000)
  await steps.reported()
  expect(onCompleted).toHaveBeenCalledTimes(1)
})
