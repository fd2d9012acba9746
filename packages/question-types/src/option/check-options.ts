import type * as z from 'zod'
import type { AuthoredOption } from '../authored-question.ts'
import type { OptionCredit } from './option-credit.ts'

interface WithOptions {
  readonly options: readonly AuthoredOption[]
  readonly credit: OptionCredit
  /** What marks the question in place of its key. */
  readonly processing?: object | undefined
}

type Context = z.core.$RefinementCtx

/** Reports ids that stand twice, and keys and weights that name no option, each at its place. */
export const checkOptions = (
  question: WithOptions,
  key: readonly { id: string; path: (string | number)[] }[],
  context: Context,
) => {
  const ids = new Set<string>()
  for (const [index, option] of question.options.entries()) {
    if (ids.has(option.id))
      context.addIssue({ code: 'custom', path: ['options', index, 'id'], message: `duplicate id "${option.id}"` })
    ids.add(option.id)
  }
  for (const { id, path } of key) {
    if (id === '' && question.processing) continue
    if (!ids.has(id)) context.addIssue({ code: 'custom', path, message: `"${id}" is not the id of an option of this question` })
  }
  if (question.credit.kind !== 'weights') return
  for (const id of Object.keys(question.credit.weights)) {
    if (!ids.has(id))
      context.addIssue({
        code: 'custom',
        path: ['credit', 'weights', id],
        message: `"${id}" is not the id of an option of this question`,
      })
  }
}
