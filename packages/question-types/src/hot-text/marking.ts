import * as z from 'zod'
import { authoredOption, authoredQuestionFields, toPublicOption } from '../authored-question.ts'
import { chosenByIds, markedByKey } from '../facets-marking.ts'
import { reportTo } from '../option/check-ids.ts'
import { optionCredit } from '../option/option-credit.ts'
import { checkSeveral, markSeveral, renamedSeveral } from '../option/several-choice-marking.ts'
import { comparedChoice } from '../option/single-choice-marking.ts'
import type { TypeMarking } from '../type-marking.ts'
import { withPassages } from './tokens.ts'

const marker = 'SITWELL-MARKING-NEVER-IN-THE-PLAYER'

const authoredQuestion = z
  .strictObject({
    type: z.literal('HOTTEXT'),
    ...authoredQuestionFields,
    /** The passages that may be chosen: `[H1]` in the text represents the first of them. */
    options: z.array(authoredOption).min(1).max(200),
    /** The ids of the right passages; none if choosing nothing is right. */
    key: z.array(z.string()),
    minOptions: z.int().nonnegative().default(0),
    /** 1: another passage takes the place of the one that is chosen. 0 for no limit. */
    maxOptions: z.int().nonnegative().default(0),
    credit: optionCredit,
  })
  .superRefine((question, context) => {
    checkSeveral(question, context)
    const report = reportTo(context)
    const found: number[] = []
    withPassages(question.text.replace(/<[^<>]*>/g, '<>'), (at) => {
      found.push(at)
      return undefined
    })
    for (const at of new Set(found)) {
      if (!question.options[at]) report(['text'], `there is no option for [H${at + 1}]`)
      if (found.filter((one) => one === at).length > 1) report(['text'], `[H${at + 1}] is there twice`)
    }
    for (const at of question.options.keys())
      if (!found.includes(at)) report(['options', at], `[H${at + 1}] is not in the text`)
  })
export type AuthoredHotText = z.infer<typeof authoredQuestion>

/** As a multiple choice: by the ids of the passages, all or nothing unless `credit` says otherwise. */
export const hotTextMarking = {
  marker,
  authoredQuestion,
  ...chosenByIds,
  ...markedByKey,
  bracketsAreBlanks: true,
  choices: {
    isSingle: ({ maxOptions }) => maxOptions === 1,
    of: ({ options }) => options,
    most: ({ maxOptions }) => maxOptions || undefined,
  },
  hasKey: ({ key }) => key.length > 0,
  htmlFields: [],
  toPublic: ({ options, minOptions, maxOptions }) => ({ options: options.map(toPublicOption), minOptions, maxOptions }),
  renamed: renamedSeveral,
  compared: comparedChoice,
  mark: markSeveral,
} satisfies TypeMarking<AuthoredHotText>
