import { selectFile } from '../assessment/files/index.ts'
import { ownFormRun } from '../assessment/form-run/index.ts'
import type { Database } from '../db/database.ts'
import type { UploadedFileTable } from '../db/schema.ts'
import type { Caller } from '../http/caller.ts'

/** A file of the caller's own form runs, deleted or not; a stranger's is not found. */
export const ownFile = async (database: Database, caller: Caller, fileGuid: string): Promise<UploadedFileTable | undefined> => {
  const file = await selectFile(database, caller.orgId, fileGuid)
  return file && (await ownFormRun(database, caller, file.form_run_guid)) ? file : undefined
}
