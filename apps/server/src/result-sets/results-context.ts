import type { Permission } from '@sitwell/contract'
import type { Kysely } from 'kysely'
import type { AssessmentContext } from '../assessment/assessment-context.ts'
import type { Database } from '../db/database.ts'
import { nextNumber } from '../db/next-number.ts'
import type { DeliveryTable, Schema } from '../db/schema.ts'
import { selectDelivery } from '../deliveries/delivery-queries.ts'
import type { Caller } from '../http/caller.ts'
import { refuse } from '../http/refusal.ts'
import type { Grant } from '../roles/grant.ts'
import { mayDo } from '../roles/may.ts'
import { grantsOfCaller } from '../roles/queries.ts'
import type { SecurityContext } from '../security/security-context.ts'

/** What the calls and jobs of this folder need. */
export type ResultsContext = Pick<SecurityContext, 'clock' | 'config' | 'database' | 'keys' | 'securityLog'> &
  Pick<AssessmentContext, 'background' | 'exams' | 'log'>

/** A database, or a transaction of it. */
export type Reading = Pick<Database, 'dialect' | 'kysely'>

/** Names a delivery. */
export interface DeliveryPlace {
  readonly orgId: number
  readonly deliveryId: string
}

/** Who asks, by which grants, and when (Unix ms). */
export interface Asking {
  readonly orgId: number
  readonly userGuid: string
  readonly grants: readonly Grant[]
  readonly nowMs: number
}

export const askingOf = async (
  { database, clock }: Pick<ResultsContext, 'clock' | 'database'>,
  caller: Caller,
): Promise<Asking> => ({
  ...{ orgId: caller.orgId, userGuid: caller.userGuid },
  ...{ grants: await grantsOfCaller(database, caller), nowMs: clock.nowMs() },
})

export const noDeliveryHere = refuse('NOT_FOUND', 'There is no delivery with this id whose results the caller may see.')

type AboutDelivery = Pick<DeliveryTable, 'delivery_id' | 'exam_guid'>

/**
 * Whether the caller may do something with the results of a delivery. They are about everybody in it, so that a role in a room, a centre or a group gives none of it.
 */
export const mayWith = (
  { grants, nowMs }: Pick<Asking, 'grants' | 'nowMs'>,
  permission: Permission,
  { delivery_id, exam_guid }: AboutDelivery,
): boolean => mayDo(grants, permission, { delivery: delivery_id, exam: exam_guid }, nowMs)

/**
 * The delivery whose results the caller may do something with. One that they may read and not change is refused like one that is elsewhere, so that no call
 * tells who may do what. A draft has no results.
 */
export const findResults = async (
  { kysely }: Pick<Reading, 'kysely'>,
  asking: Asking,
  deliveryId: string,
  permission: Permission,
): Promise<DeliveryTable | undefined> => {
  const delivery = await selectDelivery(kysely, asking.orgId, deliveryId)
  return delivery && delivery.applied_at !== null && mayWith(asking, permission, delivery) ? delivery : undefined
}

export const placeOf = ({ org_id, delivery_id }: Pick<DeliveryTable, 'delivery_id' | 'org_id'>): DeliveryPlace => ({
  orgId: org_id,
  deliveryId: delivery_id,
})

/** Until the transaction ends, nobody else changes the sets of a delivery, or what was decided about its people. */
export const holdResults = (transaction: Kysely<Schema>, { orgId, deliveryId }: DeliveryPlace) =>
  nextNumber(transaction, orgId, `results of ${deliveryId}`, 0)

export const iso = (ms: number): string => new Date(ms).toISOString()
