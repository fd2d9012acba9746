import { type RawBuilder, sql } from 'kysely'

/** What a browser claims of the time, in milliseconds. */
export interface TimeClaim {
  readonly timeRemainingMs: number
  readonly elapsedMs: number
}

/** The same with the moment at which it came, each as SQL: a figure, or a column of what many claimed. */
type ClaimInSql = Readonly<Record<keyof TimeClaim | 'nowMs', RawBuilder<number>>>

const bigint = (ms: number): RawBuilder<number> => sql`cast(${ms} as bigint)`

/** What the ledger has left at a moment; there is something only where `ends_at` says when it ends. */
const ledgerLeft = ({ nowMs }: ClaimInSql) => sql<number>`case when ends_at > ${nowMs} then ends_at - ${nowMs} else 0 end`

/**
 * The times of a form run after a browser's claim, in milliseconds: the lower time left, the higher time used, and by how much the
 * claim went beyond the ledger. Held against what the row holds when it is written, not when it was read: two claims that come at
 * once never give time back.
 */
export const storedTimes = (claim: ClaimInSql) => {
  const { timeRemainingMs, elapsedMs, nowMs } = claim
  const beyond = sql<number>`${timeRemainingMs} - (${ledgerLeft(claim)})`
  return {
    time_remaining_ms: sql<number>`case when time_remaining_ms > ${timeRemainingMs} then ${timeRemainingMs} else time_remaining_ms end`,
    elapsed_ms: sql<number>`case when elapsed_ms < ${elapsedMs} then ${elapsedMs} else elapsed_ms end`,
    clock_difference_ms: sql<number>`${elapsedMs} - (${nowMs} - started_at)`,
    beyond_ms: sql<number>`case when ends_at is not null and ${beyond} > beyond_ms then ${beyond} else beyond_ms end`,
  }
}

/** The same for the last time: what is left at the completion is no more than the ledger had. */
export const finalTimes = ({ timeRemainingMs, elapsedMs }: TimeClaim, nowMs: number) => {
  const claim = { timeRemainingMs: bigint(timeRemainingMs), elapsedMs: bigint(elapsedMs), nowMs: bigint(nowMs) }
  const stored = storedTimes(claim)
  const left = ledgerLeft(claim)
  return {
    ...stored,
    time_remaining_ms: sql<number>`case when time_remaining_ms is not null and ends_at is not null
      and (${stored.time_remaining_ms}) > (${left}) then (${left}) else (${stored.time_remaining_ms}) end`,
  }
}
