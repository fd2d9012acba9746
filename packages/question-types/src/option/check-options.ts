import type * as z from 'zod'
import type { AuthoredOption } from '../authored-question.ts'
import { reportTo, reportTwice } from './check-ids.ts'
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
  const report = reportTo(context)
  const ids = question.options.map(({ id }) => id)
  reportTwice(ids, ['options'], report)
  for (const { id, path } of key) {
    if (id === '' && question.processing) continue
    if (!ids.includes(id)) report(path, `"${id}" is not the id of an option of this question`)
  }
  if (question.credit.kind !== 'weights') return
  for (const id of Object.keys(question.credit.weights)) {
    if (!ids.includes(id)) report(['credit', 'weights', id], `"${id}" is not the id of an option of this question`)
  }
}
