import type { FormRunState } from '@sitwell/contract'
import { expect, test, vi } from 'vitest'
import { activityTypes } from '../../sync/activity-types.ts'
import { type ConnectionGround, createConnectionSteps } from './create-connection-steps.ts'

const stepsWith = (report: ConnectionGround['report']) => {
  const time = { pause: vi.fn(), resume: vi.fn(), meet: vi.fn() }
  const logged: unknown[] = []
  const steps = createConnectionSteps({
    formRunGuid: 'run',
    time,
    log: { add: (type, value) => void logged.push([type, value]) },
    report,
    nowMs: () => 0,
    newId: () => 'id',
    onError: (error) => void logged.push(error),
  })
  return { steps, time, logged }
}

test('the popups are logged as they are shown and confirmed, and the pause is the connection’s own', () => {
  const { steps, time, logged } = stepsWith(() => Promise.resolve({ ok: false, message: '' }))
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
  expect(report).toHaveBeenCalledWith({ formRunGuid: 'run', absentTime: 2.5, requestId: 'id' })
  expect(met.time.meet).toHaveBeenCalledWith(state)

  const refused = stepsWith(() => Promise.resolve({ ok: false, message: 'not here' }))
  refused.steps.reportAbsence(1000)
  await refused.steps.reported()
  expect(refused.logged).toEqual([[activityTypes.popupError, 'not here']])

  const broken = stepsWith(() => Promise.reject(new Error('a bug')))
  broken.steps.reportAbsence(1000)
  await broken.steps.reported()
  expect(broken.logged).toEqual([new Error('a bug')])
})

// NET-305
test('what a report that didn’t get there would have told is told by the next, as long as the exam stands still', async () => {
  const state = {} as FormRunState
  const report = vi.fn<ConnectionGround['report']>(() => Promise.resolve({ ok: false, message: 'lost again' }))
  const { steps } = stepsWith(report)
  const told = async (forMs: number) => {
    steps.reportAbsence(forMs)
    await steps.reported()
    return report.mock.lastCall?.[0].absentTime
  }
  steps.pause()
  expect(await told(60_000)).toBe(60)
  expect(await told(30_000)).toBe(90)
  report.mockResolvedValue({ ok: true, value: state })
  expect(await told(10_000)).toBe(100)
  expect(await told(5000)).toBe(5)

  // The learner went on in between: time has passed that a later report must not take out.
  report.mockResolvedValue({ ok: false, message: 'lost again' })
  await told(2000)
  steps.resume()
  steps.pause()
  expect(await told(1000)).toBe(1)
})
