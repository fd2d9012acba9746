import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid, text } from '../entities/fields.ts'

/**
 * Exams that a delivery can offer, by name: for whoever plans deliveries anywhere, with the library or without it. `search`: words of which each stands in
 * the name of the newest version; capitals and accents don't count.
 */
export const officeDeliveryExams = defineCall({
  name: 'officeDeliveryExams',
  summary: 'List exams to offer',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/deliveries/exams',
  access: { permission: 'deliveries.write', scope: 'places' },
  office: 'named',
  query: z.object({
    search: z.optional(text(200)),
    /** Exams of the list: 20, if it is missing. */
    limit: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(100))),
  }),
  reply: z.object({
    exams: z.array(
      z.object({
        examGuid: guid,
        name: z.string(),
        /** Numbers of its versions, the newest first. */
        versions: z.array(z.number()),
      }),
    ),
    /** There are more: a longer search finds them. */
    hasMore: z.boolean(),
    /** When this was read, as ISO 8601. */
    asOf: z.string(),
  }),
  refusals: [],
})
