import { mostUploads, officeBeginUpload } from '@sitwell/contract'
import type { LibraryUploadTable } from '../../db/schema.ts'
import { refuse } from '../../http/refusal.ts'
import { route } from '../../http/service.ts'
import { packageLimits } from '../../import/files/package-files.ts'
import { littleRoom } from '../../site/room.ts'
import type { LibraryContext } from '../library-context.ts'
import { insertUpload, selectUpload, selectUploads, type Upload } from './queries.ts'
import { pieceBytesOf } from './send-piece.ts'
import { uploadReply } from './upload-reply.ts'

/** Bytes of all uploads that one person has open. */
const mostOpenBytes = 2 * packageLimits.archive

const tooLarge = (text: string) => refuse('BODY_TOO_LARGE', text)

/** Why no upload of this many bytes may begin beside those that are there. */
const refusalOf = (all: readonly Upload[], fileSize: number) => {
  const open = all.filter(({ state }) => state !== 'stored')
  if (fileSize > packageLimits.archive) return tooLarge(`A package has ${packageLimits.archive} bytes at most.`)
  if (open.length >= mostUploads) return refuse('TOO_MANY_FILES', `${mostUploads} uploads are open: accept or cancel some.`)
  const openBytes = open.reduce((sum, { file_size }) => sum + file_size, 0)
  return openBytes + fileSize > mostOpenBytes ? tooLarge('Other uploads are open: accept or cancel some.') : undefined
}

/** Begins an upload; the same again answers how far it is. */
export const officeBeginUploadRoute = ({ database, clock, config }: LibraryContext) =>
  route(officeBeginUpload, async ({ caller, body }) => {
    const { orgId, userGuid } = caller
    const { uploadId, fileName, fileSize } = body
    const answerOf = (upload: Upload | undefined) =>
      upload?.file_name === fileName && upload.file_size === fileSize
        ? { ok: true as const, value: { upload: uploadReply(upload), pieceBytes: pieceBytesOf(config) } }
        : refuse('INVALID_REQUEST', 'Another upload has this id.', {
            details: [{ path: 'body.uploadId', message: 'is taken' }],
          })
    const there = await selectUpload(database, caller, uploadId)
    if (there) return answerOf(there)
    const refused = refusalOf(await selectUploads(database, caller), fileSize)
    if (refused) return refused
    // PostgreSQL has its own disk.
    if (database.dialect === 'sqlite' && (await littleRoom(config)))
      return refuse('CANNOT_SAVE', 'The disk of the server has no room for a package now.', { retryAfterSeconds: 60 })
    const row: LibraryUploadTable = {
      ...{ org_id: orgId, upload_id: uploadId, user_guid: userGuid, file_name: fileName, file_size: fileSize },
      ...{ received: 0, chunks: 0, state: 'receiving', made_at: clock.nowMs(), stored_at: null, reader: null, reader_at: null },
      ...{ attempts: 0, items_read: 0, result: null, report_hash: null, grave: 0, basis: null },
      ...{ exam_guid: null, version: null, exam_content: null },
    }
    await insertUpload(database, row)
    return answerOf(await selectUpload(database, caller, uploadId))
  })
