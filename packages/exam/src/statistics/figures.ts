/** The arithmetic mean; NaN of no numbers. */
export const meanOf = (numbers: readonly number[]): number => {
  let sum = 0
  for (const one of numbers) sum += one
  return sum / numbers.length
}

/** The sample variance, with n − 1 in the denominator; NaN of fewer than two numbers. */
export const varianceOf = (numbers: readonly number[]): number => {
  if (numbers.length < 2) return Number.NaN
  const mean = meanOf(numbers)
  let sum = 0
  for (const one of numbers) sum += (one - mean) ** 2
  return sum / (numbers.length - 1)
}

/** Below this a variance is what rounding leaves of numbers that are all the same. */
const leastVariance = 1e-12

/** Pearson's correlation of two lists of the same length; undefined if the numbers of either are all the same. */
export const correlationOf = (ones: readonly number[], others: readonly number[]): number | undefined => {
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

/**
 * The fifth of each number by its rank, 0 for the lowest: a number's rank is how many are less than it, so that the same numbers are in the same fifth,
 * which is the lower one.
 */
export const fifthsOf = (numbers: readonly number[]): number[] => {
  const sorted = Float64Array.from(numbers).sort()
  const below = new Map<number, number>()
  for (let at = sorted.length - 1; at >= 0; at -= 1) below.set(sorted[at] ?? 0, at)
  return numbers.map((one) => Math.floor((5 * (below.get(one) ?? 0)) / numbers.length))
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
