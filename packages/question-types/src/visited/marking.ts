import { visitedText } from '@sitwell/contract'
import * as z from 'zod'
import { authoredQuestionFields } from '../authored-question.ts'
import { chosenReview, freeAnswer } from '../facets-marking.ts'
import type { TypeMarking } from '../type-marking.ts'

const marker = 'SITWELL-MARKING-NEVER-IN-THE-PLAYER'

const authoredQuestion = z.strictObject({
  type: z.literal('VISITED'),
  ...authoredQuestionFields,
  marks: z.number().nonnegative().default(0),
})
export type AuthoredVisited = z.infer<typeof authoredQuestion>

/** Whoever was there has its marks: none, unless its author gave it some. */
export const visitedMarking = {
  marker,
  authoredQuestion,
  htmlFields: [],
  ...freeAnswer,
  review: chosenReview,
  needsPerson: () => false,
  hasKey: () => false,
  toPublic: () => ({}),
  mark: ({ marks }, answer) => ({
    score: answer?.answerText === visitedText ? marks : 0,
    maxScore: marks,
    needsPerson: false,
  }),
} satisfies TypeMarking<AuthoredVisited>
