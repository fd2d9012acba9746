import { CsvRefused, parseCsv } from '../../../csv/parse-csv.ts'
import { PackageRefused } from '../../files/package-files.ts'
import { type TableRow, tableLimits } from './table.ts'

/** The rows of a CSV that have any text. */
export const readCsv = (text: string, path: string): TableRow[] => {
  try {
    return parseCsv(text, tableLimits).rows.map(({ number, cells }) => ({ number, cells: cells.map((one) => ({ text: one })) }))
  } catch (error) {
    if (!(error instanceof CsvRefused)) throw error
    throw new PackageRefused(error.row === undefined ? path : `${path} row ${error.row}`, error.message)
  }
}
