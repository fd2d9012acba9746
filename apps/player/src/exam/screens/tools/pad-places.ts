/** Where a key stands on the pad. */
export interface PadPlace {
  readonly row: number
  readonly column: number
}

const steps: Readonly<Record<string, PadPlace>> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
}

const within = (value: number, length: number) => Math.min(Math.max(value, 0), length - 1)

/** Where an arrow key leads on a pad, which ends at its edges; undefined if the key is none. `widths` are the rows' numbers of keys. */
export const placeAfter = (widths: readonly number[], from: PadPlace, key: string): PadPlace | undefined => {
  const step = Object.hasOwn(steps, key) ? steps[key] : undefined
  if (!step) return undefined
  const row = within(from.row + step.row, widths.length)
  return { row, column: within(from.column + step.column, widths[row] ?? 1) }
}
