import type { FastifyRequest } from 'fastify'
import type { DeliveryTable } from '../../db/schema.ts'
import type { Caller } from '../../http/caller.ts'
import type { ExportsContext } from '../exports-context.ts'

/** Writes into the security log what of a delivery's results somebody took away, and of how many people. */
export const noteExport = (
  { securityLog }: Pick<ExportsContext, 'securityLog'>,
  {
    caller,
    request,
    delivery,
    ...taken
  }: {
    readonly caller: Caller
    readonly request: Pick<FastifyRequest, 'ip'>
    readonly delivery: Pick<DeliveryTable, 'delivery_id' | 'name'>
    readonly set: 'now' | number
    readonly of: 'people' | 'questions' | 'responses' | 'statements'
    readonly format: 'csv' | 'pdf' | 'xlsx' | 'zip'
    /** Of how many people. */
    readonly people: number
  },
): void =>
  securityLog.note({
    ...{ kind: 'results-exported', orgId: caller.orgId, author: caller.userGuid, address: request.ip, what: delivery.name },
    target: { delivery: delivery.delivery_id, ...taken },
  })
