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

const authoredQuestion = z
  .strictObject({
    type: z.literal('COMBO'),
    ...singleChoiceFields,
    /** HTML that stands before the dropdown and names it. */
    dropdownLabel: z.string().optional(),
  })
  .superRefine(checkSingleChoice)
export type AuthoredCombo = z.infer<typeof authoredQuestion>

/** As a radio question: by the option's id, never by its text. */
export const comboMarking = {
  marker,
  authoredQuestion,
  ...chosenByIds,
  ...markedByKey,
  choices: oneOfOptions,
  hasKey: ({ key }) => key !== '',
  htmlFields: ['dropdownLabel'],
  toPublic: (question) => ({ ...singleChoiceToPublic(question), dropdownLabel: question.dropdownLabel ?? '' }),
  forFormRun: singleChoiceForFormRun,
  renamed: renamedSingleChoice,
  compared: comparedChoice,
  mark: markSingleChoice,
} satisfies TypeMarking<AuthoredCombo>
