import type { Kysely } from 'kysely'
import type { ResultSetTable, Schema } from '../db/schema.ts'
import type { DeliveryPlace, Reading } from './results-context.ts'

/** The sets of a delivery, the newest first. */
export const selectSets = (
  { kysely }: Pick<Reading, 'kysely'>,
  { orgId, deliveryId }: DeliveryPlace,
): Promise<ResultSetTable[]> =>
  kysely
    .selectFrom('result_set')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('delivery_id', '=', deliveryId)
    .orderBy('set_number', 'desc')
    .execute()

export const selectSet = (
  { kysely }: Pick<Reading, 'kysely'>,
  { orgId, deliveryId }: DeliveryPlace,
  number: number,
): Promise<ResultSetTable | undefined> =>
  kysely
    .selectFrom('result_set')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('delivery_id', '=', deliveryId)
    .where('set_number', '=', number)
    .executeTakeFirst()

/** Changes columns of a set; it is held by the caller's transaction. */
export const changeSet = (
  kysely: Kysely<Schema>,
  { org_id, delivery_id, set_number }: Pick<ResultSetTable, 'delivery_id' | 'org_id' | 'set_number'>,
  columns: Partial<Omit<ResultSetTable, 'delivery_id' | 'org_id' | 'set_number'>>,
): Promise<ResultSetTable> =>
  kysely
    .updateTable('result_set')
    .set(columns)
    .where('org_id', '=', org_id)
    .where('delivery_id', '=', delivery_id)
    .where('set_number', '=', set_number)
    .returningAll()
    .executeTakeFirstOrThrow()

type Numbered = Pick<ResultSetTable, 'begun_at' | 'set_number' | 'state'>

/** The newest set whose release has begun, also if it was withdrawn since: it decides what learners are shown. */
export const newestBegun = <T extends Numbered>(sets: readonly T[]): T | undefined =>
  sets.filter(({ begun_at }) => begun_at !== null).toSorted((one, other) => other.set_number - one.set_number)[0]

/** The number of the set that learners are shown, or are being shown; undefined if there is none. */
export const shownSet = (sets: readonly Numbered[]): number | undefined => {
  const newest = newestBegun(sets)
  return newest && newest.state !== 'withdrawn' ? newest.set_number : undefined
}

/** The highest number of a set that was ever confirmed; 0 if none was. */
export const newestConfirmed = (sets: readonly Pick<ResultSetTable, 'confirmed_at' | 'set_number'>[]): number =>
  Math.max(0, ...sets.filter(({ confirmed_at }) => confirmed_at !== null).map(({ set_number }) => set_number))
