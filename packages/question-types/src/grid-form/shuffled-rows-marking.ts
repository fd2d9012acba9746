import { shuffled } from '@sitwell/exam/paper/shuffled'
import type { GridComponent, GridRow } from './form.ts'

const shuffledComponent = (component: GridComponent, chance: () => number): GridComponent =>
  (component.kind === 'radio' || component.kind === 'dropdown') && component.shuffle
    ? { ...component, options: [...shuffled(component.options, chance)] }
    : component

/** Rows of a form for one form run: lists in an order of its own, and rows that may change places. */
export const shuffledRows = (rows: readonly GridRow[], chance: () => number): readonly GridRow[] => {
  const groups = new Map<string, readonly GridRow[]>()
  for (const name of new Set(rows.flatMap(({ shuffle }) => shuffle ?? []))) {
    const own = rows.filter(({ shuffle }) => shuffle === name)
    groups.set(name, shuffled(own, chance))
  }
  const taken = new Map<string, number>()
  return rows
    .map((row) => {
      if (row.shuffle === undefined) return row
      const at = taken.get(row.shuffle) ?? 0
      taken.set(row.shuffle, at + 1)
      return groups.get(row.shuffle)?.[at] ?? row
    })
    .map((row) => ({
      ...row,
      cells: row.cells.map((cell) => ({ ...cell, components: cell.components.map((one) => shuffledComponent(one, chance)) })),
    }))
}
