const dayMs = 86_400_000
const hourMs = 3_600_000

/** The day that a moment is in where it ends last on earth, `YYYY-MM-DD`. */
const earliestDay = (ms: number): string => new Date(ms - 12 * hourMs).toISOString().slice(0, 10)

/** What of a document says how long it is kept. */
export interface Kept {
  /** `YYYY-MM-DD`. */
  readonly keep_until: string | null
  readonly added_at: number
}

/**
 * Whether a document was kept long enough at a moment: its own day is over everywhere on earth, or without one the organisation's days have gone by since it was
 * added. `days`: undefined if the organisation keeps documents until somebody removes them.
 */
export const isKeptLongEnough = ({ keep_until, added_at }: Kept, days: number | undefined, nowMs: number): boolean =>
  keep_until === null ? days !== undefined && added_at + days * dayMs <= nowMs : keep_until < earliestDay(nowMs)
