import type { Database } from '../db/database.ts'
import { countOutOfQueues } from '../marking/check-queues.ts'
import { countToDecide } from '../marking/count-to-decide.ts'
import type { Found } from './order.ts'

interface Asked {
  readonly orgId: number
  readonly nowMs: number
}

const entry = (is: Found['is'], count: number): Found[] => (count === 0 ? [] : [{ is, count }])

/** Responses whose marks somebody has to decide about. */
export const responsesToDecide = async (database: Database, { orgId }: Asked): Promise<Found[]> =>
  entry('responses-to-decide', await countToDecide(database, orgId))

/** Responses that need a mark and that nobody can be given (OFFICE-305). */
export const responsesOutOfQueues = async (database: Database, { orgId, nowMs }: Asked): Promise<Found[]> =>
  entry('responses-out-of-queues', await countOutOfQueues(database, orgId, nowMs))
