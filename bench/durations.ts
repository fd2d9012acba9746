/** The value below which so many of a hundred lie; 0 where there are none. */
export const percentileOf = (values: readonly number[], percent: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0
}

export const medianOf = (values: readonly number[]): number => percentileOf(values, 50)
