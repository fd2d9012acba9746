import { officeUploadPiece } from '@sitwell/contract'
import type { Config } from '../../config.ts'
import { chunkBytes, piecesOf } from '../../files/receive-file.ts'
import { createUploadsUnderWay, tooManyAtOnce } from '../../files/uploads-under-way.ts'
import { refuse } from '../../http/refusal.ts'
import { route } from '../../http/service.ts'
import type { LibraryContext } from '../library-context.ts'
import { appendBytes, selectUpload, type Upload } from './queries.ts'

/** Bytes that a piece has at most: a connection that breaks off loses no more. */
const mostPieceBytes = 4 * 1024 * 1024

/** Bytes that this server takes in one piece. */
export const pieceBytesOf = ({ largestFileBytes }: Pick<Config, 'largestFileBytes'>): number =>
  Math.min(mostPieceBytes, largestFileBytes)

const tooMany = refuse('INVALID_REQUEST', 'More bytes came than the upload has.', {
  details: [{ path: 'body.piece', message: 'has more bytes than are missing' }],
})

/**
 * Takes the next bytes of an upload, a chunk at a time. The result of a piece that breaks off is there; what comes twice is
 * written once.
 */
export const officeUploadPieceRoute = ({ database, config, background, packageReader }: LibraryContext) => {
  const underWay = createUploadsUnderWay()
  const most = pieceBytesOf(config)

  const take = async (upload: Upload, bytes: AsyncIterable<Uint8Array>) => {
    let { received } = upload
    const end = Math.min(upload.file_size, received + most)
    for await (const chunk of piecesOf(bytes, chunkBytes)) {
      if (received + chunk.length > end) return tooMany
      const after = await appendBytes(database, upload, received, chunk)
      // Other bytes have come, or it is gone: the page asks how far it is.
      if (after === undefined) break
      received = after
    }
    if (received === upload.file_size) background.run('an upload to the library is read at the next turn', packageReader.look)
    return undefined
  }

  return route(officeUploadPiece, async ({ caller, body, file }) => {
    const upload = await selectUpload(database, caller, body.uploadId)
    if (!upload) return refuse('NOT_FOUND', 'There is no such upload of this person.')
    const isNext = upload.state === 'receiving' && body.offset === upload.received
    if (!isNext) return { ok: true, value: { received: upload.received } }
    const taken = await underWay.within(`${caller.orgId}/${caller.userGuid}`, async () => ({
      refused: await take(upload, file.bytes),
    }))
    if (!taken) return tooManyAtOnce()
    if (taken.refused) return taken.refused
    const after = await selectUpload(database, caller, body.uploadId)
    return after
      ? { ok: true, value: { received: after.received } }
      : refuse('NOT_FOUND', 'The upload was cancelled meanwhile.')
  })
}
