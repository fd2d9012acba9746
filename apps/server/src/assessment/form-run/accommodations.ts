import type { Presets } from '@sitwell/exam/paper/presets'
import { type ExtraTime, type OwnTime, ownTimeOf, restMsIn } from '@sitwell/exam/time/accommodation'
import type { ExamPlan } from '@sitwell/exam/time/exam-plan'
import type { Database } from '../../db/database.ts'
import { isOneOf } from '../../db/one-of.ts'
import { ownedRowsTogether } from '../../db/read-together.ts'
import type { AccommodationTable } from '../../db/schema.ts'
import { hasPreset, presetsFor } from './presets-of.ts'
import { isInForceIn, newestVersions, type Period } from './versions-in-force.ts'

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
  /** What they set beside time. */
  readonly presets: Presets
}

/** What a person's accommodations give in an exam with this plan, by all of those that are in force in a period. */
export const entitledIn = (
  rows: readonly AccommodationTable[],
  plan: Pick<ExamPlan, 'timeMs' | 'parts'>,
  period: Period,
): Entitled => {
  const counting = newestVersions(rows).flatMap((row) => {
    const extra = extraTimeOf(row)
    const gives = extra !== undefined || row.rest_minutes !== null || hasPreset(row)
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
    presets: presetsFor(rows, period),
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
