import { type Explanation, marksIn, supports } from '@sitwell/exam/paper/explanations'
import * as z from 'zod'

/** What explains a word or passage of a question, as its author writes it. */
const explanation = z.strictObject({
  /** What the words that it explains are marked with: it goes to the learner. */
  id: z
    .string()
    .max(64)
    .regex(/^[\w-]+$/, 'only letters, digits, and - _'),
  cards: z
    .array(
      z.strictObject({
        support: z.enum(supports),
        lang: z
          .string()
          .max(35)
          .regex(/^[a-z]{2,8}(-[a-z\d]{1,8})*$/i, 'the tag of a language, as en or pt-BR')
          .optional(),
        /** HTML. */
        text: z.string().min(1),
      }),
    )
    .min(1)
    .max(200),
})

export const questionExplanations = z
  .array(explanation)
  .max(1000)
  .superRefine((all, context) => {
    const ids = new Set<string>()
    for (const [index, { id }] of all.entries()) {
      if (ids.has(id)) context.addIssue({ code: 'custom', path: [index, 'id'], message: `"${id}" stands there twice.` })
      ids.add(id)
    }
  })

/**
 * Those that what a learner sees of a question refers to. One that only what is said of its answers refers to would tell of the key
 * before they are given.
 */
export const explanationsOf = (explanations: readonly Explanation[] | undefined, shown: unknown): readonly Explanation[] => {
  if (!explanations || explanations.length === 0) return []
  const marked = marksIn(shown)
  return explanations.filter(({ id }) => marked.has(id))
}
