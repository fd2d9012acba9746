import { endsAtMs } from '@sitwell/exam/ledger/ledger'
import { pauses, type StandingEvent } from '@sitwell/exam/ledger/standstill'
import { neverMs } from '@sitwell/exam/parts/part-windows'
import { type ExamTime, untilOverMs } from '@sitwell/exam/time/exam-time'
import type { FormRunTable } from '../../db/schema.ts'

/** The moment at which the ends are worked out, and the one from which the time runs: undefined in a pause. */
export interface RunningFrom {
  readonly nowMs: number
  readonly fromMs: number | undefined
}

/**
 * When the time of a form run is over. Once it is, that moment stays, whatever is written down afterwards, until time is given; one that
 * was yet to come doesn't, where what was left is taken out of the time.
 */
export const endOfRun = (time: ExamTime, heldMs: number | null, { nowMs, fromMs }: RunningFrom): number | null =>
  untilOverMs(time) === 0 ? Math.min(heldMs ?? nowMs, nowMs) : (endsAtMs(time, fromMs) ?? null)

/** The columns of a form run that say since when and until when it was held last, by invigilators or for a grant to be read. */
type HeldColumns = Pick<FormRunTable, 'paused_at' | 'held_until'>

export const heldColumnsOf = (events: readonly StandingEvent[]): HeldColumns => {
  const last = pauses(events).at(-1)
  return { paused_at: last?.fromMs ?? null, held_until: last ? Math.min(last.toMs, neverMs) : null }
}

/**
 * Whether it is held: by a pause, by an offer to continue that its learner has not taken, or by a grant that they have yet to read. Nothing is
 * given out then, and nothing that is typed counts.
 */
export const isHeldAt = ({ paused_at, held_until }: HeldColumns, nowMs: number): boolean =>
  paused_at !== null && held_until !== null && nowMs < held_until
