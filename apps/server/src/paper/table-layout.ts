import type { TableCell } from './html-blocks.ts'

/** A cell at its place in the grid of its table. */
export interface GridCell {
  readonly cell: TableCell
  readonly row: number
  readonly column: number
}

/** More columns than this have no room on a page. */
export const mostColumns = 16

/** Puts cells into a grid, as HTML counts columns: those that a cell above reaches into are taken. */
export const gridOf = (rows: readonly (readonly TableCell[])[]) => {
  const cells: GridCell[] = []
  const takenUntil: number[] = []
  let columns = 0
  for (const [row, given] of rows.entries()) {
    let column = 0
    for (const cell of given) {
      while ((takenUntil[column] ?? 0) > row) column += 1
      cells.push({ cell, row, column })
      for (let at = 0; at < cell.columns; at += 1) takenUntil[column + at] = Math.min(rows.length, row + cell.rows)
      column += cell.columns
      columns = Math.max(columns, column)
    }
  }
  return { cells, columns }
}

/** What a column needs for its widest word, and for its longest line. */
export interface ColumnNeed {
  readonly least: number
  readonly most: number
}

/** Widths of columns: as wide as their lines where all fit, otherwise by what they need, and never more in all than there is. */
export const columnWidths = (needs: readonly ColumnNeed[], room: number): number[] => {
  const sum = (of: (need: ColumnNeed) => number) => needs.reduce((all, need) => all + of(need), 0)
  const [least, most] = [sum((need) => need.least), sum((need) => Math.min(need.most, room))]
  if (most <= room) return needs.map((need) => Math.min(need.most, room))
  if (least >= room) return needs.map((need) => (need.least / least) * room)
  const share = (room - least) / (most - least)
  return needs.map((need) => need.least + (Math.min(need.most, room) - need.least) * share)
}
