/** The arithmetic mean; NaN of no numbers. */
export const meanOf = (numbers: ArrayLike<number>): number => {
  let sum = 0
  for (let at = 0; at < numbers.length; at += 1) sum += numbers[at] ?? 0
  return sum / numbers.length
}

/** The sample variance, with n − 1 in the denominator; NaN of fewer than two numbers. */
export const varianceOf = (numbers: ArrayLike<number>): number => {
  if (numbers.length < 2) return Number.NaN
  const mean = meanOf(numbers)
  let sum = 0
  for (let at = 0; at < numbers.length; at += 1) sum += ((numbers[at] ?? 0) - mean) ** 2
  return sum / (numbers.length - 1)
}

/** Below this a variance is what rounding leaves of numbers that are all the same. */
const leastVariance = 1e-12

/** Pearson's correlation of two lists of the same length; undefined if the numbers of either are all the same. */
export const correlationOf = (ones: ArrayLike<number>, others: ArrayLike<number>): number | undefined => {
  const [meanOne, meanOther] = [meanOf(ones), meanOf(others)]
  let [products, squaresOne, squaresOther] = [0, 0, 0]
  for (let at = 0; at < ones.length; at += 1) {
    const one = (ones[at] ?? 0) - meanOne
    const other = (others[at] ?? 0) - meanOther
    products += one * other
    squaresOne += one * one
    squaresOther += other * other
  }
  if (!(squaresOne > leastVariance && squaresOther > leastVariance)) return undefined
  return Math.min(1, Math.max(-1, products / Math.sqrt(squaresOne * squaresOther)))
}

/** The place of each number among the different numbers, 0 for the lowest. */
export const ranksOf = (numbers: ArrayLike<number>): Int32Array => {
  const rankOf = new Map([...new Set(Float64Array.from(numbers).sort())].map((one, rank) => [one, rank]))
  return Int32Array.from(numbers, (one) => rankOf.get(one) ?? 0)
}

/**
 * The fifth of each person, 0 for the lowest, by the ranks of their totals ({@link ranksOf}, also of more people than these): by how many have a lower rank,
 * so that the same totals are in the same fifth, which is the lower one.
 */
export const fifthsOf = (ranks: Int32Array): Uint8Array => {
  const withRank = new Int32Array(ranks.reduce((most, rank) => Math.max(most, rank + 1), 0))
  for (const rank of ranks) withRank[rank] = (withRank[rank] ?? 0) + 1
  let below = 0
  const fifthOfRank = withRank.map((people) => {
    const fifth = Math.floor((5 * below) / ranks.length)
    below += people
    return fifth
  })
  return Uint8Array.from(ranks, (rank) => fifthOfRank[rank] ?? 0)
}

/** Lower quartile, median and upper quartile, with linear interpolation between ranks (type 7 of Hyndman and Fan, 1996); NaN of no numbers. */
export const quartilesOf = (numbers: readonly number[]): readonly [number, number, number] => {
  const sorted = Float64Array.from(numbers).sort()
  const at = (share: number): number => {
    const place = share * (sorted.length - 1)
    const below = sorted[Math.floor(place)] ?? Number.NaN
    const above = sorted[Math.ceil(place)] ?? Number.NaN
    return below + (place - Math.floor(place)) * (above - below)
  }
  return [at(0.25), at(0.5), at(0.75)]
}
