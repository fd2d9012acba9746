import * as z from 'zod'
import { authoredQuestionFields } from '../authored-question.ts'
import { freeAnswer, writtenReview } from '../facets-marking.ts'
import type { TypeMarking } from '../type-marking.ts'

const marker = 'SITWELL-MARKING-NEVER-IN-THE-PLAYER'

const authoredQuestion = z.strictObject({
  type: z.literal('QUESTIONLTEXT'),
  ...authoredQuestionFields,
  lineCount: z.int().min(1).max(30).default(10),
  showWordCount: z.boolean().default(true),
  /** HTML for the person who marks it: never leaves the server to a learner. */
  markingNotes: z.string().optional(),
})
export type AuthoredLongText = z.infer<typeof authoredQuestion>

/** A person reads what was written; nothing written needs none, and scores 0. */
export const longTextMarking = {
  marker,
  authoredQuestion,
  htmlFields: ['markingNotes'],
  toPublic: ({ lineCount, showWordCount }) => ({ lineCount, showWordCount }),
  ...freeAnswer,
  review: writtenReview,
  hasKey: () => false,
  needsPerson: () => true,
  mark: ({ marks }, answer) => ({ score: 0, maxScore: marks, needsPerson: (answer?.answerText ?? '').trim() !== '' }),
} satisfies TypeMarking<AuthoredLongText>
