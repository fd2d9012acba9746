import type { Answer } from '@sitwell/contract'
import type * as z from 'zod'
import { toPublicOption } from '../authored-question.ts'
import type { Mark } from '../type-marking.ts'
import { checkOptions } from './check-options.ts'
import { chosenIds } from './option-answer.ts'
import { creditFor, type OptionCredit } from './option-credit.ts'
import { type Rename, renamedCredit, renamedOptions } from './renamed-options-marking.ts'

/** A question of which several options may be chosen. */
interface SeveralChoice {
  readonly options: readonly { readonly id: string; readonly text: string; readonly selected?: boolean | undefined }[]
  readonly key: readonly string[]
  readonly minOptions: number
  /** 0 for no limit. */
  readonly maxOptions: number
  readonly marks: number
  readonly credit: OptionCredit
}

/** Reports what of its options, its key and its limits can't be. */
export const checkSeveral = (question: SeveralChoice, context: z.core.$RefinementCtx): void => {
  checkOptions(
    question,
    question.key.map((id, index) => ({ id, path: ['key', index] })),
    context,
  )
  const report = (field: 'key' | 'minOptions', message: string) => context.addIssue({ code: 'custom', path: [field], message })
  const { options, key, minOptions, maxOptions } = question
  if (new Set(key).size < key.length) report('key', 'an option is named twice')
  if (minOptions > options.length) report('minOptions', 'more than there are options')
  if (maxOptions > 0 && minOptions > maxOptions) report('minOptions', 'more than maxOptions')
  if (maxOptions > 0 && key.length > maxOptions) report('key', 'more options than maxOptions lets a learner tick')
}

export const renamedSeveral = <T extends SeveralChoice>(question: T, rename: Rename): T => ({
  ...question,
  options: renamedOptions('options', question.options, rename),
  key: question.key.map((id) => rename('options', id)),
  credit: renamedCredit(question.credit, rename),
})

/** Marks an answer by the ids of its options, never by their texts: all or nothing unless `credit` sets otherwise. */
export const markSeveral = ({ marks, options, key, credit }: SeveralChoice, answer: Answer | undefined): Mark => ({
  score: creditFor({ marks, key, credit }, answer ? chosenIds(options.map(toPublicOption), answer) : []),
  maxScore: marks,
  needsPerson: false,
})
