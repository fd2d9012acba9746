import type { Database } from '../../db/database.ts'
import type { UploadedFileTable } from '../../db/schema.ts'
import type { RunPlace } from '../form-run/index.ts'
import { selectFiles } from './queries.ts'
import { hashOf } from './stored-bytes.ts'

/** For evidence: the files of a form run, those that were deleted too, with the hashes of their bytes. */
export const heldFiles = async (
  database: Database,
  place: RunPlace,
): Promise<{ readonly row: UploadedFileTable; readonly bytesHash: string | undefined }[]> => {
  const held = []
  for (const row of await selectFiles(database, place))
    held.push({ row, bytesHash: row.deleted_at === null ? await hashOf(database, row) : undefined })
  return held
}
