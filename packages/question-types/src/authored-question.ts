import { markScheme } from '@sitwell/contract'
import * as z from 'zod'
import { publicAttempts, questionAttempts } from './attempts/attempts-marking.ts'
import { questionExplanations } from './explanations/explanation-marking.ts'
import { questionFeedback } from './feedback/feedback-marking.ts'
import { sourceProcessing } from './source/processing-marking.ts'
import { questionTemplate } from './source/template-marking.ts'

/** What every authored question has, of whatever type (spec 2 §3). Numbers and parts are given when the exam is laid out. */
export const authoredQuestionFields = {
  id: z
    .string()
    .min(1)
    .max(128)
    .regex(/^[\w.:-]+$/, 'only letters, digits, and . : - _'),
  /** HTML. */
  text: z.string(),
  /** HTML that stands above the question. */
  introText: z.string().optional(),
  marks: z.number().nonnegative().default(1),
  versionId: z.string().min(1).max(128).optional(),
  versionNumber: z.int().positive().optional(),
  requiresWorkings: z.boolean().optional(),
  requiresCalculator: z.boolean().optional(),
  /** A file of the package that stands beside the question. */
  resourceUrl: z.string().optional(),
  /** In a section that draws: it is drawn in any case. */
  required: z.boolean().optional(),
  /** In a section that is shuffled: it keeps its place. */
  fixed: z.boolean().optional(),
  /** How it is marked where it came from elsewhere: in place of its type's own marking, which then needs no key. */
  processing: sourceProcessing.optional(),
  /** How its values are drawn for each learner, and what they stand for in its texts. */
  template: questionTemplate.optional(),
  /** What its source calls the options, by the ids that they have here: those say nothing, and go to the learner. */
  sourceIds: z.record(z.string(), z.string()).optional(),
  /** What is said of its answers once the exam lets it be. */
  feedback: questionFeedback.optional(),
  /** How often its answer may be checked while the exam goes on; `false`: never, whatever the exam says of its questions. */
  attempts: z.union([questionAttempts, z.literal(false)]).optional(),
  /** What explains its words, whatever is answered. */
  explanations: questionExplanations.optional(),
  /** How a person marks it: never leaves the server to a learner. */
  markScheme: z.optional(markScheme),
}

/** What fields with HTML are called in every type, at whatever depth. */
export const commonHtmlFields = ['text', 'introText', 'guidance']

/** An option as its author writes it. `text` is HTML. */
export const authoredOption = z.strictObject({
  id: z.string().min(1).max(256),
  text: z.string().min(1),
  selected: z.boolean().optional(),
})
export type AuthoredOption = z.infer<typeof authoredOption>

/** The fields of an option that may leave the server. */
export const toPublicOption = ({ id, text, selected }: AuthoredOption) => ({ id, text, selected: selected ?? false })

type AuthoredFields = z.infer<z.ZodObject<typeof authoredQuestionFields>>

/** The common fields of a question that may leave the server: an allow-list. What a type adds, its own `toPublic` names. */
export const toPublicFields = (question: AuthoredFields & { type: string }) => ({
  id: question.id,
  type: question.type,
  text: question.text,
  marks: question.marks,
  introText: question.introText ?? '',
  resourceUrl: question.resourceUrl,
  versionId: question.versionId ?? question.id,
  versionNumber: question.versionNumber ?? 1,
  requiresWorkings: question.requiresWorkings ?? false,
  requiresCalculator: question.requiresCalculator ?? false,
  ...publicAttempts(question),
})
