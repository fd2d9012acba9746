import { sql } from 'kysely'
import type { FormRunTable } from '../../db/schema.ts'

/** What a browser claims of the time, in milliseconds. */
export interface TimeClaim {
  readonly timeRemainingMs: number
  readonly elapsedMs: number
}

/** The same with the moment at which it came, each as SQL: a figure, or a column of what many claimed. */
type ClaimInSql = Readonly<Record<keyof TimeClaim | 'nowMs', string>>

type StoredTime = keyof Pick<FormRunTable, 'time_remaining_ms' | 'elapsed_ms' | 'clock_difference_ms' | 'beyond_ms'>

const bigint = (ms: number): string => `cast(${Math.trunc(ms)} as bigint)`

/** What the ledger has left at a moment; there is something only where `ends_at` says when it ends. */
const ledgerLeft = ({ nowMs }: ClaimInSql) => `case when ends_at > ${nowMs} then ends_at - ${nowMs} else 0 end`

/**
 * The times of a form run after a browser's claim, in milliseconds, as SQL by column: the lower time left, the higher time used, and by how
 * much the claim went beyond the ledger. Held against what the row holds when it is written, not when it was read: two claims that come
 * at once never give time back.
 */
export const storedTimes = (claim: ClaimInSql): Readonly<Record<StoredTime, string>> => {
  const { timeRemainingMs, elapsedMs, nowMs } = claim
  const beyond = `${timeRemainingMs} - (${ledgerLeft(claim)})`
  return {
    time_remaining_ms: `case when time_remaining_ms > ${timeRemainingMs} then ${timeRemainingMs} else time_remaining_ms end`,
    elapsed_ms: `case when elapsed_ms < ${elapsedMs} then ${elapsedMs} else elapsed_ms end`,
    clock_difference_ms: `${elapsedMs} - (${nowMs} - started_at)`,
    beyond_ms: `case when ends_at is not null and ${beyond} > beyond_ms then ${beyond} else beyond_ms end`,
  }
}

/** The same for the last time: what is left at the completion is no more than the ledger had. */
export const finalTimes = ({ timeRemainingMs, elapsedMs }: TimeClaim, nowMs: number) => {
  const claim = { timeRemainingMs: bigint(timeRemainingMs), elapsedMs: bigint(elapsedMs), nowMs: bigint(nowMs) }
  const stored = storedTimes(claim)
  const left = ledgerLeft(claim)
  const remaining = `case when time_remaining_ms is not null and ends_at is not null
    and (${stored.time_remaining_ms}) > (${left}) then (${left}) else (${stored.time_remaining_ms}) end`
  const number = (text: string) => sql<number>`${sql.raw(text)}`
  return {
    time_remaining_ms: number(remaining),
    elapsed_ms: number(stored.elapsed_ms),
    clock_difference_ms: number(stored.clock_difference_ms),
    beyond_ms: number(stored.beyond_ms),
  }
}
