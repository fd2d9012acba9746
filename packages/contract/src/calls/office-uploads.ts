import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid, text } from '../entities/fields.ts'
import { libraryUpload, reportedLoss, reportItem, reportTotals, uploadName } from '../entities/office-library.ts'

const ofOffice = { source: 'ours', base: 'site', office: 'named' } as const
const writing = { permission: 'exams.write', scope: 'organisation' } as const
const bytes = z.coerce.number<number>().check(z.int(), z.nonnegative())
const named = z.object({ uploadId: guid })

/** Which items of a report are listed. */
export const shownItems = ['all', 'losses', 'left-out'] as const
export type ShownItems = (typeof shownItems)[number]

/** The most uploads of one person that are not stored yet. */
export const mostUploads = 10

/**
 * Begins an upload to the library: a package of an exam, a bank of questions (GIFT, Moodle XML, Aiken, a table, QTI) or a course. `uploadId` is a UUID that the
 * page makes up; the same again, with the same name and size, answers how far it is, so that a lost answer begins no second one. Then pieces
 * go by `officeUploadPiece`, the report is asked for by `officeUpload`, and somebody accepts or cancels. Nothing is in the library before. BODY_TOO_LARGE:
 * no package may be so large, or all open uploads of the caller together. TOO_MANY_FILES: `mostUploads` of them are open.
 */
export const officeBeginUpload = defineCall({
  ...ofOffice,
  name: 'officeBeginUpload',
  summary: 'Begin an upload to the library',
  method: 'POST',
  path: 'office/api/library/uploads/begin',
  access: writing,
  body: z.object({ uploadId: guid, fileName: uploadName, fileSize: z.number().check(z.int(), z.positive()) }),
  reply: z.object({
    upload: libraryUpload,
    /** Bytes that a piece may have at most. */
    pieceBytes: z.number(),
  }),
  refusals: ['TOO_MANY_FILES', 'BODY_TOO_LARGE', 'CANNOT_SAVE'],
})

/**
 * Sends the next bytes of an upload, which begin at `offset`. The reply is how many are there then: the next piece begins at that, whatever was sent. So a
 * piece whose answer was lost is sent again without harm, and an upload that broke off continues by `officeUpload`. With the last byte
 * the server begins to read.
 */
export const officeUploadPiece = defineCall({
  ...ofOffice,
  name: 'officeUploadPiece',
  summary: 'Send bytes of an upload',
  method: 'POST',
  path: 'office/api/library/uploads/piece',
  access: writing,
  encoding: 'multipart',
  file: 'piece',
  body: z.object({ uploadId: guid, offset: bytes }),
  reply: z.object({ received: z.number() }),
  refusals: ['NOT_FOUND', 'CANNOT_SAVE'],
})

/** The caller's own uploads, the newest first: those that wait for somebody, and those that were stored within a day. */
export const officeUploads = defineCall({
  ...ofOffice,
  name: 'officeUploads',
  summary: 'List own uploads',
  method: 'GET',
  path: 'office/api/library/uploads',
  access: writing,
  reply: z.object({ uploads: z.array(libraryUpload), asOf: z.string() }),
  refusals: [],
})

/** How far an upload of the caller is, and what was read of it. A page asks each second or two while it is `waiting` or `reading`. */
export const officeUpload = defineCall({
  ...ofOffice,
  name: 'officeUpload',
  summary: 'Show an upload',
  method: 'GET',
  path: 'office/api/library/uploads/upload',
  access: writing,
  query: named,
  reply: z.object({ upload: libraryUpload, asOf: z.string() }),
  refusals: ['NOT_FOUND'],
})

/**
 * The report of an upload, item by item and a page at a time: the source beside what it became, and what was lost. A package of Sitwell's own form has no
 * items, because nothing of it is converted. UPLOAD_NOT_READY before it was read.
 */
export const officeUploadReport = defineCall({
  ...ofOffice,
  name: 'officeUploadReport',
  summary: 'Read the report of an upload',
  method: 'GET',
  path: 'office/api/library/uploads/report',
  access: writing,
  query: z.object({
    uploadId: guid,
    /** All items if it is missing; `losses`: those of which something is lost or reported; `left-out`: those that became no question. */
    show: z.optional(z.enum(shownItems)),
    /** Items behind this number. */
    after: z.optional(bytes),
    /** Items of one page: 20, if it is missing. */
    limit: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(50))),
  }),
  reply: z.object({
    items: z.array(reportItem),
    /** The `after` of the next page; missing on the last one. */
    next: z.optional(z.number()),
    totals: reportTotals,
    /** What was lost beside the items: of sections, of the test, files; 1,000 at most. */
    others: z.array(z.extend(reportedLoss, { place: z.string() })),
    reportHash: z.string(),
  }),
  refusals: ['NOT_FOUND', 'UPLOAD_NOT_READY'],
})

/**
 * Stores what an upload holds. `reportHash` is that of the report which was shown. If the library changed since (another upload of the same exam was
 * accepted, say), the reply is CHANGED_MEANWHILE with the upload in `current`; the server reads it again, with a new report. LOSSES_NOT_ACCEPTED:
 * marks or the structure would be lost, and `acceptLosses` is missing. VERSION_IN_USE: the outcome is `in-use`. UPLOAD_NOT_READY: it wasn't
 * read yet, or was refused. An upload that is stored is answered as it was the first time. Courses take the permission `courses.write` besides.
 */
export const officeAcceptUpload = defineCall({
  ...ofOffice,
  name: 'officeAcceptUpload',
  summary: 'Accept an upload',
  method: 'POST',
  path: 'office/api/library/uploads/accept',
  access: writing,
  body: z.object({ uploadId: guid, reportHash: text(100), acceptLosses: z.optional(z.boolean()) }),
  reply: z.object({ upload: libraryUpload }),
  refusals: ['NOT_FOUND', 'UPLOAD_NOT_READY', 'LOSSES_NOT_ACCEPTED', 'VERSION_IN_USE', 'CHANGED_MEANWHILE'],
})

/** Throws an upload of the caller away, however far it is; of one that is stored only its report goes. One that isn't there is gone already. */
export const officeCancelUpload = defineCall({
  ...ofOffice,
  name: 'officeCancelUpload',
  summary: 'Cancel an upload',
  method: 'POST',
  path: 'office/api/library/uploads/cancel',
  access: writing,
  body: named,
  reply: z.object({}),
  refusals: [],
})
