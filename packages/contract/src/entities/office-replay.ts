import * as z from 'zod/mini'

const count = z.number()

/** Most steps of a sitting that one look shows; the file of the replay has all. */
export const mostReplaySteps = 2000

/** Something that happened in a sitting. Its words are English, as those of the file. */
export const replayStep = z.object({
  /** ISO 8601; by the clock of the server or of the learner's browser. */
  at: z.string(),
  clock: z.enum(['server', 'browser']),
  kind: z.enum(['ledger', 'answer', 'activity', 'file', 'completion', 'mark', 'server']),
  who: z.string(),
  what: z.string(),
  /** Id of the question that it is about. */
  questionID: z.optional(z.string()),
  /** What stood on that question from then on. */
  stands: z.optional(z.boolean()),
  /** What was typed, chosen, shown or said, word for word; `text` is cut if it is very long. */
  quotes: z.array(z.object({ about: z.string(), text: z.string() })),
  /** Ms that were left of the exam by the ledger, as it was known then. */
  leftMs: z.optional(count),
})
export type ReplayStep = z.infer<typeof replayStep>
