import type { Database } from '../../db/database.ts'
import { organisationDetails } from './organisation-details.ts'

/** Whether an organisation lets its learners download what a downloadable practice exam came to (spec 1 §6); unless it says no, it does. */
export const mayDownloadResults = async ({ kysely }: Pick<Database, 'kysely'>, orgId: number): Promise<boolean> => {
  const found = await kysely.selectFrom('organisation').select('details').where('org_id', '=', orgId).executeTakeFirst()
  return found !== undefined && organisationDetails.parse(JSON.parse(found.details)).canDownloadResult
}
