import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid, queryNumber } from '../entities/fields.ts'

/** Most entries of one page. */
export const mostLateAnswers = 200

/**
 * An answer or a file that arrived late, as staff see it. `waits`: it may have been given in time, and staff must decide.
 * `late`: it doesn't count. `counts`: it counts, by its evidence or because staff accepted it. `replaced`: a newer one exists.
 */
const lateAnswer = z.object({
  formRunGuid: guid,
  userGuid: guid,
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** The question that was answered, or at which the file was chosen; absent of a file whose browser didn't say. */
  questionId: z.optional(z.string()),
  questionNumber: z.optional(z.number()),
  /** For files only. */
  fileName: z.optional(z.string()),
  /** When it was typed or chosen, as far as that is known; ISO 8601, by the server's clock. */
  typedAt: z.optional(z.string()),
  /** ISO 8601. */
  receivedAt: z.string(),
  /** Seconds after the end of the time, or of its part. */
  lateBy: z.optional(z.number()),
  /** Why it was judged as it was: `mark-told`, `no-evidence`, `moment-unknown`, `typed-late`, `in-pause`, `too-old`, `not-silent`, … */
  reason: z.optional(z.string()),
  state: z.enum(['waits', 'late', 'counts', 'replaced']),
})
export type LateAnswer = z.infer<typeof lateAnswer>

/** The late answers and files of an exam, the first that came first, a page at a time. */
export const dashLateAnswers = defineCall({
  name: 'dashLateAnswers',
  summary: 'List late answers',
  source: 'ours',
  method: 'GET',
  base: 'api',
  path: 'dashboard/api/view/lateanswers',
  access: { permission: 'sittings.read', scope: ['examGuid'] },
  query: z.object({
    examGuid: guid,
    /** How many to pass over: those of the pages before. */
    skip: z.optional(queryNumber.check(z.nonnegative(), z.maximum(1_000_000))),
    take: z.optional(queryNumber.check(z.minimum(1), z.maximum(mostLateAnswers))),
  }),
  /** `more`: there is another page. */
  reply: z.object({ late: z.array(lateAnswer), more: z.boolean() }),
  refusals: ['NOT_FOUND'],
})
