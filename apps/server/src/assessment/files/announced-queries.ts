import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/database.ts'
import { isServedHere } from '../../db/moved-organisations.ts'
import type { AnnouncedFileTable, Schema } from '../../db/schema.ts'
import type { RunPlace } from '../form-run/index.ts'
import { deleteContent } from './queries.ts'

type Reading = Pick<Database, 'kysely'>

/** An announcement by the guid of its file; whose form run it is of the caller has to ask. */
export const selectAnnounced = (
  { kysely }: Reading,
  orgId: number,
  fileGuid: string,
): Promise<AnnouncedFileTable | undefined> =>
  kysely
    .selectFrom('announced_file')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('file_guid', '=', fileGuid)
    .executeTakeFirst()

export const selectAnnouncedOf = ({ kysely }: Reading, { orgId, formRunGuid }: RunPlace): Promise<AnnouncedFileTable[]> =>
  kysely
    .selectFrom('announced_file')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('form_run_guid', '=', formRunGuid)
    .orderBy('announced_at')
    .execute()

export const insertAnnounced = (kysely: Kysely<Schema>, row: AnnouncedFileTable) =>
  kysely.insertInto('announced_file').values(row).execute()

/** So far are the bytes of an upload. */
type Standing = Pick<AnnouncedFileTable, 'org_id' | 'file_guid' | 'content_guid' | 'received'>

/**
 * Takes bytes behind those that have come, both or neither; false, and nothing is written, where others have come meanwhile, by
 * another connection or at another server, or all were thrown away.
 */
export const appendBytes = (
  { kysely }: Reading,
  { org_id, file_guid, content_guid, received }: Standing,
  { bytes, nowMs }: { readonly bytes: Uint8Array; readonly nowMs: number },
): Promise<boolean> =>
  kysely.transaction().execute(async (transaction) => {
    const row = await transaction
      .updateTable('announced_file')
      .set((set) => ({
        received: received + bytes.length,
        chunks: set('chunks', '+', 1),
        received_at: nowMs,
      }))
      .where('org_id', '=', org_id)
      .where('file_guid', '=', file_guid)
      .where('content_guid', '=', content_guid)
      .where('received', '=', received)
      .returning('chunks')
      .executeTakeFirst()
    if (!row) return false
    const chunk = { org_id, content_guid, number: Number(row.chunks) - 1, received_at: nowMs, bytes }
    await transaction.insertInto('file_chunk').values(chunk).execute()
    return true
  })

/** Throws away the bytes that have come; they may come again. */
export const forgetBytes = async (
  kysely: Kysely<Schema>,
  file: Pick<AnnouncedFileTable, 'org_id' | 'file_guid' | 'content_guid'>,
): Promise<void> => {
  await kysely
    .updateTable('announced_file')
    .set({ received: 0, chunks: 0, received_at: null, content_guid: randomUUID() })
    .where('org_id', '=', file.org_id)
    .where('file_guid', '=', file.file_guid)
    .where('content_guid', '=', file.content_guid)
    .execute()
  await deleteContent(kysely, file)
}

/** Bytes have come that make another hash; told once, however often it is tried. */
export const markRefused = (kysely: Kysely<Schema>, { org_id, file_guid }: AnnouncedFileTable, nowMs: number) =>
  kysely
    .updateTable('announced_file')
    .set({ refused_at: nowMs })
    .where('org_id', '=', org_id)
    .where('file_guid', '=', file_guid)
    .execute()

/** Uploads that nothing has come of since a moment (milliseconds since 1970), and whose bytes are no file's. */
export const selectIdle = ({ kysely }: Reading, sinceMs: number): Promise<AnnouncedFileTable[]> =>
  kysely
    .selectFrom('announced_file')
    .selectAll()
    .where('received', '>', 0)
    .where('received_at', '<', sinceMs)
    .where(isServedHere('announced_file.org_id'))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('uploaded_file')
            .select('uploaded_file.file_guid')
            .whereRef('uploaded_file.org_id', '=', 'announced_file.org_id')
            .whereRef('uploaded_file.content_guid', '=', 'announced_file.content_guid'),
        ),
      ),
    )
    .execute()
