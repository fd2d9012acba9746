import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid } from '../entities/fields.ts'
import { examStatistics } from '../entities/office-statistics.ts'

/**
 * How the questions of an exam worked, over the first attempts of all who completed a version of it, or a delivery of that version. NOT_FOUND: there is no
 * such exam, version or delivery of it in the organisation.
 */
export const officeExamStatistics = defineCall({
  name: 'officeExamStatistics',
  summary: 'Statistics of an exam',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/results/statistics',
  access: { permission: 'results.read', scope: ['examGuid'] },
  office: 'named',
  query: z.object({
    examGuid: guid,
    /** The newest that somebody has sat if it is missing. */
    version: z.optional(z.coerce.number<number>().check(z.int(), z.positive())),
    deliveryID: z.optional(guid),
  }),
  reply: examStatistics,
  refusals: ['NOT_FOUND'],
})
