/** Marks are exact to nine places, where marking rounds (decision 56): they are added up as whole billionths. */
const billionths = 1_000_000_000

const toBillionths = (marks: number): bigint => BigInt(Math.round(marks * billionths))

/** The sum of marks, free of what binary fractions would make of it: the same in whatever order they come, up to a million marks. Throws if one is no finite number. */
export const sumOfMarks = (marks: readonly number[]): number =>
  Number(marks.reduce((total, one) => total + toBillionths(one), 0n)) / billionths

/** Down to a whole number, below 0 too. */
const floorOf = (dividend: bigint, divisor: bigint): bigint => {
  const quotient = dividend / divisor
  return dividend % divisor < 0n ? quotient - 1n : quotient
}

/**
 * How many percent a score is, with at most two decimals; 0 if nothing could be scored. The one place at which a result is rounded, by the
 * rule *half up*: what lies in the middle goes up. Throws if one is no finite number.
 */
export const percentOfMarks = (score: number, maxScore: number): number => {
  const most = toBillionths(maxScore)
  if (most <= 0n) return 0
  return Number(floorOf(toBillionths(score) * 20_000n + most, most * 2n)) / 100
}
