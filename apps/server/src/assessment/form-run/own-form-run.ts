import type { Database } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import { selectFormRun } from './queries.ts'

/** A form run of the caller's own, for other services; a stranger's is not found. */
export const ownFormRun = (database: Database, caller: Pick<Caller, 'orgId' | 'userGuid'>, formRunGuid: string) =>
  selectFormRun(database, caller, formRunGuid)
