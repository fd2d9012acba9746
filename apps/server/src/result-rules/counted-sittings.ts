import type { Kysely } from 'kysely'
import type { FormRunTable, Schema } from '../db/schema.ts'
import type { DeliveryPlace } from './rules-context.ts'

/** A sitting as far as its results go. */
export type CountedSitting = FormRunTable

/**
 * The sittings of a delivery from which results come, in the order in which they were handed in: the first one that each person completed. Practice counts never.
 */
export const selectCountedSittings = async (
  kysely: Kysely<Schema>,
  { orgId, deliveryId }: DeliveryPlace,
): Promise<CountedSitting[]> => {
  const rows = await kysely
    .selectFrom('schedule')
    .innerJoin('form_run', (join) =>
      join.onRef('form_run.org_id', '=', 'schedule.org_id').onRef('form_run.schedule_guid', '=', 'schedule.schedule_guid'),
    )
    .selectAll('form_run')
    .where('schedule.org_id', '=', orgId)
    .where('schedule.delivery_id', '=', deliveryId)
    .where('schedule.practice', '=', 0)
    .where('form_run.completed_at', 'is not', null)
    .orderBy('form_run.completed_at')
    .orderBy('form_run.form_run_id')
    .execute()
  const known = new Set<string>()
  return rows.filter(({ user_guid }) => !known.has(user_guid) && known.add(user_guid))
}
