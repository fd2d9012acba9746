import type { Billionths } from '../marks-ledger/billionths.ts'
import type { Share } from './result-rules.ts'

/** What somebody has of what they could have. */
export interface Marks {
  readonly score: Billionths
  readonly max: Billionths
}

/** Compares two products exactly: below 0 if `a * b` is less than `c * d`, 0 if they are the same. All four are whole numbers. */
export const compareProducts = (a: number, b: number, c: number, d: number): number => {
  const [one, other] = [a * b, c * d]
  if (Number.isSafeInteger(one) && Number.isSafeInteger(other)) return one - other
  const [exactOne, exactOther] = [BigInt(a) * BigInt(b), BigInt(c) * BigInt(d)]
  if (exactOne === exactOther) return 0
  return exactOne < exactOther ? -1 : 1
}

/** Whether marks are at least a share of what could be had, exactly: who has just that much has it. Where nothing could be had, it is nothing. */
export const reaches = ({ score, max }: Marks, { marks, of }: Share): boolean =>
  max > 0 ? compareProducts(score, of, marks, max) >= 0 : marks === 0

/** Compares what two people have of what each of them could have, exactly: below 0 if the first has the smaller part. */
export const compareMarks = (one: Marks, other: Marks): number => {
  const [first, second] = [one, other].map((marks) => (marks.max > 0 ? marks : { score: 0, max: 1 }))
  return first && second ? compareProducts(first.score, second.max, second.score, first.max) : 0
}

/** Which of two shares is the larger one, exactly: for sorting, the smaller first. */
export const compareShares = (one: Share, other: Share): number => compareProducts(one.marks, other.of, other.marks, one.of)

const floorOf = (dividend: bigint, divisor: bigint): bigint => {
  const quotient = dividend / divisor
  return dividend % divisor < 0n ? quotient - 1n : quotient
}

/** How many percent marks are, rounded once, half up, to two decimals; 0 if nothing could be had. The same as `percentOfMarks` of the marks. */
export const percentOf = ({ score, max }: Marks): number => {
  if (max <= 0) return 0
  const most = BigInt(max)
  return Number(floorOf(BigInt(score) * 20_000n + most, most * 2n)) / 100
}
