import { type Billionths, fromBillionths } from './billionths.ts'
import type { CountingMark } from './mark-that-counts.ts'

/** A question, or a part of it that is marked by itself, with the mark that counts for it. */
export interface MarkedPart {
  readonly max: Billionths
  /** What its key gives by now, of one that waits for a person: nothing, or what the fields come to that need none. */
  readonly soFar: Billionths
  readonly counting: CountingMark
}

/** What a question comes to, in marks with at most nine decimals. */
export interface QuestionMark {
  readonly score: number
  readonly maxScore: number
  readonly needsPerson: boolean
}

/**
 * What a question comes to by the marks that count for its parts: their sum, and never below 0 if there are several, so that a penalty takes
 * away nothing that other parts don't earn. A neutralised part counts neither for nor against.
 */
export const questionMark = (parts: readonly MarkedPart[]): QuestionMark => {
  const counted = parts.filter(({ counting }) => !counting.isNeutralised)
  const sum = counted.reduce(
    (total, { counting, soFar }) => total + (counting.waiting === undefined ? counting.marks : soFar),
    0,
  )
  return {
    score: fromBillionths(parts.length > 1 ? Math.max(0, sum) : sum),
    maxScore: fromBillionths(counted.reduce((total, { max }) => total + max, 0)),
    needsPerson: counted.some(({ counting }) => counting.waiting !== undefined),
  }
}
