import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid } from '../entities/fields.ts'

/** The data for the page of a completed exam. Its marks are returned by `result`. */
const attempt = z.object({
  formRunGuid: guid,
  /** ISO 8601. */
  completedAt: z.string(),
  examName: z.string(),
  practice: z.boolean(),
  /** Its results can be had as a PDF. */
  downloadablePractice: z.boolean(),
  resultFeedbackMask: z.number(),
  /** HTML, as `proctoredOutroText`. */
  outroText: z.string(),
  proctoredOutroText: z.string(),
  /** Whether the text of the PDFs that these texts link to may be chosen, and copied. */
  allowPdfTextSelection: z.optional(z.boolean()),
  /**
   * If the text after the exam, or the feedback on its result, shows files: the base of their addresses below the API endpoint,
   * and the token that opens only them.
   */
  resourceUrl: z.optional(z.string()),
  resourceToken: z.optional(z.string()),
})
export type Attempt = z.infer<typeof attempt>

/** The learner's own completed attempts at one exam, the first one first, as far as the organisation still shows their results. */
export const attempts = defineCall({
  name: 'attempts',
  summary: "The learner's completed attempts at an exam",
  source: 'decisions, after the first whole look',
  method: 'GET',
  base: 'api',
  path: 'assessment/api/assessment/attempts',
  access: 'signed-in',
  query: z.object({ examGuid: guid }),
  reply: z.object({
    attempts: z.array(attempt),
    /** How many more there are, whose results are shown no longer. */
    over: z.number(),
  }),
  refusals: ['NOT_FOUND'],
})
