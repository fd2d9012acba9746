import * as z from 'zod'
import { qtiProcessing } from '../source/processing-marking.ts'
import { typedKey } from '../typed-key/typed-key-marking.ts'

/** A text in which each `*` stands for anything, also for nothing. */
const starredText = z.strictObject({
  kind: z.literal('stars'),
  value: z.string().min(1),
  ignoreCase: z.boolean().default(true),
})

/** What has to hold of an answer. Options go by the ids of the source that they came from, where there is one. */
export const feedbackCondition = z.discriminatedUnion('on', [
  /** An outcome of the source's processing has this value among its own, or hasn't where `holds` is false. */
  z.strictObject({ on: z.literal('outcome'), outcome: z.string(), value: z.string(), holds: z.boolean().default(true) }),
  /** What it is worth: all of the marks, some of them, or none and less. */
  z.strictObject({ on: z.literal('mark'), is: z.enum(['right', 'part', 'wrong']) }),
  /** An option was chosen; `blank` where it stands in the list of one. */
  z.strictObject({ on: z.literal('option'), option: z.string(), blank: z.string().optional() }),
  /** What was typed into a blank or a part fits; nothing that was typed fits none. */
  z.strictObject({ on: z.literal('typed'), place: z.string(), key: z.union([typedKey, starredText]) }),
])
export type FeedbackCondition = z.infer<typeof feedbackCondition>

export const feedbackPart = z.strictObject({
  title: z.string().max(500).optional(),
  /** HTML. Where it is empty nothing is told, and nothing of the rest of its group either. */
  text: z.string(),
  /** All of them have to hold. Without any, whoever was asked is told. */
  when: z.array(feedbackCondition).optional(),
  /** Of the parts of one group only the first that is earned is told. */
  group: z.string().optional(),
})
export type FeedbackPart = z.infer<typeof feedbackPart>
/** As it is written, defaults left out. */
export type FeedbackPartInput = z.input<typeof feedbackPart>

/** What is said of the answers to a question, to whom it is said, and once the exam lets it be. Never leaves the server as a whole. */
export const questionFeedback = z.strictObject({
  parts: z.array(feedbackPart).min(1).max(1000),
  /** What the source says of whether it is shown, where the exam itself says nothing; `false` holds in any case. */
  show: z.boolean().optional(),
  /** The processing that gives its outcomes, where it doesn't mark the question too. */
  processing: qtiProcessing.optional(),
})
export type QuestionFeedback = z.infer<typeof questionFeedback>
