import { type ExamTime, untilOverMs } from '@sitwell/exam/exam-time'
import { endsAtMs } from '@sitwell/exam/ledger'
import { heldAt, type StandingEvent } from '@sitwell/exam/standstill'

/** The moment at which the ends are worked out, and the one from which the time runs: undefined in a pause. */
export interface RunningFrom {
  readonly nowMs: number
  readonly fromMs: number | undefined
}

/** When the time of a form run is over. Once it is, that moment stays, whatever is written down afterwards, until time is given. */
export const endOfRun = (time: ExamTime, heldMs: number | null, { nowMs, fromMs }: RunningFrom): number | null =>
  untilOverMs(time) === 0 ? (heldMs ?? nowMs) : (endsAtMs(time, fromMs) ?? null)

/** Whether an invigilator's pause stands, which nobody has ended: nothing is given out then, and nothing that is typed counts. */
export const isPausedAt = (events: readonly StandingEvent[], nowMs: number): boolean => {
  const held = heldAt(events, nowMs)
  return held !== undefined && held.untilMs === undefined
}
