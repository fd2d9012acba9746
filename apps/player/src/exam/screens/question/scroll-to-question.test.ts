import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { scrollDelayMs, scrollRetryMs, scrollToQuestion } from './scroll-to-question.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const begin = (isThere: boolean) => {
  const scroll = vi.fn()
  return { scroll, stop: scrollToQuestion({ isThere: () => isThere, scroll }) }
}

// RUN-318 RUN-319 CONST-307
test('the view scrolls 250 ms after a move, and once more where it didn’t arrive', () => {
  const { scroll } = begin(false)
  vi.advanceTimersByTime(249)
  expect(scroll).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(scroll).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(scrollRetryMs)
  expect(scroll).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(60_000)
  expect(scroll).toHaveBeenCalledTimes(2)
})

// RUN-319
test('where it arrived it stays, and who scrolls meanwhile is left alone', () => {
  const arrived = begin(true)
  vi.advanceTimersByTime(scrollDelayMs + scrollRetryMs)
  expect(arrived.scroll).toHaveBeenCalledTimes(1)
  const left = begin(false)
  vi.advanceTimersByTime(scrollDelayMs)
  left.stop()
  vi.advanceTimersByTime(60_000)
  expect(left.scroll).toHaveBeenCalledTimes(1)
})
