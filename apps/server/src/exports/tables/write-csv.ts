import { neutralText } from '@sitwell/safe-html/spreadsheet-text'
import type { Cell, ExportTable } from './table.ts'

const quoted = (text: string): string => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const field = (cell: Cell): string => {
  if (cell === null) return ''
  return typeof cell === 'string' ? quoted(neutralText(cell)) : cell.number
}

const line = (cells: readonly Cell[]): string => `${cells.map(field).join(',')}\r\n`

/**
 * A table as CSV (RFC 4180), in pieces: commas, lines that end in CRLF, the columns' names for machines as the header, UTF-8 with the byte order mark without
 * which spreadsheets read it as another encoding. Texts that could be formulas begin with an apostrophe.
 */
export async function* csvPieces({ columns, rows }: ExportTable): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`\ufeff${line(columns.map(({ name }) => name))}`)
  for await (const some of rows) if (some.length > 0) yield Buffer.from(some.map(line).join(''))
}
