/** The order of a live table's rows, and what it leaves out of sight while it is held. */
export interface LiveOrder {
  /** Keys in the order in which they are shown. */
  readonly keys: readonly string[]
  /** Rows that are no longer in the list and stay shown until the order is released. */
  readonly gone: ReadonlySet<string>
  /** How many rows would be at another place, or go, if the order were released now. */
  readonly moves: number
}

/**
 * The order after an update. While it is held, no row moves and none goes: a press lands on the row that it was aimed at. New rows are
 * added at the end, in their own order.
 */
export const liveOrder = (shown: readonly string[], wanted: readonly string[], isHeld: boolean): LiveOrder => {
  if (!isHeld) return { keys: wanted, gone: new Set(), moves: 0 }
  const there = new Set(wanted)
  const known = new Set(shown)
  const keys = [...shown, ...wanted.filter((key) => !known.has(key))]
  const gone = new Set(shown.filter((key) => !there.has(key)))
  const moves = keys.reduce((total, key, at) => total + (gone.has(key) || wanted[at] !== key ? 1 : 0), 0)
  return { keys, gone, moves }
}
