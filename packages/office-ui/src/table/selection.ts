/** Which rows of a table are selected. A row stays selected while the table doesn't show it, until somebody clears it. */
export interface Selection {
  readonly keys: ReadonlySet<string>
  /** The row that was last selected or cleared alone: the start of a range. */
  readonly anchor: string | undefined
}

export const noSelection: Selection = { keys: new Set(), anchor: undefined }

const withKeys = (keys: ReadonlySet<string>, changed: readonly string[], isSelected: boolean): ReadonlySet<string> => {
  const next = new Set(keys)
  for (const key of changed) {
    if (isSelected) next.add(key)
    else next.delete(key)
  }
  return next
}

/** Selects one row, or clears it. */
export const toggleRow = ({ keys }: Selection, key: string): Selection => ({
  keys: withKeys(keys, [key], !keys.has(key)),
  anchor: key,
})

/**
 * Gives every row from the anchor to `key` the state that `key` changes to. Without an anchor among the shown rows this changes one row.
 * The anchor stays, so that a range can be made longer or shorter.
 */
export const toggleRange = (selection: Selection, shown: readonly string[], key: string): Selection => {
  const { keys, anchor } = selection
  const from = anchor === undefined ? -1 : shown.indexOf(anchor)
  const to = shown.indexOf(key)
  if (from < 0 || to < 0) return toggleRow(selection, key)
  const range = shown.slice(Math.min(from, to), Math.max(from, to) + 1)
  return { keys: withKeys(keys, range, !keys.has(key)), anchor }
}

/** Selects every shown row or, if all of them are selected, clears them. Rows that aren't shown keep their state. */
export const toggleShown = (selection: Selection, shown: readonly string[]): Selection => ({
  keys: withKeys(selection.keys, shown, shownState(selection, shown) !== 'all'),
  anchor: undefined,
})

/** Clears every row that isn't shown. */
export const keepShown = ({ keys, anchor }: Selection, shown: readonly string[]): Selection => {
  const kept = new Set(shown.filter((key) => keys.has(key)))
  return { keys: kept, anchor: anchor !== undefined && shown.includes(anchor) ? anchor : undefined }
}

/** How many of the shown rows are selected. */
export const shownState = ({ keys }: Selection, shown: readonly string[]): 'none' | 'some' | 'all' => {
  const count = shown.reduce((total, key) => total + (keys.has(key) ? 1 : 0), 0)
  if (count === 0) return 'none'
  return count === shown.length ? 'all' : 'some'
}

/** How many rows an action would change, and how many of these the table doesn't show. */
export const touchedBy = (
  { keys }: Selection,
  shown: readonly string[],
): { readonly count: number; readonly hidden: number } => {
  const visible = shown.reduce((total, key) => total + (keys.has(key) ? 1 : 0), 0)
  return { count: keys.size, hidden: keys.size - visible }
}
