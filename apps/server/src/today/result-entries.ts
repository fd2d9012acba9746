import type { Database } from '../db/database.ts'
import { countWaitingSets } from '../result-sets/count-waiting-sets.ts'
import type { Found } from './order.ts'

const entry = (is: Found['is'], count: number): Found[] => (count === 0 ? [] : [{ is, count }])

/** Deliveries whose newest result set waits for a signature. */
export const resultsToConfirm = async (database: Database, { orgId }: { readonly orgId: number }): Promise<Found[]> =>
  entry('results-to-confirm', (await countWaitingSets(database, orgId)).toConfirm)

/** Deliveries whose newest result set is confirmed, and has no moment of its release yet. */
export const resultsToRelease = async (database: Database, { orgId }: { readonly orgId: number }): Promise<Found[]> =>
  entry('results-to-release', (await countWaitingSets(database, orgId)).toRelease)
