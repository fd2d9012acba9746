import { shuffled } from '@sitwell/exam/paper/shuffled'
import * as z from 'zod'
import { authoredQuestionFields, toPublicOption } from '../authored-question.ts'
import { chosenByIds, markedByKey } from '../facets-marking.ts'
import { optionCredit } from '../option/option-credit.ts'
import { checkSeveral, markSeveral, renamedSeveral } from '../option/several-choice-marking.ts'
import { authoredChoice, shuffle } from '../option/shuffle-marking.ts'
import { comparedChoice } from '../option/single-choice-marking.ts'
import type { TypeMarking } from '../type-marking.ts'

const marker = 'SITWELL-MARKING-NEVER-IN-THE-PLAYER'

const authoredQuestion = z
  .strictObject({
    type: z.literal('MULTICHOICE'),
    ...authoredQuestionFields,
    options: z.array(authoredChoice).min(1).max(1000),
    shuffle,
    /** The ids of the right options; none where ticking nothing is right. */
    key: z.array(z.string()),
    minOptions: z.int().nonnegative().default(0),
    /** 0 for no limit. */
    maxOptions: z.int().nonnegative().default(0),
    credit: optionCredit,
    /** A place beside the tick boxes, to which options can be dragged. */
    dragAndDrop: z.boolean().default(false),
  })
  .superRefine(checkSeveral)
export type AuthoredMultipleChoice = z.infer<typeof authoredQuestion>

/** All or nothing unless `credit` says otherwise; by the options' ids, never by their texts. */
export const multipleChoiceMarking = {
  marker,
  authoredQuestion,
  ...chosenByIds,
  ...markedByKey,
  choices: { isSingle: () => false, of: ({ options }) => options, most: ({ maxOptions }) => maxOptions || undefined },
  hasKey: ({ key }) => key.length > 0,
  htmlFields: [],
  toPublic: ({ options, minOptions, maxOptions, dragAndDrop }) => ({
    options: options.map(toPublicOption),
    minOptions,
    maxOptions,
    dragAndDrop,
  }),
  forFormRun: ({ options, shuffle: isShuffled }, chance) =>
    isShuffled ? { options: shuffled(options, chance).map(toPublicOption) } : {},
  renamed: renamedSeveral,
  compared: comparedChoice,
  mark: markSeveral,
} satisfies TypeMarking<AuthoredMultipleChoice>
