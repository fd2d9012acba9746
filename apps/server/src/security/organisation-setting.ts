import type { Database } from '../db/database.ts'
import { selectSetting } from './queries.ts'

/** What an organisation has set under a name, for other services; null where it has set nothing. */
export const organisationSetting = async (database: Database, orgId: number, name: string): Promise<string | null> =>
  (await selectSetting(database, orgId, name))?.value ?? null
