import type { AccommodationState, AccommodationVersion } from '@sitwell/contract'
import { isInForceIn, newestVersions, selectAccommodations } from '../assessment/form-run/index.ts'
import type { Database } from '../db/database.ts'
import type { AccommodationTable } from '../db/schema.ts'
import { offeredSupports } from '../import/authored-exam.ts'
import { namesOf } from '../office/people/names-of.ts'
import type { Whose } from './apply-to-sittings.ts'

const iso = (ms: number) => new Date(ms).toISOString()

const versionOf = (row: AccommodationTable, nameOf: (guid: string) => string): AccommodationVersion => ({
  version: row.version,
  ...(row.extra_percent !== null && { extraPercent: row.extra_percent }),
  ...(row.extra_minutes !== null && { extraMinutes: row.extra_minutes }),
  ...(row.rest_minutes !== null && { restBreakMinutes: row.rest_minutes }),
  ...(row.text_percent !== null && { textPercent: row.text_percent }),
  ...(row.theme !== null && { theme: row.theme }),
  ...(row.supports !== null && { supports: offeredSupports.parse(JSON.parse(row.supports)) }),
  ...(row.opens_supports === 1 && { opensSupports: true }),
  from: row.from_day,
  ...(row.until_day !== null && { until: row.until_day }),
  approvedBy: row.approved_by,
  approvedOn: row.approved_on,
  basis: row.basis,
  ...(row.note !== '' && { note: row.note }),
  isWithdrawn: row.is_withdrawn === 1,
  ...(row.reason !== '' && { reason: row.reason }),
  writtenBy: nameOf(row.written_by),
  writtenAt: iso(row.written_at),
})

const stateAt = (row: AccommodationTable, nowMs: number): AccommodationState['state'] => {
  if (row.is_withdrawn === 1) return 'withdrawn'
  if (isInForceIn(row, { fromMs: nowMs, toMs: nowMs })) return 'in-force'
  return isInForceIn({ ...row, until_day: null }, { fromMs: nowMs, toMs: nowMs }) ? 'over' : 'later'
}

/** Accommodations with their earlier versions, those first that were written last. `rows`: all versions of a person. */
export const statesOf = async (
  database: Database,
  { orgId }: Pick<Whose, 'orgId'>,
  rows: readonly AccommodationTable[],
  nowMs: number,
): Promise<AccommodationState[]> => {
  const nameOf = await namesOf(database, orgId, [...new Set(rows.map(({ written_by }) => written_by))])
  return newestVersions(rows)
    .toSorted((one, other) => other.written_at - one.written_at || (one.accommodation_id < other.accommodation_id ? -1 : 1))
    .map((newest) => ({
      accommodationID: newest.accommodation_id,
      ...versionOf(newest, nameOf),
      state: stateAt(newest, nowMs),
      earlier: rows
        .filter((row) => row.accommodation_id === newest.accommodation_id && row.version < newest.version)
        .toSorted((one, other) => other.version - one.version)
        .map((row) => versionOf(row, nameOf)),
    }))
}

/** One accommodation of a person as it is now; undefined if they have none with this id. */
export const readState = async (database: Database, whose: Whose, id: string, nowMs: number) => {
  const rows = await selectAccommodations(database, whose)
  const [found] = await statesOf(
    database,
    whose,
    rows.filter((row) => row.accommodation_id === id),
    nowMs,
  )
  return found
}
