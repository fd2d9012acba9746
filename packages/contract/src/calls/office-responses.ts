import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid, text } from '../entities/fields.ts'
import { figuresBehind, questionTime, responseBehind } from '../entities/office-responses.ts'

const access = { permission: 'results.read', scope: ['examGuid'] } as const

/** The same people as those of the statistics. */
const place = {
  examGuid: guid,
  /** The newest that somebody has sat if it is missing. */
  version: z.optional(z.coerce.number<number>().check(z.int(), z.positive())),
  deliveryID: z.optional(guid),
}

/**
 * How long the pages of whoever the statistics are of showed each question, from their activity logs. `notReported`: people whose page logged nothing, such as
 * those of an installation that keeps no such log. NOT_FOUND: there is no such exam, version or delivery of it in the organisation.
 */
export const officeQuestionTimes = defineCall({
  name: 'officeQuestionTimes',
  summary: 'Time on the questions of an exam',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/results/statistics/times',
  access,
  office: 'named',
  query: z.object(place),
  reply: z.object({
    reported: z.number().check(z.int(), z.nonnegative()),
    notReported: z.number().check(z.int(), z.nonnegative()),
    questions: z.array(questionTime),
  }),
  refusals: ['NOT_FOUND'],
})

/**
 * The responses that a figure of the statistics is of, in the order in which the sittings were begun. `option`: those alone that chose it. `figure`: those alone that one
 * of the counts is of. `fifth`: those alone of people in this fifth of the totals, as the figures by fifths count them: of people who reached the question and wait for
 * no marks. They go together.
 * NOT_FOUND: there is no such exam, version, delivery of it, or question, in the organisation.
 */
export const officeResponsesBehind = defineCall({
  name: 'officeResponsesBehind',
  summary: 'List the responses behind a figure',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/results/statistics/responses',
  access,
  office: 'named',
  query: z.object({
    ...place,
    questionID: guid,
    option: z.optional(text(400)),
    figure: z.optional(z.enum(figuresBehind)),
    /** From 1, the lowest, to 5. */
    fifth: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(5))),
    /** Where the list continues: as an earlier page of it gave it. */
    cursor: z.optional(text(4000)),
    /** Rows of one page: 50, if it is missing. */
    limit: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(100))),
  }),
  reply: z.object({
    responses: z.array(responseBehind),
    total: z.number().check(z.int(), z.nonnegative()),
    /** The cursor of the next page; missing on the last one. */
    next: z.optional(z.string()),
    /** When this was read, as ISO 8601. */
    asOf: z.string(),
  }),
  refusals: ['NOT_FOUND'],
})
