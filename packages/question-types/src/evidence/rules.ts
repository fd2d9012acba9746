import { question } from '@sitwell/contract'
import { partsOf } from '@sitwell/exam/paper/answered'
import * as z from 'zod/mini'
import { html } from '../answer-reading.ts'
import type { TypeRules } from '../type-rules.ts'
import { type VisitedAnswer, visitedAnswerRules } from '../visited/visited-answer.ts'

const evidenceQuestion = z.extend(question, {
  /** HTML that asks for the evidence; empty or undefined where the author gave none. */
  evidenceText: z.optional(z.string()),
})
export type EvidenceQuestion = z.infer<typeof evidenceQuestion>

/** How a message that nobody wrote reads (spec 2 §8). */
const undefinedMessages: ReadonlySet<string> = new Set(['', 'undefined', 'MESSAGE_UNDEFINED', 'MESSAGE UNDEFINED'])

/** The text that asks for evidence: the author's, or `fallback` where it is missing or undefined (spec 2 §5). */
export const evidencePrompt = ({ evidenceText }: EvidenceQuestion, fallback: string): string => {
  const own = evidenceText?.trim() ?? ''
  return undefinedMessages.has(own) ? fallback : own
}

/** A prompt to upload evidence (spec 2 §3); the upload itself stands beside the question, not in it. */
export const evidenceRules: TypeRules<EvidenceQuestion, VisitedAnswer> = {
  publicQuestion: evidenceQuestion,
  takesFiles: () => true,
  ...visitedAnswerRules,
  answersByFiles: true,
  partsOf: (_asked, _isVisited, files) => {
    const hasFile = files !== undefined && files.names.size > 0
    return { ...partsOf([hasFile]), lacksFile: !hasFile }
  },
  offers: (asked) => [{ kind: 'list', items: [html(evidencePrompt(asked, ''))] }],
}
