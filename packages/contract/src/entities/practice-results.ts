import * as z from 'zod/mini'
import { guid, text } from './fields.ts'

/**
 * The hub that makes the results of a downloadable practice exam (spec 3 §4): below the hub's address, with `{token}` in its
 * handshake. It is invoked with (formRunGuid, fileName, orgId), says {@link practiceResultsHub.progress} with per cent, then
 * {@link practiceResultsHub.link} with an address below the API endpoint, and acknowledges with a {@link practiceResultsReply}.
 */
export const practiceResultsHub = {
  path: 'practiceExamAnswersHub',
  invoke: 'practiceExamAnswersByGUID',
  progress: 'Progress',
  link: 'Link',
} as const

export const practiceResultsRequest = z.tuple([guid, text(300), z.int()])

/** `message` is for the learner; empty if there is nothing to say but that it didn't work. */
export const practiceResultsReply = z.object({
  error: z.optional(z.object({ code: z.string(), message: z.string() })),
})
export type PracticeResultsReply = z.infer<typeof practiceResultsReply>
