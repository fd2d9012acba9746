import type { LiveRow } from '@sitwell/contract'
import type { Sort } from '@sitwell/office-ui/data-table.tsx'
import { checksOf } from './checks.ts'

/** Columns by which the table can be put in order. */
export const liveSorts = ['name', 'state', 'left'] as const
export type LiveSort = (typeof liveSorts)[number]

const ranks = ['no-contact', 'time-over', 'paused', 'resting', 'working', 'waiting', 'not-arrived', 'handed-in'] as const

/** The lower, the more a person needs somebody. */
const rankOf = (row: LiveRow): number => {
  if (row.requestedAt !== undefined) return -2
  if (row.state === 'working' && checksOf(row).length > 0) return 0.5
  return ranks.indexOf(row.state)
}

/** Milliseconds that are left at `nowMs`; those without a limit or a start come last. */
const leftOf = (row: LiveRow, nowMs: number): number => {
  if (row.state === 'handed-in') return Number.POSITIVE_INFINITY
  const { time } = row
  if (time?.endsAt !== undefined) return Date.parse(time.endsAt) - nowMs
  return time?.leftMs ?? Number.POSITIVE_INFINITY
}

const compareNumbers = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1)

/** The order of rows by a column; those that are equal in it are in the order of their names. `nowMs`: the server's time. */
export const liveCompare = (
  { column, direction }: Sort,
  collator: Pick<Intl.Collator, 'compare'>,
  nowMs: () => number,
): ((a: LiveRow, b: LiveRow) => number) => {
  const names = (a: LiveRow, b: LiveRow) =>
    collator.compare(`${a.lastName} ${a.firstName}`, `${b.lastName} ${b.firstName}`) || compareNumbers(a.userID, b.userID)
  const turn = direction === 'ascending' ? 1 : -1
  return (a, b) => {
    const at = nowMs()
    if (column === 'state') return turn * compareNumbers(rankOf(a), rankOf(b)) || names(a, b)
    if (column === 'left') return turn * compareNumbers(leftOf(a, at), leftOf(b, at)) || names(a, b)
    return turn * names(a, b)
  }
}
