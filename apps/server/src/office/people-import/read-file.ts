import { largestPeopleFileBytes, type PeopleField, type peopleFile } from '@sitwell/contract'
import type * as z from 'zod/mini'
import { decodeText } from '../../csv/decode-text.ts'
import { CsvRefused, type CsvRow, parseCsv } from '../../csv/parse-csv.ts'
import { type RefusedOutcome, refuse } from '../../http/refusal.ts'
import { guessColumns, wrongColumns } from './columns.ts'
import { guessDateOrder, readDate } from './read-cells.ts'

const limits = { rows: 20_001, columns: 100, cell: 1000 }

const samples = 3

export type PeopleFile = z.output<typeof peopleFile>

const invalid = (message: string, row?: number): RefusedOutcome<'INVALID_FILE'> =>
  refuse('INVALID_FILE', message, { details: [{ path: row === undefined ? 'file' : `row ${row}`, message }] })

const cellsOf = (rows: readonly CsvRow[], at: number) =>
  rows.map(({ cells }) => cells[at] ?? '').filter((one) => one.trim() !== '')

const parsed = (text: string) => {
  try {
    return { ok: true, ...parseCsv(text, limits) } as const
  } catch (error) {
    if (!(error instanceof CsvRefused)) throw error
    return invalid(error.message, error.row)
  }
}

/** Whether a spreadsheet program of today wrote the file in its own format, which is a zip archive or, in older ones, a compound file. */
const isWorkbook = (bytes: Uint8Array) => (bytes[0] === 0x50 && bytes[1] === 0x4b) || (bytes[0] === 0xd0 && bytes[1] === 0xcf)

/** The table of a file, with what each column holds. The row of the column names isn't among `rows`. */
export const readPeopleFile = ({ content, columns: chosen, dateOrder: chosenOrder }: PeopleFile) => {
  const bytes = Buffer.from(content, 'base64')
  if (bytes.length > largestPeopleFileBytes) return invalid(`The file is larger than ${largestPeopleFileBytes} bytes.`)
  if (isWorkbook(bytes)) return invalid('This is a workbook. Save it as CSV first.')
  const { text, encoding, doubtfulSample } = decodeText(bytes)
  if (text.includes('\0')) return invalid('This is not a text file.')
  const table = parsed(text)
  if (!table.ok) return table
  const [header, ...rows] = table.rows
  if (!header || rows.length === 0) return invalid('The file has no rows below the names of its columns.')
  const width = Math.min(limits.columns, Math.max(header.cells.length, ...rows.map(({ cells }) => cells.length)))
  const names = Array.from({ length: width }, (_, at) => header.cells[at]?.trim() ?? '')
  const holds: (PeopleField | null)[] = chosen ? names.map((_, at) => chosen[at] ?? null) : guessColumns(names)
  const dates = holds.flatMap((field, at) => (field === 'dateOfBirth' ? cellsOf(rows, at) : []))
  return {
    ok: true,
    encoding,
    ...(doubtfulSample !== undefined && { doubtfulSample }),
    delimiter: table.delimiter,
    columns: names.map((name, at) => ({
      name: name.slice(0, 100),
      holds: holds[at] ?? null,
      samples: cellsOf(rows, at)
        .slice(0, samples)
        .map((one) => one.slice(0, 60)),
    })),
    holds,
    wrongColumns: wrongColumns(holds),
    dateOrder: chosenOrder ?? guessDateOrder(dates),
    isDateOrderOpen: dates.some((one) => readDate(one.trim(), 'day-first') !== readDate(one.trim(), 'month-first')),
    rows,
  } as const
}
