import { type Countdown, neverBack, timeLeftMs, usedMs } from '@sitwell/exam/time-left'

/** The time of one form run: how much is left and used, in milliseconds, at any moment. */
export interface ExamClock {
  /** Undefined where the exam isn't timed. */
  leftMs(): number | undefined
  elapsedMs(): number
}

export const createExamClock = (parts: {
  nowMs(): number
  /** Undefined where the exam isn't timed. */
  readonly remainingMs: number | undefined
  readonly elapsedMs: number
}): ExamClock => {
  const nowMs = neverBack(parts.nowMs)
  const countdown: Countdown = { startedAtMs: nowMs(), remainingMs: parts.remainingMs ?? 0, pauses: [] }
  return {
    leftMs: () => (parts.remainingMs === undefined ? undefined : timeLeftMs(countdown, nowMs())),
    elapsedMs: () => parts.elapsedMs + usedMs(countdown, nowMs()),
  }
}
