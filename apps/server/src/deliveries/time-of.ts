import { entitledIn } from '../assessment/form-run/index.ts'
import type { AccommodationTable } from '../db/schema.ts'

interface Scheduled {
  readonly start_at: number | null
  readonly extra_time_seconds: number | null
}

/** What somebody has for an exam, in milliseconds: in all, and of it by their accommodations. */
export interface SittingTime {
  readonly wholeMs: number
  readonly ownMs: number
}

/**
 * Returns the time that somebody has for an exam if they begin as its window opens, or now; undefined if it has no limit. `examSeconds`: what the exam
 * gives in all. In an exam that is timed part by part, accommodations are rounded up for each part, and may give some seconds more.
 */
export const timeOf = (
  examSeconds: number | null,
  { start_at, extra_time_seconds }: Scheduled,
  accommodations: readonly AccommodationTable[],
  nowMs: number,
): SittingTime | undefined => {
  if (examSeconds === null) return undefined
  const beginsMs = Math.max(start_at ?? 0, nowMs)
  const plan = { timeMs: examSeconds * 1000, parts: [] }
  const ownMs = entitledIn(accommodations, plan, { fromMs: beginsMs, toMs: beginsMs }).own.examMs
  return { wholeMs: plan.timeMs + (extra_time_seconds ?? 0) * 1000 + ownMs, ownMs }
}
