/** Below this width (rem) the columns that don't fit are a second line of the row: on a phone nobody opens details to compare. */
const twoLinesBelowRem = 40

/** Width (rem) of the box that selects a row, and of the button for its details. */
export const edgeRem = { select: 2.25, details: 2.25 } as const

interface Fitted {
  readonly id: string
  readonly widthRem: number
  readonly priority?: 1 | 2 | 3
}

export interface Layout<Column> {
  readonly shown: readonly Column[]
  /** In the order of the columns; each row's details have them all. */
  readonly dropped: readonly Column[]
  readonly hasSecondLine: boolean
}

/**
 * Which columns fit beside the row's name. The least important goes first; of those that are equally important, the last. Nothing scrolls
 * sideways: what is out of sight there is forgotten, and a first column that stays would take half of a phone.
 */
export const fitColumns = <Column extends Fitted>(
  columns: readonly Column[],
  { availableRem, nameRem, edgesRem }: { readonly availableRem: number; readonly nameRem: number; readonly edgesRem: number },
): Layout<Column> => {
  const dropOrder = [...columns.entries()].sort(
    ([placeA, a], [placeB, b]) => (b.priority ?? 2) - (a.priority ?? 2) || placeB - placeA,
  )
  const gone = new Set<Column>()
  let neededRem = columns.reduce((total, { widthRem }) => total + widthRem, nameRem + edgesRem)
  for (const [, column] of dropOrder) {
    if (neededRem <= availableRem) break
    neededRem -= column.widthRem
    gone.add(column)
  }
  const dropped = columns.filter((column) => gone.has(column))
  return {
    shown: columns.filter((column) => !gone.has(column)),
    dropped,
    hasSecondLine: dropped.length > 0 && availableRem < twoLinesBelowRem,
  }
}
