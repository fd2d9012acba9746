import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid, text } from '../entities/fields.ts'
import { examRow, examVersion } from '../entities/office-library.ts'

const wholeUpTo = (most: number) => z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(most))

/**
 * Exams of the organisation, a page at a time. Without a cursor from the start, with `total`: how many there are in all. `search`: words of which
 * each is in the name of the newest version; capitals and accents don't count. A cursor holds for the search and order that it was given for;
 * with any others it is refused as INVALID_REQUEST.
 */
export const officeExams = defineCall({
  name: 'officeExams',
  summary: 'List exams',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/library/exams',
  access: { permission: 'exams.read', scope: 'organisation' },
  office: 'named',
  query: z.object({
    search: z.optional(text(200)),
    /** By name if it is missing; `newest`: by when the newest version was stored, the latest first. */
    sort: z.optional(z.enum(['name', 'newest'])),
    cursor: z.optional(text(2000)),
    /** Exams of one page: 50, if it is missing. */
    limit: z.optional(wholeUpTo(100)),
  }),
  reply: z.object({
    exams: z.array(examRow),
    /** The cursor of the next page; missing on the last one. */
    next: z.optional(z.string()),
    /** How many there are in all; on the first page alone. */
    total: z.optional(z.number()),
    /** When this was read, as ISO 8601. */
    asOf: z.string(),
  }),
  refusals: [],
})

/** One exam with all its versions, the newest first. */
export const officeExam = defineCall({
  name: 'officeExam',
  summary: 'Show an exam',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/library/exam',
  access: { permission: 'exams.read', scope: ['examGuid'] },
  office: 'named',
  query: z.object({ examGuid: guid }),
  reply: z.object({ examGuid: guid, name: z.string(), versions: z.array(examVersion), asOf: z.string() }),
  refusals: ['NOT_FOUND'],
})

/**
 * A version of an exam as a package, with its answer keys: for whoever writes exams, not for all who may look at their list. `native`: Sitwell's own
 * form, which an upload takes again unchanged; `qti3`: QTI 3.0, without what that can't say. The bytes of a zip archive are the answer,
 * with the name of a file in `content-disposition`. Each goes into the security log. BUSY while others are made; INVALID_FILE
 * if none of its questions can be written in this form.
 */
export const officeExportExam = defineCall({
  name: 'officeExportExam',
  summary: 'Export an exam',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/library/export',
  access: { permission: 'exams.write', scope: ['examGuid'] },
  office: 'named',
  body: z.object({
    examGuid: guid,
    version: z.number().check(z.int(), z.positive()),
    format: z.enum(['native', 'qti3']),
  }),
  reply: z.unknown(),
  refusals: ['NOT_FOUND', 'INVALID_FILE', 'BUSY'],
})
