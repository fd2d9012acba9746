import * as z from 'zod/mini'
import { guid, text } from './fields.ts'

/** How a question stands after attempts at it, as far as its learner may know. */
export const attemptState = z.object({
  count: z.int().check(z.nonnegative()),
  /** How many there may be yet; missing if nothing is said of that. */
  left: z.optional(z.int().check(z.nonnegative())),
  /** Nothing is to be answered any more. */
  isClosed: z.boolean(),
  /** What is said of it by now; `html` is cleaned. */
  feedback: z.array(z.object({ title: z.optional(z.string()), html: z.string() })),
})
export type AttemptState = z.infer<typeof attemptState>

/** What of its attempts stands with a question. */
export const attemptsOfQuestion = z.object({
  /** How many there may be in all; missing if nothing is said of that. */
  most: z.optional(z.int().check(z.positive())),
  /** What stands on the buttons of its source, each of which ends an attempt. */
  endings: z.array(text(200)),
  /** Missing before the first. */
  state: z.optional(attemptState),
})

/** Names an attempt that is made. */
export const attemptAt = {
  formRunGuid: guid,
  questionId: guid,
  /** The place of the button that ended it among the `endings` of the question; missing if the answer is checked. */
  ending: z.optional(z.int().check(z.nonnegative(), z.maximum(9))),
}
