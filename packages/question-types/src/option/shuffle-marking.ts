import * as z from 'zod'
import { authoredOption } from '../authored-question.ts'

/** A choice among several that may be shuffled; a `fixed` one keeps its place, as “None of these” at the end does. */
export const authoredChoice = z.strictObject({ ...authoredOption.shape, fixed: z.boolean().optional() })

/** Whether each form run has the choices in an order of its own. */
export const shuffle = z.boolean().optional()
