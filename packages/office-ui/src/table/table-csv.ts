import { cellText, type Formats } from './cell-text.ts'
import { type Column, hasFigures, type NameColumn } from './columns.ts'
import { toCsv } from './csv.ts'

/** The rows as a CSV file, exactly as they are shown: the same order, columns and texts, with those that are in the details. */
export const tableCsv = <Row>(
  nameColumn: NameColumn<Row>,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  formats: Formats,
): string =>
  toCsv(
    [nameColumn, ...columns].map(({ title }) => title),
    rows.map((row) => [
      { text: nameColumn.name(row) },
      ...columns.map((column) => ({ text: cellText(column, row, formats), isNumber: hasFigures(column) })),
    ]),
  )
