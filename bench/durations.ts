/** The value below which this many of a hundred lie; 0 if there are none. */
export const percentileOf = (values: readonly number[], percent: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0
}

export const medianOf = (values: readonly number[]): number => percentileOf(values, 50)

/** Seconds that something takes which is done at once. */
export const secondsOf = (act: () => void): number => {
  const from = performance.now()
  act()
  return (performance.now() - from) / 1000
}
