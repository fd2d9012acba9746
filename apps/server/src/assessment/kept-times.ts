import { type RawBuilder, sql } from 'kysely'

/** What a browser claims of the time, in milliseconds. */
export interface TimeClaim {
  readonly timeRemainingMs: number
  readonly elapsedMs: number
}

const bigint = (ms: number): RawBuilder<number> => sql`cast(${ms} as bigint)`

/** What the ledger has left at a moment; there is something only where `ends_at` says when it ends. */
const ledgerLeft = (nowMs: number) =>
  sql<number>`case when ends_at > ${bigint(nowMs)} then ends_at - ${bigint(nowMs)} else 0 end`

/**
 * The times of a form run after a browser's claim, in milliseconds: the lower time left, the higher time used, and by how much the
 * claim went beyond the ledger. Held against what the row holds when it is written, not when it was read: two claims that come at
 * once never give time back.
 */
export const keptTimes = (
  claim: TimeClaim,
  { startedAtMs, nowMs }: { readonly startedAtMs: number; readonly nowMs: number },
) => {
  const beyond = sql<number>`${bigint(claim.timeRemainingMs)} - (${ledgerLeft(nowMs)})`
  return {
    time_remaining_ms: sql<number>`case when time_remaining_ms > ${claim.timeRemainingMs} then ${claim.timeRemainingMs} else time_remaining_ms end`,
    elapsed_ms: sql<number>`case when elapsed_ms < ${claim.elapsedMs} then ${claim.elapsedMs} else elapsed_ms end`,
    clock_difference_ms: claim.elapsedMs - (nowMs - startedAtMs),
    beyond_ms: sql<number>`case when ends_at is not null and ${beyond} > beyond_ms then ${beyond} else beyond_ms end`,
  }
}

/** The same for the last time: what is left at the completion is no more than the ledger had. */
export const finalTimes = (claim: TimeClaim, moments: { readonly startedAtMs: number; readonly nowMs: number }) => {
  const kept = keptTimes(claim, moments)
  const left = ledgerLeft(moments.nowMs)
  return {
    ...kept,
    time_remaining_ms: sql<number>`case when time_remaining_ms is not null and ends_at is not null
      and (${kept.time_remaining_ms}) > (${left}) then (${left}) else (${kept.time_remaining_ms}) end`,
  }
}
