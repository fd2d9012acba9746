import type { AccommodationTable } from '../../db/schema.ts'

/** From when to when something lasts, in milliseconds since 1970. */
export interface Period {
  readonly fromMs: number
  readonly toMs: number
}

const hourMs = 3_600_000

/** The day that a moment is in, where the day is begun first on earth, and where it ends last. */
const latestDay = (ms: number): string => new Date(ms + 14 * hourMs).toISOString().slice(0, 10)
const earliestDay = (ms: number): string => new Date(ms - 12 * hourMs).toISOString().slice(0, 10)

/**
 * Whether an accommodation is in force at any moment of a period. A day is a day of whatever zone the person is in, so that none of them loses its
 * first or last hours.
 */
export const isInForceIn = (
  { from_day, until_day }: Pick<AccommodationTable, 'from_day' | 'until_day'>,
  { fromMs, toMs }: Period,
): boolean => from_day <= latestDay(toMs) && (until_day === null || until_day >= earliestDay(fromMs))

/** Of each accommodation its highest version, withdrawn or not. */
export const newestVersions = (rows: readonly AccommodationTable[]): readonly AccommodationTable[] => {
  const newest = new Map<string, AccommodationTable>()
  for (const row of rows)
    if (row.version > (newest.get(row.accommodation_id)?.version ?? 0)) newest.set(row.accommodation_id, row)
  return [...newest.values()]
}
