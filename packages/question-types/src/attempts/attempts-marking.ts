import * as z from 'zod'

/** More than anybody needs: each is an event of a ledger, and all before it are worked out again with each. */
export const mostAttempts = 100

const policy = z.strictObject({
  /** After so many the question is closed. As many as its learner likes where it says nothing, up to `mostAttempts`. */
  most: z.int().min(1).max(mostAttempts).optional(),
  /** What its processing comes to is what the next attempt goes on from, and says when it is closed. Else each attempt begins anew. */
  adaptive: z.boolean().optional(),
  /** Buttons of its source beside that which checks the answer: each ends an attempt, and sets its response to true. */
  endings: z
    .array(z.strictObject({ response: z.string().min(1).max(256), title: z.string().min(1).max(200) }))
    .max(10)
    .optional(),
  /** Whether what is said of the answer is told after an attempt: after each, where it says nothing; after none; or not after the last. */
  feedback: z.enum(['each', 'none', 'before-last']).optional(),
})

export type QuestionAttempts = z.infer<typeof policy>

/** How often the answer to a question may be handed in and checked while the exam goes on. Written as a number it is `most`. */
export const questionAttempts = z.union([
  z
    .int()
    .min(1)
    .max(mostAttempts)
    .transform((most): QuestionAttempts => ({ most })),
  policy,
])

interface WithAttempts {
  readonly attempts?: QuestionAttempts | false | undefined
}

/** What of it a learner may know: an allow-list. An ending goes by its place, since its name is the source's. */
export const publicAttempts = ({ attempts }: WithAttempts) =>
  attempts
    ? {
        attempts: {
          ...(attempts.most !== undefined && { most: attempts.most }),
          endings: (attempts.endings ?? []).map(({ title }) => title),
        },
      }
    : {}
