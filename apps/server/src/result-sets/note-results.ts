import type { FastifyRequest } from 'fastify'
import type { DeliveryTable } from '../db/schema.ts'
import type { Caller } from '../http/caller.ts'
import type { ResultsContext } from './results-context.ts'

/** What is told of results: the rows of sets and entries have the rest, and whoever reads the log alone learns no result from it. */
export type ResultsAct =
  | 'computed'
  | 'signed'
  | 'confirmed'
  | 'confirmed-alone'
  | 'release-planned'
  | 'release-cancelled'
  | 'released'
  | 'withdrawn'
  | 'outcomes-decided'
  | 'withheld'
  | 'given'
  | 'marking-closed'
  | 'marking-opened'

/** Writes into the security log what somebody did with the results of a delivery. */
export const noteResults = (
  { securityLog }: Pick<ResultsContext, 'securityLog'>,
  {
    caller,
    request,
    delivery,
    act,
    ...rest
  }: {
    readonly caller: Caller
    readonly request: Pick<FastifyRequest, 'ip'>
    readonly delivery: Pick<DeliveryTable, 'delivery_id' | 'name'>
    readonly act: ResultsAct
    readonly set?: number
    /** How many it was about. */
    readonly people?: number
  },
): void => {
  const { set, people } = rest
  securityLog.note({
    ...{ kind: 'results-changed', orgId: caller.orgId, author: caller.userGuid, address: request.ip, what: delivery.name },
    target: {
      ...{ delivery: delivery.delivery_id, act },
      ...(set !== undefined && { set }),
      ...(people !== undefined && { people }),
    },
  })
}
