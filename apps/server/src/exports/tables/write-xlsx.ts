import { couldBeFormula } from '@sitwell/safe-html/spreadsheet-text'
import { writeZip } from '../../organisation/export/zip-file.ts'
import type { Cell, ExportTable } from './table.ts'
import { partsOfWorkbook, pathOfSheet, sheetEnd, sheetStart, styles, withoutInvalid, xmlText } from './workbook-parts.ts'

/** What a sheet holds at most, with its header, and characters of a cell. */
const mostRows = 1_048_576
const mostCharacters = 32_767
/** Characters of a sheet's title, and what it may not have. */
const mostOfTitle = 31
const notInTitle = /[\\/?*[\]:]/g

const usualWidth = 14

/** The letters of a column, from 0: A, Z, AA. */
export const columnLetters = (index: number): string =>
  index < 26 ? String.fromCharCode(65 + index) : `${columnLetters(Math.floor(index / 26) - 1)}${columnLetters(index % 26)}`

/** A text that no cell holds ends with an ellipsis. */
const cut = (text: string): string =>
  text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters - 1).toWellFormed()}…`

const textCell = (name: string, text: string, style: number): string =>
  `<c r="${name}" t="inlineStr"${style === 0 ? '' : ` s="${style}"`}><is><t xml:space="preserve">${xmlText(cut(text))}</t></is></c>`

const cellXml = (name: string, cell: Cell): string => {
  if (cell === null) return ''
  if (typeof cell !== 'string') return `<c r="${name}"><v>${cell.number}</v></c>`
  const text = withoutInvalid(cell)
  return text === '' ? '' : textCell(name, text, couldBeFormula(text) ? styles.formula : styles.text)
}

/** The titles of this many sheets, each another one. */
export const titlesOfSheets = (title: string, count: number): string[] => {
  const plain = title.replace(notInTitle, ' ').replace(/^'|'$/g, ' ').trim() || 'Sheet'
  return Array.from({ length: count }, (_, index) => {
    const suffix = index === 0 ? '' : ` (${index + 1})`
    return `${plain
      .slice(0, mostOfTitle - suffix.length)
      .toWellFormed()
      .trimEnd()}${suffix}`
  })
}

interface Options {
  readonly isRightToLeft?: boolean
  /** Rows of a sheet with its header; what comes after them goes into another sheet. */
  readonly rowsOfSheet?: number
}

type Row = readonly Cell[]

/** Rows that come in batches, to be taken a few at a time. */
const rowSource = (rows: AsyncIterable<readonly Row[]>) => {
  const batches = rows[Symbol.asyncIterator]()
  let held: readonly Row[] = []
  let isOver = false
  /** Whether there is another row; afterwards some are held. */
  const hasMore = async (): Promise<boolean> => {
    while (held.length === 0 && !isOver) {
      const next = await batches.next()
      if (next.done) isOver = true
      else held = next.value
    }
    return held.length > 0
  }
  const take = (most: number): readonly Row[] => {
    const some = held.slice(0, most)
    held = held.slice(some.length)
    return some
  }
  return { hasMore, take }
}

/** The files of a workbook, its sheets in pieces. */
async function* workbookFiles(
  { title, columns, rows }: ExportTable,
  { isRightToLeft = false, rowsOfSheet = mostRows }: Options,
): AsyncGenerator<readonly [string, AsyncIterable<Uint8Array> | Uint8Array]> {
  const letters = columns.map((_, index) => columnLetters(index))
  const source = rowSource(rows)
  const rowXml = (cells: Row, number: number): string =>
    `<row r="${number}">${cells.map((cell, index) => cellXml(`${letters[index]}${number}`, cell)).join('')}</row>`

  async function* sheet(): AsyncGenerator<Uint8Array> {
    const widths = columns.map(({ width = usualWidth }) => width)
    const header = columns.map((column, index) => textCell(`${letters[index]}1`, column.title, styles.header)).join('')
    yield Buffer.from(`${sheetStart(widths, isRightToLeft)}<row r="1">${header}</row>`)
    let last = 1
    while (last < rowsOfSheet && (await source.hasMore())) {
      const from = last + 1
      const some = source.take(rowsOfSheet - last)
      last += some.length
      yield Buffer.from(some.map((cells, index) => rowXml(cells, from + index)).join(''))
    }
    yield Buffer.from(sheetEnd(`${letters.at(-1) ?? 'A'}${last}`))
  }

  let sheets = 0
  do {
    sheets += 1
    yield [pathOfSheet(sheets), sheet()]
  } while (await source.hasMore())
  for (const [path, xml] of partsOfWorkbook(titlesOfSheets(title, sheets))) yield [path, Buffer.from(xml)]
}

/**
 * Writes a table as a workbook (XLSX), a few rows at a time, with the columns' titles for people. A text is a cell of text whatever it begins with, and one
 * that could be a formula is marked as text, so that it stays one when somebody edits it. Rejects with `ArchiveTooLarge` over four gigabytes.
 */
export const writeXlsx = (path: string, table: ExportTable, options: Options = {}): Promise<void> =>
  writeZip(path, workbookFiles(table, options))
