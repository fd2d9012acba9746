import type { DoneBy, OutcomeCounts, ResultSet } from '@sitwell/contract'
import { noOutcomes } from '@sitwell/exam/result-sets/outcome'
import { sql } from 'kysely'
import { isOneOf } from '../db/one-of.ts'
import type { ResultSetTable } from '../db/schema.ts'
import { type DeliveryPlace, iso, type Reading } from './results-context.ts'
import { newestBegun } from './set-queries.ts'

/** People by their guids, as far as replies name them. */
export type Names = (guid: string, atMs: number) => DoneBy

/** Who did something, by the guids; the guid of somebody who was erased stays a guid. */
export const namesOf = async (
  { kysely, dialect }: Reading,
  orgId: number,
  guids: readonly (string | null)[],
): Promise<Names> => {
  const wanted = guids.flatMap((guid) => guid ?? [])
  const rows =
    wanted.length === 0
      ? []
      : await kysely
          .selectFrom('person')
          .select(['user_guid', 'user_id', 'first_name', 'last_name', 'username'])
          .where('org_id', '=', orgId)
          .where('search_name', '>', '')
          .where(isOneOf(dialect, 'user_guid', wanted, (guid) => guid))
          .execute()
  const people = new Map(rows.map((row) => [row.user_guid, row]))
  return (guid, atMs) => {
    const person = people.get(guid)
    const name = person && (`${person.first_name} ${person.last_name}`.trim() || person.username)
    return { at: iso(atMs), by: name ?? guid, ...(person && { userID: person.user_id }) }
  }
}

/** How far freezing and the release of a set have come, and who has looked. */
interface Progress {
  readonly frozen: number
  readonly toFreeze: number
  readonly told: number
  readonly done: number
  readonly seen: number
}

const none: Progress = { frozen: 0, toFreeze: 0, told: 0, done: 0, seen: 0 }

/** Of each set of a delivery. */
export const selectProgress = async (
  { kysely }: Pick<Reading, 'kysely'>,
  { orgId, deliveryId }: DeliveryPlace,
): Promise<ReadonlyMap<number, Progress>> => {
  const { rows } = await sql<Progress & { readonly set_number: number; readonly to_freeze: number }>`
    select result_row.set_number, count(frozen_at) as frozen, count(form_run_guid) as to_freeze, count(settled_at) as done,
      count(case when is_told = 1 then 1 end) as told, count(case when is_told = 1 then result_seen.seen_at end) as seen
    from result_row
    left join result_seen on result_seen.org_id = result_row.org_id and result_seen.delivery_id = result_row.delivery_id
      and result_seen.set_number = result_row.set_number and result_seen.user_guid = result_row.user_guid
    where result_row.org_id = ${orgId} and result_row.delivery_id = ${deliveryId}
    group by result_row.set_number`.execute(kysely)
  return new Map(
    rows.map((row) => [
      row.set_number,
      {
        ...{ frozen: Number(row.frozen), toFreeze: Number(row.to_freeze), told: Number(row.told) },
        ...{ done: Number(row.done), seen: Number(row.seen) },
      },
    ]),
  )
}

/** Boundary: written by this server; counts of outcomes that it didn't know then are 0. */
const countsIn = (stored: string): OutcomeCounts => ({ ...noOutcomes, ...(JSON.parse(stored) as Partial<OutcomeCounts>) })

interface Shown {
  readonly sets: readonly ResultSetTable[]
  readonly progress: ReadonlyMap<number, Progress>
  readonly names: Names
  readonly differsFromNow?: number | undefined
}

const releaseOf = (
  row: ResultSetTable,
  { told, done, seen }: Progress,
  names: Names,
): Pick<ResultSet, 'planned' | 'released'> => {
  const { release_at, release_by, begun_at, late_ms, released_at } = row
  if (release_at === null || release_by === null) return {}
  if (begun_at === null) return { planned: names(release_by, release_at) }
  return {
    released: {
      ...names(release_by, begun_at),
      ...(released_at !== null && { finishedAt: iso(released_at) }),
      ...(late_ms !== null && { lateMs: late_ms }),
      ...{ told, done, of: row.people, seen },
    },
  }
}

/** A set as replies have it. */
export const shownResultSet = (row: ResultSetTable, { sets, progress, names, differsFromNow }: Shown): ResultSet => {
  const own = progress.get(row.set_number) ?? none
  const begun = newestBegun(sets)
  const confirmed = row.confirmed_by !== null && row.confirmed_at !== null && names(row.confirmed_by, row.confirmed_at)
  return {
    ...{ set: row.set_number, state: row.state, isReplaced: row.begun_at !== null && begun?.set_number !== row.set_number },
    ...{ computed: names(row.computed_by, row.computed_at), ...(row.reason !== null && { reason: row.reason }) },
    ...{ rulesVersion: row.rules_version, people: row.people, outcomes: countsIn(row.outcomes), hash: row.hash },
    signed: [
      ...(row.signed_by !== null && row.signed_at !== null ? [names(row.signed_by, row.signed_at)] : []),
      ...(confirmed ? [confirmed] : []),
    ],
    ...(row.waiver !== null && { waiver: row.waiver }),
    ...(confirmed && { confirmed }),
    ...(confirmed && row.frozen_at === null && { freezing: { done: own.frozen, of: own.toFreeze } }),
    ...releaseOf(row, own, names),
    ...(row.withdrawn_by !== null &&
      row.withdrawn_at !== null && {
        withdrawn: { ...names(row.withdrawn_by, row.withdrawn_at), reason: row.withdrawn_reason ?? '' },
      }),
    ...(differsFromNow !== undefined && { differsFromNow }),
  }
}

/** Everybody who did something with a set. */
export const actorsOf = (row: ResultSetTable): readonly (string | null)[] => [
  ...[row.computed_by, row.signed_by, row.confirmed_by, row.release_by, row.withdrawn_by],
]
