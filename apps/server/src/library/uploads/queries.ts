import type { ShownItems } from '@sitwell/contract'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/database.ts'
import { isServedHere } from '../../db/moved-organisations.ts'
import type { LibraryUploadItemTable, LibraryUploadTable, Schema } from '../../db/schema.ts'
import { dropStaged } from '../../organisation/staged-exam.ts'
import { removeCourseFiles } from '../../organisation/store-course-files.ts'

type Reading = Pick<Database, 'kysely'>

/** An upload without the exam that it holds, which may be megabytes. */
export type Upload = Omit<LibraryUploadTable, 'exam_content'>

/** All columns of an upload but the exam that it holds. */
export const uploadColumns = [
  ...(['org_id', 'upload_id', 'user_guid', 'file_name', 'file_size', 'received', 'chunks', 'state', 'made_at'] as const),
  ...(['stored_at', 'reader', 'reader_at', 'attempts', 'items_read', 'result', 'report_hash', 'grave', 'basis'] as const),
  ...(['exam_guid', 'version'] as const),
] as const satisfies readonly (keyof Upload)[]

/** Whose an upload is. */
export interface Owner {
  readonly orgId: number
  readonly userGuid: string
}

const one = (kysely: Kysely<Schema>, { orgId, userGuid }: Owner) =>
  kysely.selectFrom('library_upload').select(uploadColumns).where('org_id', '=', orgId).where('user_guid', '=', userGuid)

/** An upload of a person; undefined if they have none of this id. */
export const selectUpload = ({ kysely }: Reading, owner: Owner, uploadId: string): Promise<Upload | undefined> =>
  one(kysely, owner).where('upload_id', '=', uploadId).executeTakeFirst()

/** All uploads of a person, the newest first. */
export const selectUploads = ({ kysely }: Reading, owner: Owner): Promise<Upload[]> =>
  one(kysely, owner).orderBy('made_at', 'desc').orderBy('upload_id').limit(200).execute()

/** Adds an upload, unless the organisation has one of its id. */
export const insertUpload = ({ kysely }: Reading, row: LibraryUploadTable) =>
  kysely
    .insertInto('library_upload')
    .values(row)
    .onConflict((conflict) => conflict.columns(['org_id', 'upload_id']).doNothing())
    .execute()

/**
 * Takes bytes behind those that have come, both or neither; with the last of them it waits to be read. Answers how many are there, or undefined,
 * and nothing is written, where others have come meanwhile or it is gone.
 */
export const appendBytes = (
  { kysely }: Reading,
  { org_id, upload_id, file_size }: Upload,
  received: number,
  bytes: Uint8Array,
): Promise<number | undefined> =>
  kysely.transaction().execute(async (transaction) => {
    const after = received + bytes.length
    const row = await transaction
      .updateTable('library_upload')
      .set((set) => ({
        received: after,
        chunks: set('chunks', '+', 1),
        ...(after === file_size && { state: 'waiting' as const }),
      }))
      .where('org_id', '=', org_id)
      .where('upload_id', '=', upload_id)
      .where('state', '=', 'receiving')
      .where('received', '=', received)
      .returning('chunks')
      .executeTakeFirst()
    if (!row) return undefined
    await transaction
      .insertInto('library_upload_chunk')
      .values({ org_id, upload_id, number: Number(row.chunks) - 1, bytes })
      .execute()
    return after
  })

/** One chunk of an upload's bytes. Throws an error if it is gone: somebody cancelled. */
export const selectChunk = async ({ kysely }: Reading, { org_id, upload_id }: Upload, number: number): Promise<Uint8Array> => {
  const row = await kysely
    .selectFrom('library_upload_chunk')
    .select('bytes')
    .where('org_id', '=', org_id)
    .where('upload_id', '=', upload_id)
    .where('number', '=', number)
    .executeTakeFirst()
  if (!row) throw new Error(`Chunk ${number} of an upload no longer exists.`)
  return row.bytes
}

/** What `has_loss` says of an item: nothing, that something is lost or reported, or that the item is left out altogether. */
export const lossOf = { none: 0, some: 1, all: 2 } as const

const leastLoss = { all: lossOf.none, losses: lossOf.some, 'left-out': lossOf.all } as const satisfies Record<
  ShownItems,
  number
>

/** Items of a report behind a number. */
export const selectItems = (
  { kysely }: Reading,
  { org_id, upload_id }: Upload,
  { after, most, show }: { readonly after: number; readonly most: number; readonly show: ShownItems },
): Promise<Pick<LibraryUploadItemTable, 'number' | 'item'>[]> =>
  kysely
    .selectFrom('library_upload_item')
    .select(['number', 'item'])
    .where('org_id', '=', org_id)
    .where('upload_id', '=', upload_id)
    .where('number', '>', after)
    .where('has_loss', '>=', leastLoss[show])
    .orderBy('number')
    .limit(most)
    .execute()

/** Takes away what was read of an upload, so that it can be read again. */
export const forgetRead = async (kysely: Kysely<Schema>, { org_id, upload_id }: Pick<Upload, 'org_id' | 'upload_id'>) => {
  await kysely.deleteFrom('library_upload_item').where('org_id', '=', org_id).where('upload_id', '=', upload_id).execute()
  await dropStaged(kysely, org_id, upload_id)
  await removeCourseFiles(kysely, org_id, upload_id)
}

/** Takes the bytes of an upload away. */
export const forgetBytes = (kysely: Kysely<Schema>, { org_id, upload_id }: Pick<Upload, 'org_id' | 'upload_id'>) =>
  kysely.deleteFrom('library_upload_chunk').where('org_id', '=', org_id).where('upload_id', '=', upload_id).execute()

/** Takes an upload away with all that came of it, except for what was stored in the library. */
export const removeUpload = ({ kysely }: Reading, { org_id, upload_id }: Pick<Upload, 'org_id' | 'upload_id'>): Promise<void> =>
  kysely.transaction().execute(async (transaction) => {
    // The row first: whoever reads it or sends bytes for it waits here, and finds it gone.
    const row = await transaction
      .deleteFrom('library_upload')
      .where('org_id', '=', org_id)
      .where('upload_id', '=', upload_id)
      .returning('state')
      .executeTakeFirst()
    if (!row) return
    await forgetBytes(transaction, { org_id, upload_id })
    if (row.state !== 'stored') return forgetRead(transaction, { org_id, upload_id })
    await transaction
      .deleteFrom('library_upload_item')
      .where('org_id', '=', org_id)
      .where('upload_id', '=', upload_id)
      .execute()
  })

/** Uploads that nobody accepted, and those that were stored, since a moment (milliseconds since 1970). */
export const selectOld = ({ kysely }: Reading, sinceMs: number) =>
  kysely
    .selectFrom('library_upload')
    .select(['org_id', 'upload_id'])
    .where('made_at', '<', sinceMs)
    .where((of) => of.or([of('stored_at', 'is', null), of('stored_at', '<', sinceMs)]))
    .where(isServedHere('library_upload.org_id'))
    .execute()
