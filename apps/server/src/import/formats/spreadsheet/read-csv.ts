import { PackageRefused } from '../../files/package-files.ts'
import { checkSize, type TableRow } from './table.ts'

/** Programs write commas, semicolons or tabs, as the country has it: what stands most often in the first line is it. */
const separatorOf = (text: string): string => {
  const first = text.slice(0, text.indexOf('\n') < 0 ? text.length : text.indexOf('\n'))
  const count = (one: string) => first.split(one).length
  return [',', ';', '\t'].reduce((best, one) => (count(one) > count(best) ? one : best))
}

/** The quoted cell that begins at `from`, in which two quotation marks are one, and where it ends. */
const quotedCell = (text: string, from: number, place: string): { readonly cell: string; readonly end: number } => {
  const parts: string[] = []
  for (let at = from + 1; ; at += 1) {
    const end = text.indexOf('"', at)
    if (end < 0) throw new PackageRefused(place, 'A quotation mark has no end.')
    parts.push(text.slice(at, end))
    at = end + 1
    if (text.charAt(at) !== '"') return { cell: parts.join('"'), end: at }
  }
}

/** The rows of a CSV (RFC 4180) with text; a quoted cell may hold separators and lines. */
export const readCsv = (written: string, path: string): TableRow[] => {
  const text = written.replace(/^\ufeff/, '')
  const separator = separatorOf(text)
  const rows: TableRow[] = []
  let cells: string[] = []
  let line = 1
  let begins = 1
  let read = 0
  let at = 0
  const endRow = () => {
    if (cells.some((one) => one.trim() !== '')) rows.push({ number: begins, cells: cells.map((one) => ({ text: one })) })
    // Empty ones count too: a file of nothing else has an end.
    if (cells.length > 0) read += 1
    checkSize(path, read, cells.length, Math.max(0, ...cells.map((one) => one.length)))
    cells = []
    begins = line
  }
  while (at < text.length) {
    const { cell, end } = text.charAt(at) === '"' ? quotedCell(text, at, `${path} row ${begins}`) : { cell: undefined, end: at }
    // What stands behind the closing mark of a quoted one belongs to no cell.
    at = end
    while (at < text.length && text.charAt(at) !== separator && text.charAt(at) !== '\n') at += 1
    cells.push(cell ?? text.slice(end, at))
    line += cell === undefined ? 0 : cell.split('\n').length - 1
    checkSize(path, read, cells.length, 0)
    const after = text.charAt(at)
    at += 1
    if (after === '\n') {
      line += 1
      endRow()
    } else if (after === separator && at >= text.length) cells.push('')
  }
  endRow()
  return rows
}
