import type { awaitStart, ReplyOf } from '@sitwell/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askEveryMs, followStarts } from './follow-starts.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const coming: ReplyOf<typeof awaitStart> = {
  ...{ canStart: false, isHeld: false, opensAt: '2026-12-03T10:00:00Z' },
  ...{ time: '2026-12-03T09:55:00Z', actions: [] },
}

const arrange = (first = coming) => {
  const world = { start: first, isReachable: true }
  const asked: string[] = []
  const onChange = vi.fn()
  const stop = followStarts(() => ['a'], {
    ask: async (guid) => {
      asked.push(guid)
      return world.isReachable ? { ok: true, value: world.start } : { ok: false, kind: 'unreachable', message: 'no network' }
    },
    onStart: () => {},
    onChange,
    random: () => 0,
    onError: (error) => {
      throw error
    },
  })
  return { world, asked, onChange, stop }
}
const next = () => vi.advanceTimersByTimeAsync(askEveryMs)

// OFFICE-103 OFFICE-107
test('a page that waits hears of a moved start, of a hold and of its release, each once and without a reload', async () => {
  const { world, asked, onChange, stop } = arrange()
  await next()
  expect([asked.length, onChange.mock.calls.length]).toEqual([2, 0])
  for (const change of [
    { opensAt: '2026-12-03T10:05:00Z' },
    { isHeld: true },
    { isHeld: false, canStart: true },
    { closesAt: '2026-12-03T12:00:00Z' },
  ]) {
    onChange.mockClear()
    world.start = { ...world.start, ...change, time: '2026-12-03T09:56:00Z' }
    await next()
    expect(onChange).toHaveBeenCalledTimes(1)
    await next()
    expect(onChange).toHaveBeenCalledTimes(1)
  }
  stop()
  const before = asked.length
  await next()
  expect(asked).toHaveLength(before)
})

test('a list from before a hold or a start is old at the first answer', async () => {
  const held = arrange({ ...coming, isHeld: true })
  await vi.advanceTimersByTimeAsync(0)
  expect(held.onChange).toHaveBeenCalledTimes(1)
  held.stop()
  const open = arrange({ ...coming, canStart: true })
  await vi.advanceTimersByTimeAsync(0)
  expect(open.onChange).toHaveBeenCalledTimes(1)
})

test('without a network it waits on, and hears of what was changed meanwhile', async () => {
  const { world, onChange } = arrange()
  await next()
  world.isReachable = false
  await next()
  world.start = { ...coming, isHeld: true }
  await next()
  expect(onChange).not.toHaveBeenCalled()
  world.isReachable = true
  await next()
  expect(onChange).toHaveBeenCalledTimes(1)
})
