import { countable } from './milliseconds.ts'

/** What is known on the server when a browser says that its connection had been lost. Moments of the server's clock. */
export interface AbsenceClaim {
  /** Milliseconds for which the browser says that the exam stood still, up to now. */
  readonly claimedMs: number
  readonly nowMs: number
  /** When an answer of the learner arrived last; undefined where none has. */
  readonly lastAnswerMs: number | undefined
  /** When something was written into the ledger last that the learner did, or that paused the exam. */
  readonly lastEventMs: number
}

/**
 * Milliseconds for which the exam counts as having stood still: what the browser claims, as far back as the server has heard
 * nothing. An answer that arrived, or anything that was done to the time, shows that the connection was there.
 */
export const absenceMs = ({ claimedMs, nowMs, lastAnswerMs, lastEventMs }: AbsenceClaim): number =>
  Math.min(countable(claimedMs), countable(nowMs - Math.max(lastEventMs, lastAnswerMs ?? lastEventMs)))
