import type { Kysely } from 'kysely'
import type { Database } from '../../db/database.ts'
import { isServedHere } from '../../db/moved-organisations.ts'
import type { FileChunkTable, Schema, UploadedFileTable } from '../../db/schema.ts'
import type { RunPlace } from '../form-run/index.ts'

type Reading = Pick<Database, 'kysely'>

/** A file by its guid, deleted or not; whose form run it is of the caller has to ask. */
export const selectFile = ({ kysely }: Reading, orgId: number, fileGuid: string): Promise<UploadedFileTable | undefined> =>
  kysely
    .selectFrom('uploaded_file')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('file_guid', '=', fileGuid)
    .executeTakeFirst()

/** All of a form run, the deleted ones too, in the order in which they stand. */
export const selectFiles = ({ kysely }: Reading, { orgId, formRunGuid }: RunPlace): Promise<UploadedFileTable[]> =>
  kysely
    .selectFrom('uploaded_file')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('form_run_guid', '=', formRunGuid)
    .orderBy('position')
    .orderBy('uploaded_at')
    .execute()

/** Behind all of them. */
export const nextPosition = (files: readonly Pick<UploadedFileTable, 'position'>[]): number =>
  Math.max(0, ...files.map(({ position }) => position)) + 1

export const insertChunk = (kysely: Kysely<Schema>, chunk: FileChunkTable) =>
  kysely.insertInto('file_chunk').values(chunk).execute()

export const insertFile = (kysely: Kysely<Schema>, file: UploadedFileTable) =>
  kysely.insertInto('uploaded_file').values(file).execute()

export const selectChunk = async (
  { kysely }: Reading,
  { org_id, content_guid, number }: Pick<FileChunkTable, 'org_id' | 'content_guid' | 'number'>,
): Promise<Uint8Array | undefined> => {
  const row = await kysely
    .selectFrom('file_chunk')
    .select('bytes')
    .where('org_id', '=', org_id)
    .where('content_guid', '=', content_guid)
    .where('number', '=', number)
    .executeTakeFirst()
  return row?.bytes
}

/** Files that no scanner has looked at, the longest waiting first, unless that was tried after the moment for its kind. */
export const selectUnscanned = (
  { kysely }: Reading,
  beforeMs: Readonly<Record<'waiting' | 'too-large', number>>,
  most: number,
): Promise<UploadedFileTable[]> =>
  kysely
    .selectFrom('uploaded_file')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where(isServedHere('uploaded_file.org_id'))
    .where((where) =>
      where.or(
        (['waiting', 'too-large'] as const).map((scan) =>
          where.and([where('scan', '=', scan), where('scanned_at', '<', beforeMs[scan])]),
        ),
      ),
    )
    .orderBy('scanned_at')
    .limit(most)
    .execute()

export const updateScan = (
  { kysely }: Reading,
  { org_id, file_guid }: UploadedFileTable,
  scan: Pick<UploadedFileTable, 'scan' | 'scan_note' | 'scanned_at'>,
) => kysely.updateTable('uploaded_file').set(scan).where('org_id', '=', org_id).where('file_guid', '=', file_guid).execute()

export const deleteContent = (
  kysely: Kysely<Schema>,
  { org_id, content_guid }: Pick<FileChunkTable, 'org_id' | 'content_guid'>,
) => kysely.deleteFrom('file_chunk').where('org_id', '=', org_id).where('content_guid', '=', content_guid).execute()

export const markDeleted = (kysely: Kysely<Schema>, { org_id, file_guid }: UploadedFileTable, nowMs: number) =>
  kysely
    .updateTable('uploaded_file')
    .set({ deleted_at: nowMs })
    .where('org_id', '=', org_id)
    .where('file_guid', '=', file_guid)
    .where('deleted_at', 'is', null)
    .execute()

/** Deletes all that a form run has, as if nothing had ever been uploaded. */
export const deleteAllFiles = async (kysely: Kysely<Schema>, place: RunPlace): Promise<void> => {
  for (const file of await selectFiles({ kysely }, place)) await deleteContent(kysely, file)
  const announced = await kysely
    .deleteFrom('announced_file')
    .where('org_id', '=', place.orgId)
    .where('form_run_guid', '=', place.formRunGuid)
    .returning(['org_id', 'content_guid'])
    .execute()
  for (const file of announced) await deleteContent(kysely, file)
  await kysely
    .deleteFrom('uploaded_file')
    .where('org_id', '=', place.orgId)
    .where('form_run_guid', '=', place.formRunGuid)
    .execute()
}

/** The query that deletes chunks from before this time (milliseconds since 1970) that no file and no upload names: the server ended while they came. */
export const deleteOrphans = ({ kysely }: Reading, beforeMs: number) =>
  kysely
    .deleteFrom('file_chunk')
    .where('received_at', '<', beforeMs)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('uploaded_file')
            .select('uploaded_file.file_guid')
            .whereRef('uploaded_file.org_id', '=', 'file_chunk.org_id')
            .whereRef('uploaded_file.content_guid', '=', 'file_chunk.content_guid'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('announced_file')
            .select('announced_file.file_guid')
            .whereRef('announced_file.org_id', '=', 'file_chunk.org_id')
            .whereRef('announced_file.content_guid', '=', 'file_chunk.content_guid'),
        ),
      ),
    )
