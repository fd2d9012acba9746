import { type ExamTime, wholeLeftMs } from '@sitwell/exam/exam-time'
import { endsAtMs } from '@sitwell/exam/ledger'

/** When the time of a form run is over. Once it is, that moment stays, whatever is written down afterwards, until time is given. */
export const endOfRun = (time: ExamTime, heldMs: number | null, nowMs: number): number | null =>
  wholeLeftMs(time) === 0 ? (heldMs ?? nowMs) : (endsAtMs(time, nowMs) ?? null)
