import type { QtiElement } from '@sitwell/qti/element'
import * as z from 'zod'

const deepest = 200

/** Whether a value is an element of processing all the way down; loops and endless depth don't come from a file. */
const isElement = (value: unknown, depth = 0): value is QtiElement => {
  if (depth > deepest || typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const { name, attributes, children, text, ...more } = value as Record<string, unknown>
  if (typeof name !== 'string' || Object.keys(more).length > 0) return false
  if (text !== undefined && typeof text !== 'string') return false
  const written = attributes === undefined || (typeof attributes === 'object' && attributes !== null)
  if (!written || Object.values(attributes ?? {}).some((one) => typeof one !== 'string')) return false
  return children === undefined || (Array.isArray(children) && children.every((one) => isElement(one, depth + 1)))
}

/** An element of processing, as it is written. */
export const qtiElement = z.custom<QtiElement>((value) => isElement(value), 'this is no processing of QTI')

/** How an answer as it is saved becomes the value of a response that the processing knows. */
export const responseBinding = z.discriminatedUnion('from', [
  /** The ids of the chosen options, in the order of choosing. */
  z.strictObject({ from: z.literal('options') }),
  /** What stands in a blank: the id of an option of its list, or what was typed. */
  z.strictObject({ from: z.literal('blank'), blank: z.string() }),
  /** What was written into one part, or into all of them. */
  z.strictObject({ from: z.literal('part'), part: z.string() }),
  z.strictObject({ from: z.literal('parts') }),
  /** All that was written. */
  z.strictObject({ from: z.literal('text') }),
  /** Options with the selections that were assigned to them; `isTurned`: the selection stands first in the pair. */
  z.strictObject({ from: z.literal('pairs'), isTurned: z.boolean().default(false) }),
  /** The selections in the order of the options, which are places. */
  z.strictObject({ from: z.literal('places') }),
  /** Cards in blanks, as pairs of the card and the gap that each blank stands for. */
  z.strictObject({ from: z.literal('gaps'), gaps: z.record(z.string(), z.string()) }),
  /** Fields of a form: what each value that one holds stands for, or what was typed where nothing is said. */
  z.strictObject({
    from: z.literal('form'),
    fields: z.array(z.strictObject({ field: z.string(), values: z.record(z.string(), z.string()).optional() })),
    /** Fields are places: one that is left empty keeps those behind it where they stand. */
    isOrdered: z.boolean().default(false),
    /** How many may be chosen over all of them: more is no answer, since nothing in a form keeps a learner from it. */
    most: z.int().positive().optional(),
    /** The same for some of them together: those in which one choice stands. */
    limits: z.array(z.strictObject({ fields: z.array(z.string()), most: z.int().positive() })).optional(),
  }),
])
export type ResponseBinding = z.infer<typeof responseBinding>

/** Processing of QTI that came with a question: its declarations and rules, as they are written. */
export const qtiProcessing = z.strictObject({
  kind: z.literal('qti'),
  version: z.enum(['2.0', '2.1', '2.2', '3.0']),
  /** Declarations, `responseProcessing` and `templateProcessing` of the item. */
  item: qtiElement,
  responses: z.record(z.string(), responseBinding),
  /** What its score is multiplied with in this exam. */
  weight: z.number().default(1),
})
export type QtiProcessing = z.infer<typeof qtiProcessing>

/**
 * How a question is marked that came from elsewhere, in place of the marking of its type. `person`: whoever reads the answer gives the
 * marks. `none`: it is asked, and counts for nothing. Never leaves the server.
 */
export const sourceProcessing = z.discriminatedUnion('kind', [
  qtiProcessing,
  z.strictObject({ kind: z.literal('person') }),
  z.strictObject({ kind: z.literal('none') }),
])
export type SourceProcessing = z.infer<typeof sourceProcessing>
