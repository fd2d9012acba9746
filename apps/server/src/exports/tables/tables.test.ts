import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DOMParser, type Document } from '@xmldom/xmldom'
import fc from 'fast-check'
import { strFromU8, unzipSync } from 'fflate'
import Papa from 'papaparse'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cell, type ExportTable, exactMarks, momentIn } from './table.ts'
import { csvPieces } from './write-csv.ts'
import { columnLetters, titlesOfSheets, writeXlsx } from './write-xlsx.ts'

let folder: string
let files = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tables-'))
})
afterAll(() => rm(folder, { recursive: true }))

const tableOf = (rows: readonly (readonly Cell[])[], batch = 3): ExportTable => ({
  title: 'Results',
  columns: [
    { name: 'name', title: 'Naam' },
    { name: 'marks', title: '=Marks' },
  ],
  rows: (async function* () {
    for (let from = 0; from < rows.length; from += batch) yield rows.slice(from, from + batch)
  })(),
})

const csvOf = async (table: ExportTable): Promise<string> => {
  const pieces: Uint8Array[] = []
  for await (const piece of csvPieces(table)) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

const xml = (text: string): Document =>
  new DOMParser({ onError: (level, message) => level !== 'warning' && expect.unreachable(message) }).parseFromString(
    text,
    'text/xml',
  )

/** The texts of a workbook's cells by an unzip and a parser of XML that it wasn't written by, with each cell's kind. */
const sheetsOf = async (table: ExportTable, options?: Parameters<typeof writeXlsx>[2]) => {
  files += 1
  const path = join(folder, `${files}.xlsx`)
  await writeXlsx(path, table, options)
  const entries = unzipSync(await readFile(path))
  const sheets = Object.keys(entries).filter((name) => name.startsWith('xl/worksheets/'))
  return {
    entries,
    sheets: sheets.map((name) =>
      [...xml(strFromU8(entries[name] ?? new Uint8Array())).getElementsByTagName('row')].map((row) =>
        [...row.getElementsByTagName('c')].map((cell) => ({
          at: cell.getAttribute('r'),
          kind: cell.getAttribute('t') ?? 'n',
          style: cell.getAttribute('s'),
          text: cell.textContent ?? '',
          isFormula: cell.getElementsByTagName('f').length > 0,
        })),
      ),
    ),
  }
}

const formulas = ['=1+1', '+1', '-1+A1', '@SUM(A1)', '\tx', '\rx', '＝1', '=HYPERLINK("http://x","y")']

// OFFICE-408
test('a zero is a zero and nothing is an empty cell, in both forms', async () => {
  const rows = [
    ['Ada', exactMarks(0)],
    ['Bo', null],
    ['Cy', exactMarks(-500_000_000)],
  ] as const
  expect(await csvOf(tableOf(rows))).toBe('\ufeffname,marks\r\nAda,0\r\nBo,\r\nCy,-0.5\r\n')
  const { sheets } = await sheetsOf(tableOf(rows))
  expect(sheets[0]?.slice(1).map((row) => row.map(({ at, kind, text }) => [at, kind, text]))).toEqual([
    [
      ['A2', 'inlineStr', 'Ada'],
      ['B2', 'n', '0'],
    ],
    [['A3', 'inlineStr', 'Bo']],
    [
      ['A4', 'inlineStr', 'Cy'],
      ['B4', 'n', '-0.5'],
    ],
  ])
})

test('what could be a formula is a text: behind an apostrophe in CSV, and marked as one in a workbook', async () => {
  const rows = formulas.map((one): Cell[] => [one, null])
  const read = Papa.parse<string[]>((await csvOf(tableOf(rows))).slice(1), { skipEmptyLines: true }).data
  expect(read.slice(1).map(([first]) => first)).toEqual(formulas.map((one) => `'${one}`))
  const { sheets } = await sheetsOf(tableOf(rows))
  const cells = (sheets[0] ?? []).flat()
  expect(cells.every(({ kind, isFormula }) => kind === 'inlineStr' && !isFormula)).toBe(true)
  expect(cells.slice(2).map(({ text, style }) => [text, style])).toEqual(formulas.map((one) => [one, '2']))
})

test('a text that begins like a formula after a control character is marked as text in a workbook', async () => {
  const hidden = ['\u0000=1+1', '\u0001+1', '\ufffe@SUM(A1)']
  const { sheets } = await sheetsOf(tableOf(hidden.map((one): Cell[] => [one, null])))
  expect(
    (sheets[0] ?? [])
      .flat()
      .slice(2)
      .map(({ text, style }) => [text, style]),
  ).toEqual([
    ['=1+1', '2'],
    ['+1', '2'],
    ['@SUM(A1)', '2'],
  ])
})

const texts = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({
    unit: fc.constantFrom(
      '<',
      '&',
      '"',
      ']',
      '>',
      '\n',
      '\r',
      '\u0085',
      '\u2028',
      ' ',
      '_x0041_',
      '_',
      'é',
      '😀',
      '\u0001',
      '\ud800',
    ),
  }),
)

test('whatever a text is, readers of other makers find it in the right cell', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(texts, { maxLength: 20 }), fc.integer({ min: 1, max: 7 }), async (some, batch) => {
      const rows = some.map((text, index): Cell[] => [text, exactMarks(index)])
      const csv = Papa.parse<string[]>((await csvOf(tableOf(rows, batch))).slice(1), { delimiter: ',', newline: '\r\n' }).data
      expect(csv.slice(1, -1).map(([first]) => first?.replace(/^'(?=[=+\-@\t\r\n])/, ''))).toEqual(
        some.map((text) => Buffer.from(text).toString().replaceAll('\0', '')),
      )
      const { sheets } = await sheetsOf(tableOf(rows, batch))
      const shown = (sheets[0] ?? []).slice(1).map((row) => row.find(({ kind }) => kind === 'inlineStr')?.text ?? '')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has none of them
      const asXml = (text: string) => text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      expect(shown.map((text) => text.replaceAll('_x005F_', '_'))).toEqual(some.map(asXml))
    }),
    { numRuns: 60 },
  )
})

test('marks have all their digits and no others', () => {
  void fc.assert(
    fc.property(fc.integer({ min: -4_000_000_000_000_000, max: 4_000_000_000_000_000 }), (billionths) => {
      const { number } = exactMarks(billionths)
      const [, sign = '', units = '', decimals = ''] = /^(-?)(\d+)(?:\.(\d{0,8}[1-9]))?$/.exec(number) ?? []
      const read = BigInt(units) * 1_000_000_000n + BigInt(decimals.padEnd(9, '0'))
      expect(sign === '' ? read : -read).toBe(BigInt(billionths))
    }),
  )
  expect([0, 300_000_000, 2_333_333_333].map((one) => exactMarks(one).number)).toEqual(['0', '0.3', '2.333333333'])
})

test('rows that a sheet does not hold go into another one with a header of its own, and nothing is lost', async () => {
  const rows = Array.from({ length: 8 }, (_, index): Cell[] => [`Row ${index}`, exactMarks(index * 1_000_000_000)])
  for (const [rowsOfSheet, lengths] of [
    [5, [5, 5]],
    [4, [4, 4, 3]],
    [9, [9]],
  ] as const) {
    const { sheets, entries } = await sheetsOf(tableOf(rows), { rowsOfSheet })
    expect(sheets.map((sheet) => sheet.length)).toEqual(lengths)
    expect(sheets.flatMap((sheet) => sheet.slice(1).map((row) => row[0]?.text))).toEqual(rows.map(([name]) => name))
    const workbook = xml(strFromU8(entries['xl/workbook.xml'] ?? new Uint8Array()))
    expect([...workbook.getElementsByTagName('sheet')].map((one) => one.getAttribute('name'))).toEqual(
      ['Results', 'Results (2)', 'Results (3)'].slice(0, lengths.length),
    )
  }
  expect((await sheetsOf(tableOf([]))).sheets.map((sheet) => sheet.length)).toEqual([1])
})

test('a failure while rows are read fails the file', async () => {
  const rows = (async function* (): AsyncGenerator<Cell[][]> {
    yield [['Ada', null]]
    throw new Error('the database is gone')
  })()
  await expect(writeXlsx(join(folder, 'failed.xlsx'), { ...tableOf([]), rows })).rejects.toThrow('the database is gone')
  await writeFile(join(folder, 'there.xlsx'), '')
  await expect(writeXlsx(join(folder, 'there.xlsx'), tableOf([]))).rejects.toThrow('EEXIST')
})

test('a text longer than a cell is cut in a workbook alone', async () => {
  const long = 'x'.repeat(40_000)
  expect(await csvOf(tableOf([[long, null]]))).toContain(long)
  const { sheets } = await sheetsOf(tableOf([[long, null]]))
  expect(sheets[0]?.[1]?.[0]?.text).toBe(`${'x'.repeat(32_766)}…`)
})

test('columns have letters, and sheets titles that a workbook takes', () => {
  expect([0, 25, 26, 51, 52, 701, 702].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA'])
  expect(titlesOfSheets("'a/b[c]*", 1)).toEqual(['a b c'])
  const long = titlesOfSheets('A very long title of a delivery in May', 2)
  expect(new Set(long).size).toBe(2)
  expect(long.every((title) => title.length <= 31)).toBe(true)
  expect(titlesOfSheets('  ', 1)).toEqual(['Sheet'])
})

test('a moment is told in its zone, with the difference that holds on that day', () => {
  const [winter, summer] = [Date.UTC(2026, 11, 3, 9, 30), Date.UTC(2026, 6, 3, 9, 30, 5)]
  expect([winter, summer].map((at) => momentIn('Europe/London', at))).toEqual([
    '2026-12-03T09:30:00+00:00',
    '2026-07-03T10:30:05+01:00',
  ])
  expect([momentIn('Asia/Kathmandu', winter), momentIn('UTC', null)]).toEqual(['2026-12-03T15:15:00+05:45', null])
})
