import { titleOf } from '../../bank/bank-files.ts'
import { BankHtml } from '../../bank/bank-html.ts'
import { examOfBank } from '../../bank/read-bank.ts'
import { withHtml } from '../../bank/with-html.ts'
import { type PackageFiles, PackageRefused } from '../../files/package-files.ts'
import type { LeftOut, PackageReading } from '../../imported-package.ts'
import type { ExamSource } from '../format.ts'
import { tableText } from './decode-table.ts'
import { isWorkbook, tableFiles, workbookFile } from './detect.ts'
import { readCsv } from './read-csv.ts'
import { headerOf, readRow } from './read-row.ts'
import { readWorkbook } from './read-workbook.ts'

/** Reads tables of questions (docs/import.md). Formulas are never worked out. */
export const readSpreadsheet = (files: PackageFiles, { onItem }: ExamSource): PackageReading => {
  const lost: LeftOut[] = []
  const rowsOf = (path: string) => {
    const read = tableText(files, path)
    lost.push(...read.lost)
    return readCsv(read.text, path)
  }
  const tables = isWorkbook(files)
    ? [{ path: workbookFile, rows: readWorkbook(files) }]
    : tableFiles(files).map((path) => ({ path, rows: rowsOf(path) }))
  const rows = tables.flatMap(({ path, rows: [first, ...others] }) => {
    const header = headerOf(first)
    if (!header) throw new PackageRefused(`${path} row 1`, 'No column is called "question": the first row names the columns.')
    for (const name of header.unknown)
      lost.push({ place: path, what: `column "${name.slice(0, 80)}"`, why: 'No column is called so.' })
    return others.map((row) => ({ row, header, path }))
  })
  const { entries, used } = withHtml(
    rows,
    () => new BankHtml(files),
    ({ row, header, path }, html) => readRow(row, header, path, html),
    ({ row }) => row.cells.map((cell) => cell.text).join('\t'),
  )
  const shown = new Map([...files].filter(([path]) => used.has(path)))
  const title = isWorkbook(files) ? 'Questions' : titleOf(tables[0]?.path ?? '')
  return examOfBank(files, { format: 'spreadsheet', title, entries, shown, lost }, onItem)
}
