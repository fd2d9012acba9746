import { afterEach, expect, test, vi } from 'vitest'
import type { RequestRecord } from '../../storage/records.ts'
import { createCoursePace } from './course-pace.ts'

afterEach(() => vi.useRealTimers())

const request = (type: RequestRecord['type'], ends = false): RequestRecord => ({
  ...{ format: 1, id: 'r', order: 1, type, payload: { ends }, callbackId: '12', userGuid: 'u', formRunGuid: '', failed: false },
})

test('saves of a course go a second apart, but for the last one of an opening; nothing else waits for them', () => {
  vi.useFakeTimers({ now: 0 })
  const onDue = vi.fn()
  const pace = createCoursePace({ nowMs: () => Date.now(), onDue })
  expect(pace.isHeldBack(request(5))).toBe(false)
  pace.sent(request(5))
  expect(pace.isHeldBack(request(5))).toBe(true)
  expect(pace.isHeldBack(request(5, true))).toBe(false)
  expect(pace.isHeldBack(request(1))).toBe(false)
  vi.advanceTimersByTime(999)
  expect(onDue).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onDue).toHaveBeenCalledOnce()
  expect(pace.isHeldBack(request(5))).toBe(false)
})
