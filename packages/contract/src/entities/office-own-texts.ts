import * as z from 'zod/mini'

/** Which texts a list shows: all of them, or those that the organisation has of its own. */
export const shownTexts = ['all', 'own'] as const

/** A text in a language, with the one that the organisation has in its place. */
export const ownTextState = z.object({
  id: z.string(),
  usual: z.string(),
  own: z.optional(z.string()),
  /** The names in braces that a text of the organisation's own has to have too. */
  names: z.array(z.string()),
  /** Of the own text, or of there being none: a change names the version that it is based on. */
  version: z.string(),
})
export type OwnTextState = z.infer<typeof ownTextState>

/** Why an own text is refused, in `details`: `unreadable`: a plural or a choice in it is not complete; `names`: it lacks a name in braces, or has one too many. */
export const ownTextProblems = ['empty', 'unreadable', 'names'] as const
export type OwnTextProblem = (typeof ownTextProblems)[number]
