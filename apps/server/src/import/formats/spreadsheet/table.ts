import { PackageRefused } from '../../files/package-files.ts'

/** A row of a table: its number as programs show it, and what its cells hold. */
export interface TableRow {
  readonly number: number
  readonly cells: readonly Cell[]
}

/** A cell, as its sheet shows it; `isFormula` where what it shows is reckoned, which nothing here does. */
export interface Cell {
  readonly text: string
  /** Of a number, whatever it is shown as. */
  readonly value?: number
  /** It is shown as a date or a time. */
  readonly isDate?: boolean
  /** Why it may be shown otherwise elsewhere: by the country of whoever opens it, or by a format that isn't known here. */
  readonly doubt?: 'country' | 'format'
  readonly isFormula?: boolean
}

/** What a table may be at most. */
export const tableLimits = { rows: 20_001, columns: 200, cell: 100_000 } as const

export const checkSize = (path: string, row: number, cells: number, longest: number): void => {
  if (row > tableLimits.rows) throw new PackageRefused(path, `It has more than ${tableLimits.rows - 1} rows.`)
  if (cells > tableLimits.columns)
    throw new PackageRefused(`${path} row ${row}`, `It has more than ${tableLimits.columns} columns.`)
  if (longest > tableLimits.cell)
    throw new PackageRefused(`${path} row ${row}`, `A cell has more than ${tableLimits.cell} characters.`)
}
