import * as z from 'zod'

/**
 * How ticked options become marks.
 * - `all`: the full marks for exactly the key, else the penalty is taken off.
 * - `each`: an equal share of the marks for each right option, less the penalty for each wrong one, never below 0.
 * - `weights`: the sum of the weights of what was chosen, never below `least` nor above the question's marks.
 * An unanswered question scores 0 with each of them (`weights`: `least` where that is above 0).
 */
export const optionCredit = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('all'), penalty: z.number().nonnegative().default(0) }),
    z.strictObject({ kind: z.literal('each'), penalty: z.number().nonnegative().default(0) }),
    z.strictObject({ kind: z.literal('weights'), weights: z.record(z.string(), z.number()), least: z.number().default(0) }),
  ])
  .default({ kind: 'all', penalty: 0 })
export type OptionCredit = z.infer<typeof optionCredit>

interface Marked {
  readonly marks: number
  /** The ids of the right options. */
  readonly key: readonly string[]
  readonly credit: OptionCredit
}

/** The score of the options chosen (by id, each once). */
export const creditFor = ({ marks, key, credit }: Marked, chosen: readonly string[]): number => {
  if (chosen.length === 0) return credit.kind === 'weights' ? Math.max(0, credit.least) : 0
  const right = chosen.filter((id) => key.includes(id)).length
  const wrong = chosen.length - right
  switch (credit.kind) {
    case 'all':
      return right === key.length && wrong === 0 ? marks : 0 - credit.penalty
    case 'each':
      return Math.max(0, (key.length === 0 ? 0 : (marks * right) / key.length) - wrong * credit.penalty)
    case 'weights': {
      const sum = chosen.reduce((total, id) => total + (credit.weights[id] ?? 0), 0)
      return Math.min(marks, Math.max(credit.least, sum))
    }
  }
}
