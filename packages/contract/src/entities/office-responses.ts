import * as z from 'zod/mini'

const count = z.number().check(z.int(), z.nonnegative())

/** How long pages showed a question: the people timed, and the quartiles of their times in milliseconds. `too-few`: fewer than ten were timed. */
export const questionTime = z.object({
  id: z.string(),
  people: count,
  time: z.union([z.object({ lowerMs: z.number(), medianMs: z.number(), upperMs: z.number() }), z.literal('too-few')]),
})
export type QuestionTimeRow = z.infer<typeof questionTime>

/** What somebody did with a question: `answered`; `omitted`: they saw it; `not-reached`: they saw neither it nor a later one; `waiting`: their answer has no marks yet. */
export const statesBehind = ['answered', 'omitted', 'not-reached', 'waiting'] as const

/**
 * Which responses a figure is of: `counted`: those that facility is of, from people who saw the question and have marks, also 0 if they gave no answer; otherwise those
 * of one state.
 */
export const figuresBehind = ['counted', 'omitted', 'not-reached', 'waiting'] as const
export type FigureBehind = (typeof figuresBehind)[number]

/** What one person did with a question. */
export const responseBehind = z.object({
  /** Missing if the person was erased. */
  person: z.optional(
    z.object({ userID: z.number().check(z.int()), username: z.string(), firstName: z.string(), lastName: z.string() }),
  ),
  /** Their sitting; names the row. */
  formRunGUID: z.string(),
  state: z.enum(statesBehind),
  /** The first words of the answer. */
  answer: z.optional(z.string()),
  /** Exact; missing if they have none. */
  marks: z.optional(z.number()),
  /** The delivery in which they sat, if they sat in one. */
  deliveryID: z.optional(z.string()),
})
export type ResponseBehind = z.infer<typeof responseBehind>
