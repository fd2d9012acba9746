import { addRun, type Block, type Cell, type RichDocument, type Run, type Table } from './rich-document.ts'

/** Most rows and columns of a table in an answer: what is larger is a file, not writing, and would hold up every key. */
export const mostTableRows = 100
export const mostTableColumns = 20

/** A line with nothing in it. */
export const emptyBlock: Block = { kind: 'paragraph', indent: 0, runs: [] }

const emptyCell: Cell = { isHeader: false, columns: 1, rows: 1, blocks: [emptyBlock] }

/** A cell with the place at which it begins. */
interface Placed {
  readonly cell: Cell
  readonly row: number
  readonly column: number
  readonly columns: number
  readonly rows: number
}

/** How many columns from `column` on are free in a row, as far as they are asked for. */
const freeFrom = (taken: readonly Placed[], column: number, asked: number): number => {
  let free = 0
  while (free < asked && !taken[column + free]) free += 1
  return free
}

/** Marks the places of a grid that a cell takes. */
const cover = (grid: Placed[][], one: Placed): void => {
  for (const line of grid.slice(one.row, one.row + one.rows))
    for (let column = one.column; column < one.column + one.columns; column += 1) line[column] = one
}

/** Puts cells on a grid as HTML does; where two would lie over each other, or one reaches over the last row, it is made smaller. */
const placeCells = (rows: readonly (readonly Cell[])[]): Placed[] => {
  const grid: Placed[][] = rows.map(() => [])
  const placed: Placed[] = []
  for (const [row, cells] of rows.entries()) {
    const line = grid[row] ?? []
    let column = 0
    for (const cell of cells) {
      while (line[column]) column += 1
      const columns = freeFrom(line, column, Math.max(1, cell.columns))
      const one: Placed = { cell, row, column, columns, rows: Math.min(Math.max(1, cell.rows), rows.length - row) }
      cover(grid, one)
      placed.push(one)
      column += columns
    }
  }
  return placed
}

/** Rows and columns in which no cell begins are taken out: nobody could write in them. */
const withoutIdle = (placed: readonly Placed[]): Placed[] => {
  /** How many begin before a place, for each place up to `end`. */
  const countBefore = (along: 'row' | 'column', end: number): readonly number[] => {
    const begun = new Set(placed.map((one) => one[along]))
    const counts = [0]
    for (let at = 0; at < end; at += 1) counts.push((counts[at] ?? 0) + (begun.has(at) ? 1 : 0))
    return counts
  }
  const rows = countBefore('row', Math.max(0, ...placed.map((one) => one.row + one.rows)))
  const columns = countBefore('column', Math.max(0, ...placed.map((one) => one.column + one.columns)))
  const between = (counts: readonly number[], from: number, count: number) => (counts[from + count] ?? 0) - (counts[from] ?? 0)
  return placed.map((one) => ({
    cell: one.cell,
    row: between(rows, 0, one.row),
    column: between(columns, 0, one.column),
    rows: between(rows, one.row, one.rows),
    columns: between(columns, one.column, one.columns),
  }))
}

const cellOf = ({ cell, columns, rows }: Placed): Cell => ({
  ...cell,
  columns,
  rows,
  blocks: cell.blocks.length > 0 ? cell.blocks : [emptyBlock],
})

/**
 * Rows of cells as a whole grid: every place of it belongs to one cell, and every row and column has one that begins there. Undefined
 * where nothing is left, or it is larger than an answer may hold.
 */
export const gridOf = (rows: readonly (readonly Cell[])[]): Table | undefined => {
  // One that is larger by far isn't even laid out.
  if (rows.length > 2 * mostTableRows || rows.some((row) => row.length > mostTableColumns)) return undefined
  const limited = rows.map((row) => row.map((cell) => ({ ...cell, columns: Math.min(cell.columns, mostTableColumns) })))
  const cells = withoutIdle(placeCells(limited))
  const height = Math.max(0, ...cells.map((one) => one.row + one.rows))
  const width = Math.max(0, ...cells.map((one) => one.column + one.columns))
  if (height === 0 || height > mostTableRows || width > mostTableColumns) return undefined
  const grid: Placed[][] = Array.from({ length: height }, () => [])
  for (const one of cells) cover(grid, one)
  // What is missing at the end of a row, or between cells, is filled up.
  for (const [row, line] of grid.entries())
    for (let column = 0; column < width; column += 1) line[column] ??= { cell: emptyCell, row, column, columns: 1, rows: 1 }
  const begins = (row: number) => (one: Placed, column: number) => one.row === row && one.column === column
  return { kind: 'table', rows: grid.map((line, row) => line.filter(begins(row)).map(cellOf)) }
}

/** A table of empty cells, its first row the names of its columns. */
export const newTable = (rows: number, columns: number): Table => ({
  kind: 'table',
  rows: Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, () => ({ ...emptyCell, isHeader: row === 0 })),
  ),
})

const lineOfRow = (row: readonly Cell[]): Block => {
  const runs: Run[] = []
  for (const [at, { blocks }] of row.entries()) {
    if (at > 0) addRun(runs, { kind: 'text', text: ' | ' })
    for (const [index, block] of blocks.entries()) {
      if (index > 0) addRun(runs, { kind: 'text', text: ' ' })
      for (const run of block.runs) addRun(runs, run)
    }
  }
  return { kind: 'paragraph', indent: 0, runs }
}

/** The cells of a table as lines of text, a row each: where a table can't stand. */
export const linesOfRows = (rows: readonly (readonly Cell[])[]): Block[] => rows.filter((row) => row.length > 0).map(lineOfRow)

/** The document with a line before and behind each table, so that there is a place to write on at every side of it. */
export const withLinesAround = (document: RichDocument): RichDocument =>
  document.flatMap((one, at) => {
    if (one.kind !== 'table') return [one]
    const before = document[at - 1]
    return [
      ...(before && before.kind !== 'table' ? [] : [emptyBlock]),
      one,
      ...(at === document.length - 1 ? [emptyBlock] : []),
    ]
  })
