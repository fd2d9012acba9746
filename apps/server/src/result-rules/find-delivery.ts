import type { Permission } from '@sitwell/contract'
import type { Caller } from '../http/caller.ts'
import { refuse } from '../http/refusal.ts'
import { mayDo } from '../roles/may.ts'
import { grantsOfCaller } from '../roles/queries.ts'
import type { DeliveryPlace, RulesContext } from './rules-context.ts'

/** A delivery as far as its results go. */
export interface FoundDelivery extends DeliveryPlace {
  readonly ok: true
  readonly name: string
  readonly examGuid: string
  readonly examVersion: number
  readonly examName: string
  readonly mayChange: boolean
}

const noDelivery = refuse('NOT_FOUND', 'There is no such delivery.')

/**
 * A delivery of the caller's organisation, in all of which, or in whose exam, or in which itself they have the permission. What they may not see is like what is not there: its results are
 * about everybody in it, so that a role in a room or a group of it isn't enough.
 */
export const findDelivery = async (
  { database, clock }: Pick<RulesContext, 'clock' | 'database'>,
  caller: Caller,
  deliveryId: string,
  permission: Permission,
): Promise<FoundDelivery | typeof noDelivery> => {
  const { orgId } = caller
  const row = await database.kysely
    .selectFrom('delivery')
    .leftJoin('exam', (on) =>
      on
        .onRef('exam.org_id', '=', 'delivery.org_id')
        .onRef('exam.exam_guid', '=', 'delivery.exam_guid')
        .onRef('exam.version', '=', 'delivery.exam_version'),
    )
    .select(['delivery.name', 'delivery.exam_guid', 'delivery.exam_version', 'exam.name as exam_name'])
    .where('delivery.org_id', '=', orgId)
    .where('delivery.delivery_id', '=', deliveryId)
    .executeTakeFirst()
  if (!row) return noDelivery
  const actor = await grantsOfCaller(database, caller)
  const at = { exam: row.exam_guid, delivery: deliveryId }
  const may = (wanted: Permission) => mayDo(actor, wanted, at, clock.nowMs())
  if (!may(permission)) return noDelivery
  const { name, exam_guid: examGuid, exam_version: examVersion, exam_name: examName } = row
  return {
    ok: true,
    ...{ orgId, deliveryId, name, examGuid, examVersion },
    examName: examName ?? '',
    mayChange: may('results.confirm'),
  }
}
