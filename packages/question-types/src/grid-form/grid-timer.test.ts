import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createGridTimer, type GridTiming, gridTimerAt } from './grid-timer.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const timing: GridTiming = { seconds: 2, delay: 0.5, dots: 2 }
const arrange = (how: GridTiming = timing) => {
  const seen: string[] = []
  const timer = createGridTimer(how, {
    nowMs: () => Date.now(),
    onChange: ({ phase, dots }) => seen.push(phase === 'running' ? '.'.repeat(dots) : phase),
  })
  return { seen, timer }
}

// QGRID-230 QGRID-231 QGRID-233
test('two dots come, half a second apart, and go again, for as many seconds as the form says', () => {
  const { seen, timer } = arrange()
  timer.run()
  vi.advanceTimersByTime(1999)
  expect(seen).toEqual(['', '.', '..', ''])
  vi.advanceTimersByTime(1)
  expect(seen.at(-1)).toBe('finished')
})

// QGRID-232
test('what it does follows a second after it has finished, once', () => {
  const { seen, timer } = arrange()
  timer.run()
  vi.advanceTimersByTime(2999)
  expect(seen).not.toContain('fired')
  vi.advanceTimersByTime(1)
  expect(seen.at(-1)).toBe('fired')
  timer.run()
  vi.advanceTimersByTime(60_000)
  expect(seen.filter((one) => one === 'fired')).toHaveLength(1)
})

test('it keeps how far it came while the exam is paused', () => {
  const { seen, timer } = arrange()
  timer.run()
  vi.advanceTimersByTime(1200)
  timer.hold()
  vi.advanceTimersByTime(60_000)
  expect(timer.state().phase).toBe('running')
  expect(seen).not.toContain('finished')
  timer.run()
  vi.advanceTimersByTime(799)
  expect(timer.state().phase).toBe('running')
  vi.advanceTimersByTime(1)
  expect(timer.state().phase).toBe('finished')
})

test('other delays and numbers of dots', () => {
  const slow = { seconds: 10, delay: 2, dots: 3 }
  expect([0, 1999, 2000, 4000, 6000, 8000].map((ms) => gridTimerAt(slow, ms).dots)).toEqual([0, 0, 1, 2, 3, 0])
  expect(gridTimerAt({ ...slow, seconds: 0 }, 0)).toEqual({ phase: 'finished', dots: 0, changesInMs: 1000 })
})
