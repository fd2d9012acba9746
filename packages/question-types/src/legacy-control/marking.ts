import * as z from 'zod'
import { authoredQuestionFields } from '../authored-question.ts'
import { freeAnswer, writtenReview } from '../facets-marking.ts'
import type { TypeMarking } from '../type-marking.ts'
import { creditedTypedKey, meaningsOfTyped, scoreOfTyped } from '../typed-key/typed-key-marking.ts'
import { legacyControlRules } from './rules.ts'

const marker = 'SITWELL-MARKING-NEVER-IN-THE-PLAYER'

const authoredQuestion = z.strictObject({
  type: z.literal('ASCX'),
  ...authoredQuestionFields,
  controlName: z.string().min(1).max(200),
  properties: z
    .array(z.strictObject({ name: z.string().min(1).max(100), value: z.string().max(20_000) }))
    .max(100)
    .default([]),
  /** What is right of what the control posts; without one a person marks it. */
  key: creditedTypedKey.optional(),
  /** HTML for the person who marks it: never leaves the server to a learner. */
  markingNotes: z.string().optional(),
})
export type AuthoredLegacyControl = z.infer<typeof authoredQuestion>

/** By what the control posted; never below 0. */
export const legacyControlMarking = {
  marker,
  authoredQuestion,
  htmlFields: ['markingNotes'],
  toPublic: ({ controlName, properties }) => ({ controlName, properties }),
  ...freeAnswer,
  review: writtenReview,
  hasKey: ({ key }) => key !== undefined,
  needsPerson: ({ key }) => key === undefined,
  typed: {
    fields: () => [{ label: '' }],
    answer(question, [value = '']) {
      const asked = legacyControlRules.publicQuestion.safeParse(question)
      return asked.success ? legacyControlRules.toWire(asked.data, value) : undefined
    },
  },
  compared: ({ key }, { answerText }) => [meaningsOfTyped(key, answerText)],
  mark: ({ marks, key }, answer) => {
    const given = answer?.answerText ?? ''
    const isGiven = given.trim() !== ''
    return {
      score: key && isGiven ? Math.max(0, scoreOfTyped(key, marks, given)) : 0,
      maxScore: marks,
      needsPerson: isGiven && !key,
    }
  },
} satisfies TypeMarking<AuthoredLegacyControl>
