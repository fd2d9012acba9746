import { qtiElement, qtiProcessing } from '@sitwell/question-types/marking'
import * as z from 'zod'

/** A rule over the answers to earlier parts, by which a part is asked or not. */
export type PartRule =
  /** This option of the question was chosen; options go by the ids of the source that they came from, if there is one. */
  | { on: 'option'; question: string; option: string }
  /** Together the questions earned at least this many marks. What waits for a person has none yet. */
  | { on: 'marks'; questions: string[]; least: number }
  | { on: 'not'; rule: PartRule }
  | { on: 'any'; rules: PartRule[] }
  /** An expression of QTI, over the exam's `route`. */
  | { on: 'qti'; rule: z.infer<typeof qtiElement> }

export const partRule: z.ZodType<PartRule> = z.lazy(() =>
  z.discriminatedUnion('on', [
    z.strictObject({ on: z.literal('option'), question: z.string(), option: z.string() }),
    z.strictObject({ on: z.literal('marks'), questions: z.array(z.string()).min(1).max(1000), least: z.number() }),
    z.strictObject({ on: z.literal('not'), rule: partRule }),
    z.strictObject({ on: z.literal('any'), rules: z.array(partRule).min(1).max(100) }),
    z.strictObject({ on: z.literal('qti'), rule: qtiElement }),
  ]),
)

/** What rules of QTI know of their test. Never leaves the server. */
export const authoredRoute = z.strictObject({
  version: z.enum(['2.0', '2.1', '2.2', '3.0']),
  /** Its outcome declarations and outcome processing alone. */
  test: qtiElement,
  /** What its items are called there, and where they stand. */
  items: z.array(
    z.strictObject({
      question: z.string(),
      identifier: z.string(),
      categories: z.array(z.string()).default([]),
      sections: z.array(z.string()).default([]),
      weights: z.record(z.string(), z.number()).default({}),
      /** What it is worth by itself, where its question counts more or less: rules without a weight ask for that. */
      marks: z.number().nonnegative().optional(),
      /** How its answer is read, if it isn't marked by processing of its own. */
      processing: qtiProcessing.optional(),
    }),
  ),
})
export type AuthoredRoute = z.infer<typeof authoredRoute>
