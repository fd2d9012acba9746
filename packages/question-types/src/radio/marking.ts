import * as z from 'zod'
import {
  checkSingleChoice,
  markSingleChoice,
  singleChoiceFields,
  singleChoiceToPublic,
} from '../option/single-choice-marking.ts'
import type { TypeMarking } from '../type-marking.ts'

const marker = 'SITWELL-MARKING-NEVER-IN-THE-PLAYER'

const authoredQuestion = z.strictObject({ type: z.literal('RADIO'), ...singleChoiceFields }).superRefine(checkSingleChoice)
export type AuthoredRadio = z.infer<typeof authoredQuestion>

/** Right or wrong by the option's id, never by its text. */
export const radioMarking = {
  marker,
  authoredQuestion,
  toPublic: singleChoiceToPublic,
  mark: markSingleChoice,
} satisfies TypeMarking<AuthoredRadio>
