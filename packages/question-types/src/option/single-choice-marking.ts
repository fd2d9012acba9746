import type { Answer } from '@sitwell/contract'
import { shuffled } from '@sitwell/exam/paper/shuffled'
import * as z from 'zod'
import { authoredQuestionFields, toPublicOption } from '../authored-question.ts'
import type { Mark } from '../type-marking.ts'
import { checkOptions } from './check-options.ts'
import { chosenIds } from './option-answer.ts'
import { creditFor, optionCredit } from './option-credit.ts'
import { type Rename, renamedCredit, renamedOptions } from './renamed-options-marking.ts'
import { authoredChoice, shuffle } from './shuffle-marking.ts'

/** The fields of an authored question of which one option is chosen. */
export const singleChoiceFields = {
  ...authoredQuestionFields,
  options: z.array(authoredChoice).min(1).max(1000),
  shuffle,
  /** The id of the right option; none where the question's source marks it. */
  key: z.string().default(''),
  credit: optionCredit,
}
const fields = z.object(singleChoiceFields)
type SingleChoice = z.infer<typeof fields>

export const checkSingleChoice = (question: SingleChoice, context: z.core.$RefinementCtx) =>
  checkOptions(question, [{ id: question.key, path: ['key'] }], context)

export const renamedSingleChoice = <T extends SingleChoice>(question: T, rename: Rename): T => ({
  ...question,
  options: renamedOptions('options', question.options, rename),
  key: question.key === '' ? '' : rename('options', question.key),
  credit: renamedCredit(question.credit, rename),
})

export const singleChoiceToPublic = (question: Pick<SingleChoice, 'options'>) => ({
  options: question.options.map(toPublicOption),
})

/** The order of the options for one form run, where they are shuffled. */
export const singleChoiceForFormRun = (
  { options, shuffle: isShuffled }: Pick<SingleChoice, 'options' | 'shuffle'>,
  chance: () => number,
) => (isShuffled ? { options: shuffled(options, chance).map(toPublicOption) } : {})

/** Ids in an order that doesn't depend on the one in which they were chosen, as one text; empty where there are none. */
export const comparedIds = (ids: readonly string[]): string => (ids.length === 0 ? '' : JSON.stringify([...ids].sort()))

/** A choice by the ids of what was chosen. */
export const comparedChoice = ({ options }: Pick<SingleChoice, 'options'>, answer: Answer) => [
  [comparedIds(chosenIds(options.map(toPublicOption), answer))],
]

/** More than one option is no choice of one, and scores nothing. */
export const markSingleChoice = (question: SingleChoice, answer: Answer | undefined): Mark => {
  const options = question.options.map(toPublicOption)
  const chosen = answer ? chosenIds(options, answer) : []
  const score =
    chosen.length > 1 ? 0 : creditFor({ marks: question.marks, key: [question.key], credit: question.credit }, chosen)
  return { score, maxScore: question.marks, needsPerson: false }
}
