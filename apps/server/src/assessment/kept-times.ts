import { sql } from 'kysely'

/**
 * The times of a form run after a browser's claim, in milliseconds: the lower time left, the higher time used. Held against what
 * the row holds when it is written, not when it was read: two claims that come at once never give time back.
 */
export const keptTimes = (
  claim: { readonly timeRemainingMs: number; readonly elapsedMs: number },
  { startedAtMs, nowMs }: { readonly startedAtMs: number; readonly nowMs: number },
) => ({
  time_remaining_ms: sql<number>`case when time_remaining_ms > ${claim.timeRemainingMs} then ${claim.timeRemainingMs} else time_remaining_ms end`,
  elapsed_ms: sql<number>`case when elapsed_ms < ${claim.elapsedMs} then ${claim.elapsedMs} else elapsed_ms end`,
  clock_difference_ms: claim.elapsedMs - (nowMs - startedAtMs),
})
