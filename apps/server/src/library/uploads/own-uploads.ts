import { officeCancelUpload, officeUpload, officeUploadReport, officeUploads, reportItem } from '@sitwell/contract'
import { refuse } from '../../http/refusal.ts'
import { route } from '../../http/service.ts'
import type { LibraryContext } from '../library-context.ts'
import { removeUpload, selectItems, selectUpload, selectUploads } from './queries.ts'
import { readResult } from './read-result.ts'
import { uploadReply } from './upload-reply.ts'

const iso = (ms: number) => new Date(ms).toISOString()
const notFound = () => refuse('NOT_FOUND', 'There is no such upload of this person.')

/** Lists the caller's uploads. */
export const officeUploadsRoute = ({ database, clock }: LibraryContext) =>
  route(officeUploads, async ({ caller }) => {
    const uploads = await selectUploads(database, caller)
    return { ok: true, value: { uploads: uploads.map(uploadReply), asOf: iso(clock.nowMs()) } }
  })

/** How far an upload is, and what was read of it. */
export const officeUploadRoute = ({ database, clock }: LibraryContext) =>
  route(officeUpload, async ({ caller, query }) => {
    const upload = await selectUpload(database, caller, query.uploadId)
    return upload ? { ok: true, value: { upload: uploadReply(upload), asOf: iso(clock.nowMs()) } } : notFound()
  })

/** Items of a page unless it is asked for another number. */
const usualLimit = 20

/** A page of the report. */
export const officeUploadReportRoute = ({ database }: LibraryContext) =>
  route(officeUploadReport, async ({ caller, query }) => {
    const upload = await selectUpload(database, caller, query.uploadId)
    if (!upload) return notFound()
    const result = readResult(upload.result)
    if (upload.report_hash === null || !result || result.is === 'refused')
      return refuse('UPLOAD_NOT_READY', 'There is no report of this upload.')
    const { after = 0, limit = usualLimit, show = 'all' } = query
    const found = await selectItems(database, upload, { after, most: limit + 1, show })
    const page = found.slice(0, limit)
    const last = page.at(-1)
    return {
      ok: true,
      value: {
        items: page.map(({ item }) => reportItem.parse(JSON.parse(item))),
        ...(found.length > limit && last && { next: last.number }),
        totals: result.totals,
        others: [...result.others],
        reportHash: upload.report_hash,
      },
    }
  })

/** Throws an upload away. */
export const officeCancelUploadRoute = ({ database }: LibraryContext) =>
  route(officeCancelUpload, async ({ caller, body }) => {
    const upload = await selectUpload(database, caller, body.uploadId)
    if (upload) await removeUpload(database, upload)
    return { ok: true, value: {} }
  })
