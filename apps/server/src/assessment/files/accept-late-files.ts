import type { Kysely } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import type { RunPlace } from '../form-run/index.ts'
import { isLate } from './entry-of.ts'
import { selectFiles } from './queries.ts'

/** For staff: lets the files count that came too late, or with `waiting` those alone that wait for it. Answers how many. */
export const acceptLateFiles = async (
  kysely: Kysely<Schema>,
  place: RunPlace,
  { waiting, nowMs }: { readonly waiting: boolean; readonly nowMs: number },
): Promise<number> => {
  const late = (await selectFiles({ kysely }, place)).filter(
    (file) => file.deleted_at === null && isLate(file) && (!waiting || file.outcome === 'review'),
  )
  for (const { org_id, file_guid } of late)
    await kysely
      .updateTable('uploaded_file')
      .set({ accepted_at: nowMs })
      .where('org_id', '=', org_id)
      .where('file_guid', '=', file_guid)
      .execute()
  return late.length
}
