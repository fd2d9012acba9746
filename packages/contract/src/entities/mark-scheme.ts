import * as z from 'zod/mini'
import { text } from './fields.ts'

/** Criteria of one mark scheme at most. */
export const mostCriteria = 50

/** Characters of a scheme's guidance at most. */
export const mostGuidance = 100_000

/** Marks with at most nine decimals: the server refuses more of them rather than rounds. */
const marks = z.number().check(z.minimum(0), z.maximum(1_000_000))

/** A name that stays the same in later versions of a scheme. */
const criterionId = z.string().check(z.maxLength(64), z.regex(/^[A-Za-z0-9][\w-]*$/, 'only letters, digits, - and _'))

/** What a marker may choose for a criterion. */
export const markLevel = z.strictObject({
  marks: z.number().check(z.minimum(-1_000_000), z.maximum(1_000_000)),
  /** Plain text. */
  description: text(2000),
})

/** What a person looks for in a response, and what it is worth. */
export const markCriterion = z.strictObject({
  id: criterionId,
  /** Plain text. */
  title: text(300).check(z.regex(/\S/, 'a criterion has a title')),
  /** Plain text. */
  description: z.optional(text(5000)),
  /** 0 if it is missing; below 0 if the criterion takes marks away. */
  minMarks: z.optional(z.number().check(z.minimum(-1_000_000), z.maximum(0))),
  maxMarks: marks,
  /** The points are those of one level. If there are none, they are any number from the least to the most. */
  levels: z.optional(z.array(markLevel).check(z.minLength(1), z.maxLength(50))),
})

/**
 * How a person marks a response. A scheme without criteria is guidance alone: a marker gives one number from 0 to the marks of the question.
 * `schemeProblems` of `@sitwell/exam/mark-scheme` says what else must hold, of a question with this many marks.
 */
export const markScheme = z.strictObject({
  criteria: z.array(markCriterion).check(z.maxLength(mostCriteria)),
  /** The least total; 0 if it is missing. */
  floor: z.optional(marks),
  /** The greatest total; what the criteria come to if it is missing. */
  ceiling: z.optional(marks),
  /** HTML of an author: to be cleaned before it is shown. */
  guidance: z.optional(text(mostGuidance)),
})
export type MarkSchemeInput = z.infer<typeof markScheme>
