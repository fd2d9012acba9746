import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchUse } from './watch-use.ts'

const minute = 60_000
const lookAgain = vi.fn(async () => undefined)

/** Tabs of one browser: what one posts, the others get. */
const browser = () => {
  const tabs: ((event: MessageEvent) => void)[] = []
  return () => {
    let own: (event: MessageEvent) => void = () => undefined
    const channel = {
      postMessage: (data: unknown) => {
        for (const tab of tabs) if (tab !== own) tab({ data } as MessageEvent)
      },
      addEventListener: (_kind: string, listener: (event: MessageEvent) => void) => {
        own = listener
        tabs.push(listener)
      },
    } as unknown as BroadcastChannel
    return watchUse({ channel, nowMs: () => Date.now(), limitMs: () => 60 * minute, lookAgain })
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  lookAgain.mockClear()
})
afterEach(() => vi.useRealTimers())

test('once the limit is over the server is asked, and not before', () => {
  const use = browser()()
  use.used()
  vi.advanceTimersByTime(60 * minute)
  expect(lookAgain).not.toHaveBeenCalled()
  vi.advanceTimersByTime(minute)
  expect(lookAgain).toHaveBeenCalledOnce()
})

test('a call of another tab counts, so that tabs that are only open keep no session alive', () => {
  const open = browser()
  const [idle, busy] = [open(), open()]
  idle.used()
  vi.advanceTimersByTime(40 * minute)
  busy.used()
  vi.advanceTimersByTime(59 * minute)
  expect(lookAgain).not.toHaveBeenCalled()
  // Both notice at once, when the server has ended the session.
  vi.advanceTimersByTime(2 * minute)
  expect(lookAgain).toHaveBeenCalledTimes(2)
})

test('a change in another tab is looked at immediately, and whatever else comes is ignored', () => {
  const open = browser()
  const [, other] = [open(), open()]
  other.changed()
  expect(lookAgain).toHaveBeenCalledOnce()
})

test('after a sleep, in which timers stand still, the clock is looked at', () => {
  const use = browser()()
  use.used()
  vi.setSystemTime(Date.now() + 8 * 60 * minute)
  use.lookAtClock()
  expect(lookAgain).toHaveBeenCalledOnce()
})

test('without a channel nothing is asked by itself', () => {
  const use = watchUse({ channel: undefined, nowMs: () => Date.now(), limitMs: () => 60 * minute, lookAgain })
  use.used()
  vi.advanceTimersByTime(120 * minute)
  expect(lookAgain).not.toHaveBeenCalled()
})
