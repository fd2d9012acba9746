import Papa from 'papaparse'

/** A row of a table: its number as spreadsheet programs show it (the first is 1), and the texts of its cells. */
export interface CsvRow {
  readonly number: number
  readonly cells: readonly string[]
}

export interface CsvTable {
  /** The delimiter that was found: comma, semicolon, tab or vertical bar. */
  readonly delimiter: string
  /** The rows that have any text. */
  readonly rows: readonly CsvRow[]
}

/** Why a file is no table, or a larger one than is read. `row`: the number of the row, if it is in one. */
export class CsvRefused extends Error {
  readonly row: number | undefined
  constructor(message: string, row?: number) {
    super(message)
    this.row = row
  }
}

/** What a table may be at most: `rows` with its header, `columns`, and `cell` as characters of one cell. */
export interface CsvLimits {
  readonly rows: number
  readonly columns: number
  readonly cell: number
}

const delimiters = [',', ';', '\t', '|']

/** Spreadsheet programs write the delimiter of their country and don't name it: the header shows it, because names of columns hold none. */
const delimiterOf = (text: string): string => {
  const { data } = Papa.parse<string[]>(text, { delimiter: '\u0000', quoteChar: '\u0000', newline: '\n', preview: 1 })
  const header = data[0]?.[0] ?? ''
  const count = (one: string) =>
    Papa.parse<string[]>(header, { delimiter: one, newline: '\n', preview: 1 }).data[0]?.length ?? 0
  return delimiters.reduce((best, one) => (count(one) > count(best) ? one : best))
}

/**
 * Reads a CSV (RFC 4180): a quoted cell may hold delimiters, line ends and doubled quotation marks. Throws `CsvRefused` if a quotation mark
 * has no end or the table is larger than `limits`.
 */
export const parseCsv = (text: string, limits: CsvLimits): CsvTable => {
  const delimiter = delimiterOf(text)
  const rows: CsvRow[] = []
  let number = 0
  let refused: CsvRefused | undefined
  Papa.parse<string[]>(text, {
    delimiter,
    newline: '\n',
    step: ({ data: cells, errors }, parser) => {
      number += 1
      if (number > limits.rows) refused = new CsvRefused(`It has more than ${limits.rows - 1} rows.`)
      else if (cells.length > limits.columns) refused = new CsvRefused(`It has more than ${limits.columns} columns.`, number)
      else if (cells.some((one) => one.length > limits.cell))
        refused = new CsvRefused(`A cell has more than ${limits.cell} characters.`, number)
      else if (errors.some(({ code }) => code === 'MissingQuotes'))
        refused = new CsvRefused('A quotation mark has no end, or text follows it.', number)
      if (refused) parser.abort()
      else if (cells.some((one) => one.trim() !== '')) rows.push({ number, cells })
    },
  })
  if (refused) throw refused
  return { delimiter, rows }
}
