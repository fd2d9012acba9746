import { ProcessingError } from './processing-error.ts'
import type { Value } from './value.ts'

/** What binary fractions make of sums of decimals, such as 0.30000000000000004, is no mark of anybody's. */
export const tidy = (score: number): number => Math.round(score * 1e9) / 1e9 + 0

/** The number that an outcome holds; undefined for NULL. Throws a ProcessingError if it holds something else. */
export const numberIn = (outcome: Value | undefined): number | undefined => {
  if (outcome === undefined || outcome === null) return undefined
  if (outcome.cardinality !== 'single' || typeof outcome.value !== 'number' || !Number.isFinite(outcome.value))
    throw new ProcessingError('The score is not a number.')
  return tidy(outcome.value)
}
