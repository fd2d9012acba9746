import type { Database } from '../db/database.ts'
import type { Caller } from './caller.ts'

/**
 * Whether a caller invigilates: the person, not an administrator who signed in as them. Asked of the database at every call, so that a role that is taken away is gone at once. Being an
 * administrator gives it to nobody: who can change an organisation's people need not be trusted with a learner's time.
 */
export const isInvigilator = async ({ kysely }: Database, { orgId, userGuid, madeBy }: Caller): Promise<boolean> => {
  if (madeBy !== undefined) return false
  const row = await kysely
    .selectFrom('person')
    .select('invigilator')
    .where('org_id', '=', orgId)
    .where('user_guid', '=', userGuid)
    .where('suspended', '=', 0)
    .executeTakeFirst()
  return row?.invigilator === 1
}
