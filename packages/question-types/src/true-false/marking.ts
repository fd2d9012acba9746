import * as z from 'zod'
import { chosenByIds, markedByKey, oneOfOptions } from '../facets-marking.ts'
import {
  checkSingleChoice,
  comparedChoice,
  markSingleChoice,
  renamedSingleChoice,
  singleChoiceFields,
  singleChoiceForFormRun,
  singleChoiceToPublic,
} from '../option/single-choice-marking.ts'
import type { TypeMarking } from '../type-marking.ts'

const marker = 'SITWELL-MARKING-NEVER-IN-THE-PLAYER'

const authoredQuestion = z.strictObject({ type: z.literal('TRUEFALSE'), ...singleChoiceFields }).superRefine(checkSingleChoice)
export type AuthoredTrueFalse = z.infer<typeof authoredQuestion>

/** Right or wrong by the option's id, never by its text. */
export const trueFalseMarking = {
  marker,
  authoredQuestion,
  ...chosenByIds,
  ...markedByKey,
  choices: oneOfOptions,
  hasKey: ({ key }) => key !== '',
  htmlFields: [],
  toPublic: singleChoiceToPublic,
  forFormRun: singleChoiceForFormRun,
  renamed: renamedSingleChoice,
  compared: comparedChoice,
  mark: markSingleChoice,
} satisfies TypeMarking<AuthoredTrueFalse>
