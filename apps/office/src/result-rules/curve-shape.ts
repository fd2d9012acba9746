/** The part that each person has of what they could have, from 0 to 1, sorted: for drawing alone, since it is rounded. */
export const sortedShares = (scores: readonly number[], maxes: readonly number[]): Float64Array =>
  Float64Array.from(scores, (score, at) => {
    const most = maxes[at] ?? 0
    return most > 0 ? Math.min(1, Math.max(0, score / most)) : 0
  }).sort()

/** How many have at least this part. */
export const atOrAbove = (sorted: Float64Array, share: number): number => {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    // A whole mark as a part of all is not exact: what differs by less than any mark is the same.
    if ((sorted[middle] ?? 0) < share - 1e-12) low = middle + 1
    else high = middle
  }
  return sorted.length - low
}

/** How many are at or above each of so many equal steps from 0 to 1. */
export const curvePoints = (sorted: Float64Array, steps: number): readonly number[] =>
  Array.from({ length: steps + 1 }, (_, at) => atOrAbove(sorted, at / steps))
