import type * as z from 'zod'
import { checkOptions } from './check-options.ts'
import type { OptionCredit } from './option-credit.ts'

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
