import type { Kysely } from 'kysely'
import type { Database } from '../db/database.ts'
import type { FormRunTable, Schema } from '../db/schema.ts'
import type { Caller } from '../http/caller.ts'
import { lockFormRun } from './ledger-queries.ts'
import { selectFormRun } from './queries.ts'

/** A form run of the caller's own, for other services; a stranger's is not found. */
export const ownFormRun = (database: Database, caller: Pick<Caller, 'orgId' | 'userGuid'>, formRunGuid: string) =>
  selectFormRun(database, caller, formRunGuid)

/** The same, held by a transaction until it ends: nobody completes or resets it meanwhile. */
export const lockOwnFormRun = async (
  kysely: Kysely<Schema>,
  { orgId, userGuid }: Pick<Caller, 'orgId' | 'userGuid'>,
  formRunGuid: string,
): Promise<FormRunTable | undefined> => {
  const run = await lockFormRun(kysely, { orgId, formRunGuid })
  return run?.user_guid === userGuid ? run : undefined
}
