import { timerSettings } from '@sitwell/exam/time/timer'
import { expect, test } from 'vitest'
import type { TimeView } from '../../../sync/time/sitting-time.ts'
import { momentBetween } from './time-moment.ts'

const minute = 60_000
const view = (leftMs: number | undefined, isReading = false, partId = 'a'): TimeView => ({
  time: { isPaused: false, partId, leftMs, addedMs: 0, elapsedMs: 0, parts: {} },
  timer: { ...timerSettings({ startMs: 60 * minute }), isReading, leftMs, warningMs: 3 * minute },
  isReading,
  pausedBy: undefined,
  offerLeftMs: undefined,
  granted: undefined,
  timeUp: undefined,
  moves: 0,
})

test('a screen reader is told of few moments: round times left, the warning, and the end of reading', () => {
  expect(momentBetween(view(7 * minute), view(7 * minute - 1000))).toBeUndefined()
  expect(momentBetween(view(5 * minute + 400), view(5 * minute - 600))).toEqual({ kind: 'left', ms: 5 * minute })
  expect(momentBetween(view(3 * minute + 400), view(3 * minute - 600))).toEqual({ kind: 'left', ms: 3 * minute })
  expect(momentBetween(view(2 * minute), view(12 * minute))).toBeUndefined()
  expect(momentBetween(view(0, true), view(30 * minute))).toEqual({ kind: 'reading-over' })
})

test('after a sleep only the last moment is told, and nothing where another part begins or nothing is timed', () => {
  expect(momentBetween(view(40 * minute), view(50_000))).toEqual({ kind: 'left', ms: minute })
  expect(momentBetween(view(2 * minute), view(20 * minute, false, 'b'))).toBeUndefined()
  expect(momentBetween(view(undefined), view(undefined))).toBeUndefined()
})
