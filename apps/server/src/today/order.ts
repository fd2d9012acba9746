import type { TodayEntry, TodayKind } from '@sitwell/contract'

/** Something that needs somebody. `deadlineMs` (Unix ms) is when it is too late, or when it happens. */
export interface Found extends Omit<TodayEntry, 'deadline' | 'isToday'> {
  readonly is: TodayKind
  readonly deadlineMs?: number
}

/** The most urgent first: by deadline; what has none comes last. What is alike stays in the order in which it was found. */
export const byDeadline = (found: readonly Found[]): Found[] =>
  [...found].sort(({ deadlineMs: one = Infinity }, { deadlineMs: other = Infinity }) =>
    one < other ? -1 : one > other ? 1 : 0,
  )

/** Entries in their order, as the call returns them. `dayEndsMs` is the end of the day where the person is. */
export const entriesOf = (found: readonly Found[], dayEndsMs: number): TodayEntry[] =>
  byDeadline(found).map(({ deadlineMs, ...entry }) => ({
    ...entry,
    ...(deadlineMs !== undefined && { deadline: new Date(deadlineMs).toISOString() }),
    ...(deadlineMs !== undefined && deadlineMs < dayEndsMs && { isToday: true as const }),
  }))
