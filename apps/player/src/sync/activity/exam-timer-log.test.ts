import { buildPaper } from '@sitwell/exam/paper/paper'
import type { ExamPlan } from '@sitwell/exam/time/exam-plan'
import { enterPart, freshTime } from '@sitwell/exam/time/exam-time'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSittingTime } from '../time/sitting-time.ts'
import { logExamTimer } from './exam-timer-log.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const part = (id: string, timeMs: number, readingMs = 0) => ({ id, timeMs, readingMs, warningMs: 0, oneWay: false })
const plan: ExamPlan = { timeMs: 0, warningMs: 0, parts: [part('a', 60_000, 10_000), part('b', 60_000), part('c', 0)] }
const paper = buildPaper([
  { sectionId: 'root', sectionIds: ['a', 'b', 'c'], questionIds: [] },
  ...['a', 'b', 'c'].map((id) => ({ sectionId: id, sectionIds: [], questionIds: [`question of ${id}`] })),
])

// LOG-305 LOG-306 TIME-313
test('what happens to the timer is logged with the seconds left, ticks are not; so is a clock that was changed', () => {
  let aheadMs = 0
  const time = createSittingTime({
    plan,
    paper,
    time: enterPart(freshTime(plan), plan, 'a'),
    isFresh: true,
    readClocks: () => ({ wallMs: Date.now() + aheadMs, steadyMs: Date.now() }),
    onError: (error) => {
      throw error
    },
  })
  const logged: unknown[] = []
  const stop = logExamTimer(time, { record: (type, value) => logged.push([type, value]) })
  vi.advanceTimersByTime(10_000)
  time.pause('invigilator')
  vi.advanceTimersByTime(10_000)
  time.resume('invigilator')
  time.give(30_000)
  aheadMs = 3_600_000.000_37
  vi.advanceTimersByTime(91_000)
  time.complete('a')
  time.enter('b')
  time.enter('c')
  stop()
  time.enter('b')
  expect(logged).toEqual([
    [21, { event: 'reading-over', timeRemaining: 60 }],
    [21, { event: 'paused', timeRemaining: 60 }],
    [21, { event: 'resumed', timeRemaining: 60 }],
    [21, { event: 'time-given', timeRemaining: 90 }],
    [23, 3_600_000],
    [21, { event: 'time-up', timeRemaining: 0 }],
    [21, { event: 'next-part', timeRemaining: 60 }],
  ])
})
