import * as z from 'zod'
import type { Mark } from '../type-marking.ts'

/**
 * How pairs, cells or blanks become marks.
 * - `each`: an equal share of the marks for each right one, less the penalty for each wrong one, never below 0.
 * - `all`: the full marks where all are right, else the penalty is taken off.
 * What was left empty costs no penalty.
 */
export const gapCredit = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('each'), penalty: z.number().nonnegative().default(0) }),
    z.strictObject({ kind: z.literal('all'), penalty: z.number().nonnegative().default(0) }),
  ])
  .default({ kind: 'each', penalty: 0 })
export type GapCredit = z.infer<typeof gapCredit>

/** A pair, a cell or a blank as it was answered. */
export type GapState = 'right' | 'wrong' | 'empty'

export const markGaps = ({ marks, credit }: { marks: number; credit: GapCredit }, gaps: readonly GapState[]): Mark => {
  const right = gaps.filter((state) => state === 'right').length
  const wrong = gaps.filter((state) => state === 'wrong').length
  const scoreOfAll = () => {
    if (right === gaps.length) return marks
    return right + wrong === 0 ? 0 : 0 - credit.penalty
  }
  const score =
    credit.kind === 'all' ? scoreOfAll() : Math.max(0, (marks * right) / Math.max(1, gaps.length) - wrong * credit.penalty)
  return { score, maxScore: marks, needsPerson: false }
}
