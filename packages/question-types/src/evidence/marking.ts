import * as z from 'zod'
import { authoredQuestionFields } from '../authored-question.ts'
import { chosenReview, freeAnswer } from '../facets-marking.ts'
import type { TypeMarking } from '../type-marking.ts'

const marker = 'SITWELL-MARKING-NEVER-IN-THE-PLAYER'

const authoredQuestion = z.strictObject({
  type: z.literal('EVIDENCE'),
  ...authoredQuestionFields,
  /** HTML that asks for the evidence. */
  evidenceText: z.string().optional(),
  /** HTML for the person who marks it: never leaves the server to a learner. */
  markingNotes: z.string().optional(),
})
export type AuthoredEvidence = z.infer<typeof authoredQuestion>

/** A person looks at what was uploaded. The answer says nothing of it, so a prompt with marks always waits for one. */
export const evidenceMarking = {
  marker,
  authoredQuestion,
  htmlFields: ['evidenceText', 'markingNotes'],
  toPublic: ({ evidenceText }) => ({ evidenceText }),
  ...freeAnswer,
  review: chosenReview,
  hasKey: () => false,
  needsPerson: ({ marks }) => marks > 0,
  mark: ({ marks }) => ({ score: 0, maxScore: marks, needsPerson: marks > 0 }),
} satisfies TypeMarking<AuthoredEvidence>
