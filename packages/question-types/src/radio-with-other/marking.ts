import * as z from 'zod'
import { authoredQuestionFields } from '../authored-question.ts'
import { chosenByIds, notAtOnce, oneOfOptions } from '../facets-marking.ts'
import { checkOptions } from '../option/check-options.ts'
import { optionCredit } from '../option/option-credit.ts'
import { renamedCredit, renamedOptions } from '../option/renamed-options-marking.ts'
import { authoredChoice, shuffle } from '../option/shuffle-marking.ts'
import {
  comparedChoice,
  markSingleChoice,
  singleChoiceForFormRun,
  singleChoiceToPublic,
} from '../option/single-choice-marking.ts'
import type { TypeMarking } from '../type-marking.ts'

const marker = 'SITWELL-MARKING-NEVER-IN-THE-PLAYER'

const authoredQuestion = z
  .strictObject({
    type: z.literal('RADIOOTHER'),
    ...authoredQuestionFields,
    options: z.array(authoredChoice).min(1).max(1000),
    shuffle,
    /** The id of the right option, by which alone it is marked. Without it a person reads the answer. */
    key: z.string().optional(),
    credit: optionCredit,
    lineCount: z.int().min(1).max(30).default(15),
    showWordCount: z.boolean().default(false),
    /** HTML for the person who marks it: never leaves the server to a learner. */
    markingNotes: z.string().optional(),
  })
  .superRefine((question, context) =>
    checkOptions(question, question.key === undefined ? [] : [{ id: question.key, path: ['key'] }], context),
  )
export type AuthoredRadioWithOther = z.infer<typeof authoredQuestion>

/** By the option where there is a key, as a radio question; the text beside it is then not marked. Else a person reads both. */
export const radioWithOtherMarking = {
  marker,
  authoredQuestion,
  htmlFields: ['markingNotes'],
  toPublic: (question) => ({
    ...singleChoiceToPublic(question),
    lineCount: question.lineCount,
    showWordCount: question.showWordCount,
  }),
  forFormRun: singleChoiceForFormRun,
  renamed: (question, rename) => ({
    ...question,
    options: renamedOptions('options', question.options, rename),
    ...(question.key !== undefined && { key: rename('options', question.key) }),
    credit: renamedCredit(question.credit, rename),
  }),
  ...chosenByIds,
  ...notAtOnce,
  choices: oneOfOptions,
  hasKey: ({ key }) => key !== undefined,
  needsPerson: ({ key }) => key === undefined,
  compared: comparedChoice,
  mark: ({ key, ...question }, answer) => {
    if (key !== undefined) return markSingleChoice({ ...question, key }, answer)
    const isEmpty = !answer || (answer.options.length === 0 && (answer.otherText ?? '').trim() === '')
    return { score: 0, maxScore: question.marks, needsPerson: !isEmpty }
  },
} satisfies TypeMarking<AuthoredRadioWithOther>
