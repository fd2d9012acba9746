import type { Schedule } from '@sitwell/contract'
import { afterEach, expect, test, vi } from 'vitest'
import type { Player } from '../../api/player-context.tsx'
import { schedulesStore } from '../../api/schedules-store.ts'
import { createEntrySteps } from './create-entry-steps.ts'

const schedule = { guid: 's', examGuid: 'e', completed: false } as Schedule

const stepsWith = (held: readonly Schedule[]) => {
  const call = vi.fn(async () => ({ ok: true, value: held }))
  const player = { api: { call }, session: { user: { guid: 'u' } }, settings: { proctoringMode: 0 }, appSettings: {} }
  return { call, steps: createEntrySteps(player as unknown as Player, 'e', { visit: undefined, formRun: undefined }) }
}

afterEach(() => schedulesStore.clear())

// INIT-221
test('schedules that are loaded already are used as they are', async () => {
  schedulesStore.set([schedule])
  const { steps, call } = stepsWith([])
  expect(await steps.findSchedule()).toBe(schedule)
  expect(call).not.toHaveBeenCalled()
})

// INIT-222 INIT-223
test('schedules that are not loaded are fetched, and the exam may be none of them', async () => {
  const { steps, call } = stepsWith([{ ...schedule, examGuid: 'another' }])
  expect(await steps.findSchedule()).toBeUndefined()
  expect(call).toHaveBeenCalledTimes(1)
  schedulesStore.clear()
  expect(await stepsWith([schedule]).steps.findSchedule()).toEqual(schedule)
})
