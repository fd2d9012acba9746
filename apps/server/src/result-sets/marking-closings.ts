import type { MarkingClosingTable } from '../db/schema.ts'
import type { DeliveryPlace, Reading } from './results-context.ts'

/** The last time that the marking of a delivery was closed or opened again; undefined if it never was. */
export const newestClosing = (
  { kysely }: Pick<Reading, 'kysely'>,
  { orgId, deliveryId }: DeliveryPlace,
): Promise<MarkingClosingTable | undefined> =>
  kysely
    .selectFrom('marking_closing')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('delivery_id', '=', deliveryId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
