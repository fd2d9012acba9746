import { expect, test, vi } from 'vitest'
import { lazyLiveEvents } from './lazy-live-events.ts'
import { askIntervalMs } from './live-intervals.ts'

test('the code of live events is loaded for the first listener, and loaded again if that fails', async () => {
  vi.useFakeTimers()
  const stop = vi.fn()
  const followed = vi.fn(() => stop)
  const load = vi.fn(async () => ({ follow: followed }))
  load.mockRejectedValueOnce(new Error('no network'))
  const reportError = vi.fn()
  const listener = { onState: () => {}, onNews: () => {} }
  const live = lazyLiveEvents(load, reportError)
  expect(load).not.toHaveBeenCalled()
  const end = live.follow('thing', listener)
  await vi.advanceTimersByTimeAsync(askIntervalMs)
  expect([load.mock.calls.length, reportError.mock.calls.length]).toEqual([2, 1])
  expect(followed).toHaveBeenCalledWith('thing', listener)
  end()
  expect(stop).toHaveBeenCalledTimes(1)
  const early = live.follow('thing', listener)
  early()
  await vi.advanceTimersByTimeAsync(askIntervalMs)
  expect(followed).toHaveBeenCalledTimes(1)
  vi.useRealTimers()
})
