export function whole(figure: number): string {
  return Math.round(figure).toLocaleString('en-GB')
}

export function tenths(figure: number): string {
  return figure.toFixed(1)
}

export function kilobytes(bytes: number): string {
  return `${tenths(bytes / 1000)} kB`
}

export function inSeconds(ms: number): string {
  return `${tenths(ms / 1000)} s`
}

export function inMiddleAndWorst(ms: readonly number[]): string {
  const sorted = ms.toSorted((a, b) => a - b)
  return `${tenths(sorted[Math.floor(sorted.length / 2)] ?? 0)} ms, ${tenths(sorted.at(-1) ?? 0)} ms`
}
