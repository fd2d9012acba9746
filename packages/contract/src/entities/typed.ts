import * as z from 'zod/mini'
import { queryNumber } from './fields.ts'

const milliseconds = z.int().check(z.nonnegative())

/** So long after a moment at which the browser had heard from the server. In milliseconds. */
export const typed = z.object({
  /** That moment: the header `sitwell-time` of the reply, by the server's clock. */
  contactAt: milliseconds,
  /** By a clock that nobody can set; absent if the page was loaded again since, and what went by is not known. */
  steadyMs: z.optional(milliseconds),
  /** By the computer's clock; recorded, and never trusted alone. Negative where that was set back. */
  wallMs: z.int(),
})

/** The same of a file that was chosen, or given up, for calls that carry texts. Without the first or the last of them it says nothing. */
export const chosen = {
  chosenContactAt: z.optional(queryNumber),
  chosenSteadyMs: z.optional(queryNumber),
  chosenWallMs: z.optional(queryNumber),
}
