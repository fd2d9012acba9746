import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { text } from '../entities/fields.ts'
import { sittingPlace } from '../entities/office-marking.ts'

/**
 * Deliveries, and exam versions that were sat without one, that somebody has handed in, by name: for whoever decides about a mark of one of their questions. Of those alone in which the caller
 * may decide.
 */
export const officeMarkedExams = defineCall({
  name: 'officeMarkedExams',
  summary: 'List exams whose marks can be decided about',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/marking/exams',
  access: { permission: 'marks.adjudicate', scope: 'places' },
  office: 'named',
  query: z.object({
    /** Where the list continues: as an earlier page of it gave it. */
    cursor: z.optional(text(4000)),
    /** Rows of one page: 50, if it is missing. */
    limit: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(100))),
  }),
  reply: z.object({
    places: z.array(sittingPlace),
    /** The cursor of the next page; missing on the last one. */
    next: z.optional(z.string()),
    /** When this was read, as ISO 8601. */
    asOf: z.string(),
  }),
  refusals: [],
})
