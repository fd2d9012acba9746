import type { TableCell } from './html-blocks.ts'
import type { Element } from './line-drawing.ts'
import { contentWidth, type TextStyle } from './page.ts'
import { type Column, type PageWriter, type Placed, plainRich, roomBelowHeading } from './page-writer.ts'
import { plainText } from './plain-text.ts'
import { joined, type RichText } from './rich-text.ts'
import { columnWidths, gridOf, mostColumns } from './table-layout.ts'
import { textWidths } from './text-lines.ts'

interface Cell {
  readonly rich: RichText
  readonly isHeader?: boolean
}

const answerIndent = 14
const cellPadding = 6
/** A rule stands close below a row's text. */
const rowPadding = { above: cellPadding / 2 + 1, below: cellPadding / 2 + 1 }
/** Somebody signs in the row. */
const roomyPadding = { above: 9, below: 9 }
const leastColumn = 24

const inner = ({ start, width }: Column): Column => ({ start: start + cellPadding, width: width - 2 * cellPadding })

const placeCell = (
  writer: PageWriter,
  row: Element,
  { rich, isHeader }: Cell,
  column: Column,
  scope: 'Row' | 'Column',
): Placed => {
  const { body, strong } = writer.options.styles
  const style = isHeader ? strong : body
  const tag = isHeader ? 'TH' : 'TD'
  const element = writer.element(tag, row, isHeader ? { scope } : {})
  const place = inner(column)
  return { element, tag, style, column: place, lines: writer.linesOf(rich, style, place.width) }
}

/** A table of columns that are told, each row with its header. */
export const writeFacts = (
  writer: PageWriter,
  table: {
    readonly title: string
    readonly head?: readonly Cell[] | undefined
    readonly rows: readonly (readonly Cell[])[]
    readonly widths: readonly number[]
    readonly isAnswer?: boolean
    readonly isRoomy?: boolean
    readonly continued?: string
  },
) => {
  const start = table.isAnswer ? answerIndent : 0
  const all = table.widths.reduce((sum, share) => sum + share, 0)
  let from = start
  const columns = table.widths.map((share): Column => {
    const width = ((contentWidth - start) * share) / all
    from += width
    return { start: from - width, width }
  })
  const element = writer.element('Table', undefined, { title: plainText(table.title) })
  const whole = { start, width: contentWidth - start }
  const write = (cells: readonly Cell[], scope: 'Row' | 'Column') => {
    const row = writer.element('TR', element)
    const placed = cells.map((cell, index) => placeCell(writer, row, cell, columns[index] ?? whole, scope))
    writer.columns(placed, table.isRoomy && scope === 'Row' ? roomyPadding : rowPadding)
    writer.rule(whole, scope === 'Column' ? 'head' : 'row')
    row.end()
  }
  const repeat = (continued: string) => () => {
    const { strong, quiet } = writer.options.styles
    const placed = (rich: RichText, style: TextStyle, column: Column) => {
      const place = inner(column)
      return { style, column: place, lines: writer.linesOf(rich, style, place.width) }
    }
    writer.unread([placed(plainRich(continued), quiet, whole)], { above: 0, below: cellPadding })
    writer.unread(
      (table.head ?? []).map(({ rich }, index) => placed(rich, strong, columns[index] ?? whole)),
      rowPadding,
    )
    writer.rule(whole, 'head')
  }
  const writeRows = () => {
    for (const row of table.rows) write(row, 'Row')
  }
  if (table.head) {
    writer.needs(roomBelowHeading / 2)
    write(
      table.head.map(({ rich }) => ({ rich, isHeader: true })),
      'Column',
    )
  }
  if (table.continued === undefined) writeRows()
  else writer.repeating(repeat(table.continued), writeRows)
  element.end()
  writer.skip(writer.options.styles.body.after + 2)
}

/** What a cell takes of its grid is missing in the library's options. */
const setSpan = (element: Element, { columns, rows }: TableCell) => {
  if (columns === 1 && rows === 1) return
  // Boundary: the element's own dictionary, which the library's types don't show.
  const { data } = (element as Element & { dictionary: { data: { A?: object } } }).dictionary
  data.A = { ...data.A, O: 'Table', ...(columns > 1 && { ColSpan: columns }), ...(rows > 1 && { RowSpan: rows }) }
}

/** How wide each column has to be, and how wide it needs to be at most. */
const needsOf = ({ options }: PageWriter, cells: ReturnType<typeof gridOf>['cells'], count: number) => {
  const place = {
    weight: 700,
    size: options.styles.body.size,
    width: contentWidth,
    base: options.base,
    boxSize: options.boxes.sizeOf,
  } as const
  const needs = Array.from({ length: count }, () => ({ least: leastColumn, most: leastColumn }))
  for (const { cell, column } of cells) {
    const { least, most } = textWidths(cell.rich, place)
    for (const need of needs.slice(column, column + cell.columns)) {
      need.least = Math.max(need.least, Math.min(least / cell.columns + 2 * cellPadding, contentWidth / 2))
      need.most = Math.max(need.most, need.least, most / cell.columns + 2 * cellPadding + 1)
    }
  }
  return needs
}

/** A table of some HTML, as wide as what is in it. One with more columns than a page has room for is written in lines. */
export const writeTable = (writer: PageWriter, rows: readonly (readonly TableCell[])[]) => {
  const { body } = writer.options.styles
  const { cells, columns: count } = gridOf(rows)
  if (count > mostColumns) {
    for (const row of rows)
      writer.paragraph(joined(row.flatMap(({ rich }, at) => (at === 0 ? [rich] : [{ text: '  |  ' }, rich]))), 'body')
    return
  }
  const widths = columnWidths(needsOf(writer, cells, count), contentWidth)
  const startOf = (column: number) => widths.slice(0, column).reduce((sum, width) => sum + width, 0)
  const columnOf = (column: number, span: number): Column => ({
    start: startOf(column),
    width: startOf(column + span) - startOf(column),
  })
  const table = writer.element('Table')
  const headed = rows.findIndex((row) => row.some(({ isHeader }) => !isHeader))
  const begun = Map.groupBy(cells, ({ row }) => row)
  const ended = Map.groupBy(cells, ({ cell, row }) => Math.min(rows.length, row + cell.rows) - 1)
  for (const [index] of rows.entries()) {
    const own = begun.get(index) ?? []
    const row = writer.element('TR', table)
    const isHead = index < headed || headed === -1
    const placed = own.map(({ cell, column }) => {
      const one = placeCell(writer, row, cell, columnOf(column, cell.columns), isHead ? 'Column' : 'Row')
      setSpan(one.element, cell)
      return one
    })
    writer.columns(placed, rowPadding)
    for (const { cell, column } of ended.get(index) ?? []) writer.rule(columnOf(column, cell.columns), isHead ? 'head' : 'row')
    row.end()
  }
  table.end()
  writer.skip(body.after + 2)
}
