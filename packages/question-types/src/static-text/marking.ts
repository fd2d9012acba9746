import * as z from 'zod'
import { authoredQuestionFields } from '../authored-question.ts'
import { chosenReview, freeAnswer } from '../facets-marking.ts'
import type { TypeMarking } from '../type-marking.ts'

const marker = 'SITWELL-MARKING-NEVER-IN-THE-PLAYER'

const authoredQuestion = z.strictObject({
  type: z.literal('STATICTEXT'),
  ...authoredQuestionFields,
  marks: z.literal(0).default(0),
})
export type AuthoredStaticText = z.infer<typeof authoredQuestion>

/** Nothing to mark: 0 of 0. */
export const staticTextMarking = {
  marker,
  authoredQuestion,
  htmlFields: [],
  ...freeAnswer,
  review: chosenReview,
  marks: { from: 'nothing', with: (question) => question },
  needsPerson: () => false,
  hasKey: () => false,
  toPublic: () => ({}),
  mark: () => ({ score: 0, maxScore: 0, needsPerson: false }),
} satisfies TypeMarking<AuthoredStaticText>
