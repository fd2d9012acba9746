import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Api } from '../../api/api.ts'
import type { FormRun } from '../../sync/form-run.ts'
import type { ExamVisit } from '../exam-visit.ts'
import { createOutroSteps } from './create-outro-steps.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

// LOG-330 OUTRO-323
test('finishing waits thirty seconds for the activity log to be saved, and no longer', async () => {
  const stop = vi.fn()
  const never = () => () => {}
  // What the step takes of a visit: a log whose request the server never acknowledges.
  const visit = {
    log: { send: async () => ({ id: 'log' }), stop },
    sync: { queue: { subscribe: never }, connection: { state: () => 'online', subscribe: never } },
  } as unknown as ExamVisit
  const finished = vi.fn()
  void createOutroSteps(visit, {} as FormRun, {} as Api)
    .finishActivityLogger()
    .then(finished)
  await vi.advanceTimersByTimeAsync(29_999)
  expect(finished).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(finished).toHaveBeenCalledTimes(1)
  expect(stop).toHaveBeenCalledTimes(1)
})
