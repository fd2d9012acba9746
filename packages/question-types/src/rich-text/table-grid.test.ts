import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyRows } from '../testing/arbitrary-document.ts'
import type { Cell } from './rich-document.ts'
import { gridOf, linesOfRows, mostTableRows, newTable } from './table-grid.ts'

/** How often each place of a table is covered by a cell, as a browser lays it out. */
const coverage = (rows: readonly (readonly Cell[])[]): number[][] => {
  const covered: number[][] = rows.map(() => [])
  for (const [row, cells] of rows.entries()) {
    let column = 0
    for (const cell of cells) {
      while (covered[row]?.[column]) column += 1
      for (let below = row; below < row + cell.rows; below += 1)
        for (let at = column; at < column + cell.columns; at += 1) {
          const line = covered[below]
          if (line) line[at] = (line[at] ?? 0) + 1
        }
      column += cell.columns
    }
  }
  return covered
}

test('whatever rows are read, a table covers each place of its grid once, and begins a cell in each row', () => {
  fc.assert(
    fc.property(anyRows, (rows) => {
      const table = gridOf(rows)
      if (!table) {
        expect(rows.flat()).toEqual([])
        return
      }
      const covered = coverage(table.rows)
      const width = covered[0]?.length ?? 0
      for (const line of covered) expect(line).toEqual(Array.from({ length: width }, () => 1))
      expect(table.rows.every((row) => row.length > 0)).toBe(true)
      // Nothing that was written is lost, and a table that is one stays as it is.
      const cellsOf = (all: readonly (readonly Cell[])[]) =>
        all
          .flat()
          .map(({ blocks }) => blocks)
          .filter((blocks) => blocks.some(({ runs }) => runs.length > 0))
      expect(cellsOf(table.rows)).toEqual(cellsOf(rows))
      expect(gridOf(table.rows)).toEqual(table)
    }),
  )
})

test('a table that is too large is none, and its rows are lines', () => {
  expect(gridOf(newTable(mostTableRows, 20).rows)).toBeDefined()
  expect(gridOf(newTable(mostTableRows + 1, 1).rows)).toBeUndefined()
  expect(gridOf(newTable(1, 21).rows)).toBeUndefined()
  expect(gridOf([])).toBeUndefined()
  expect(linesOfRows(newTable(2, 2).rows)).toEqual(
    [1, 2].map(() => ({ kind: 'paragraph', indent: 0, runs: [{ kind: 'text', text: ' | ' }] })),
  )
})
