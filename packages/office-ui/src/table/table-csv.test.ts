import { expect, test } from 'vitest'
import type { Column } from './columns.ts'
import { tableCsv } from './table-csv.ts'

interface Row {
  readonly name: string
  readonly points: number
}
const columns: Column<Row>[] = [
  { kind: 'number', id: 'points', title: '=Points', widthRem: 5, number: ({ points }) => points },
  { kind: 'text', id: 'note', title: 'Note', widthRem: 5, text: ({ name }) => `of ${name}` },
]
const nameColumn = { id: 'name', title: 'Name', widthRem: 5, name: ({ name }: Row) => name, href: () => '#' }

test('an export has the rows in their order with every column, and a formula in a name calculates nothing', () => {
  const rows = [
    { name: '=HYPERLINK("http://evil.example")', points: -1200 },
    { name: 'مينا', points: 3 },
  ]
  expect(tableCsv(nameColumn, columns, rows, { languageCode: 'en-GB', timeZone: 'UTC' })).toBe(
    '\ufeffName,\'=Points,Note\r\n"\'=HYPERLINK(""http://evil.example"")","-1,200","of =HYPERLINK(""http://evil.example"")"\r\nمينا,3,of مينا\r\n',
  )
})
