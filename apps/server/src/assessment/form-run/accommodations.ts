import { type ExtraTime, type OwnTime, ownTimeOf, restMsIn } from '@sitwell/exam/time/accommodation'
import type { ExamPlan } from '@sitwell/exam/time/exam-plan'
import type { Database } from '../../db/database.ts'
import { isOneOf } from '../../db/one-of.ts'
import { ownedRowsTogether } from '../../db/read-together.ts'
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

/** The extra time of an accommodation; undefined if it has none. */
const extraTimeOf = ({
  extra_percent,
  extra_minutes,
}: Pick<AccommodationTable, 'extra_percent' | 'extra_minutes'>): ExtraTime | undefined => {
  if (extra_percent !== null) return { percent: extra_percent }
  return extra_minutes === null ? undefined : { minutes: extra_minutes }
}

/** What accommodations give in an exam, and the versions that it comes from, by their ids. */
export interface Entitled {
  readonly of: readonly { readonly id: string; readonly version: number }[]
  readonly own: OwnTime
}

/** What a person's accommodations give in an exam with this plan, by all of those that are in force in a period. */
export const entitledIn = (
  rows: readonly AccommodationTable[],
  plan: Pick<ExamPlan, 'timeMs' | 'parts'>,
  period: Period,
): Entitled => {
  const counting = newestVersions(rows).flatMap((row) => {
    const extra = extraTimeOf(row)
    const gives = extra !== undefined || row.rest_minutes !== null
    const counts = gives && row.is_withdrawn === 0 && isInForceIn(row, period)
    return counts ? [{ of: { id: row.accommodation_id, version: row.version }, extra, rest: row.rest_minutes }] : []
  })
  const restMs = restMsIn(
    plan,
    counting.flatMap(({ rest }) => rest ?? []),
  )
  return {
    of: counting.map(({ of }) => of).sort((one, other) => (one.id < other.id ? -1 : 1)),
    own: {
      ...ownTimeOf(
        plan,
        counting.flatMap(({ extra }) => extra ?? []),
      ),
      ...(restMs > 0 && { restMs }),
    },
  }
}

/** All versions of the accommodations of a person. */
export const selectAccommodations = (
  { kysely }: Pick<Database, 'kysely'>,
  { orgId, userGuid }: { readonly orgId: number; readonly userGuid: string },
): Promise<AccommodationTable[]> =>
  kysely
    .selectFrom('accommodation')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('user_guid', '=', userGuid)
    .orderBy('accommodation_id')
    .orderBy('version')
    .execute()

/** All versions of the accommodations of these people, by the guid of the person. */
export const selectAccommodationsOf = async (
  { kysely, dialect }: Pick<Database, 'kysely' | 'dialect'>,
  orgId: number,
  userGuids: readonly string[],
): Promise<ReadonlyMap<string, readonly AccommodationTable[]>> => {
  if (userGuids.length === 0) return new Map()
  const rows = await kysely
    .selectFrom('accommodation')
    .selectAll()
    .where('org_id', '=', orgId)
    .where(isOneOf(dialect, 'user_guid', userGuids, (guid) => guid))
    .orderBy('version')
    .execute()
  return Map.groupBy(rows, ({ user_guid }) => user_guid)
}

const together = ownedRowsTogether({
  table: 'accommodation',
  column: 'user_guid',
  read: ({ kysely }, isAsked) => kysely.selectFrom('accommodation').selectAll().where(isAsked).orderBy('version').execute(),
})

/** The same, read with those of others that are asked for at the same moment; not within a transaction. */
export const selectAccommodationsTogether = (
  database: Database,
  { orgId, userGuid }: { readonly orgId: number; readonly userGuid: string },
): Promise<readonly AccommodationTable[]> => together(database, orgId, userGuid)
