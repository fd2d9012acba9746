import type { Permission } from '@sitwell/contract'
import type { Database } from '../db/database.ts'
import type { Caller } from '../http/caller.ts'
import { refuse } from '../http/refusal.ts'
import { mayDo } from '../roles/may.ts'
import { grantsOfCaller } from '../roles/queries.ts'

export const noDeliveryHere = refuse('NOT_FOUND', 'There is no delivery with this id for the caller.')

/**
 * A delivery in which the caller has a permission, be it by the organisation, the exam or the delivery; what is elsewhere is like what is not there. `may` answers
 * whether they have another one there.
 */
export const findDelivery = async (
  database: Database,
  caller: Caller,
  { deliveryId, permission, nowMs }: { readonly deliveryId: string; readonly permission: Permission; readonly nowMs: number },
) => {
  const delivery = await database.kysely
    .selectFrom('delivery')
    .select(['name', 'exam_guid'])
    .where('org_id', '=', caller.orgId)
    .where('delivery_id', '=', deliveryId)
    .executeTakeFirst()
  if (!delivery) return undefined
  const grants = await grantsOfCaller(database, caller)
  const place = { exam: delivery.exam_guid, delivery: deliveryId }
  const may = (one: Permission) => mayDo(grants, one, place, nowMs)
  return may(permission) ? { name: delivery.name, may } : undefined
}
