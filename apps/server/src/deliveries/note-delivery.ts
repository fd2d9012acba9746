import type { FastifyRequest } from 'fastify'
import type { DeliveryTable } from '../db/schema.ts'
import type { Caller } from '../http/caller.ts'
import type { SecurityContext } from '../security/security-context.ts'

/** What was done to a delivery, for the security log: which people it was about stands in `delivery_change_row`. */
export const noteDelivery = (
  { securityLog }: Pick<SecurityContext, 'securityLog'>,
  {
    caller,
    request,
    row,
    act,
    people,
  }: {
    readonly caller: Caller
    readonly request: Pick<FastifyRequest, 'ip'>
    readonly row: Pick<DeliveryTable, 'delivery_id' | 'name'>
    readonly act: 'added' | 'applied' | 'cancelled' | 'changed' | 'person-added' | 'pins-printed' | 'pins-replaced' | 'undone'
    /** How many it was about. */
    readonly people?: number
  },
): void =>
  securityLog.note({
    ...{ kind: 'delivery-changed', orgId: caller.orgId, author: caller.userGuid, address: request.ip, what: row.name },
    target: { delivery: row.delivery_id, act, ...(people !== undefined && { people }) },
  })
