import type { Block, Cell, Table } from './rich-document.ts'
import { gridOf, linesOfRows } from './table-grid.ts'

export const isCell = (name: string | undefined): boolean => name === 'td' || name === 'th'
export const tableParts = /^(table|thead|tbody|tfoot|tr|td|th)$/

/** Where what is read goes: the document, or a cell. */
interface Place {
  readonly blocks: (Block | Table)[]
  /** The lists that are open in it, the outermost first. */
  readonly lists: ('bullet' | 'number')[]
}

interface OpenTable {
  readonly rows: Cell[][]
  readonly outer: Place
  isHead: boolean
}

/** The tables that are open while some HTML is read, each in a cell of the one before. */
export class TablesInReading {
  /** Where blocks go now. What stands in a table outside of its cells, as its caption does, goes before it. */
  place: Place
  hasFlattened = false
  private readonly open: OpenTable[] = []

  constructor(document: (Block | Table)[]) {
    this.place = { blocks: document, lists: [] }
  }

  openTable(): void {
    this.open.push({ rows: [], outer: this.place, isHead: false })
  }

  openRow(isHead: boolean): void {
    const table = this.open.at(-1)
    if (!table) return
    table.isHead = isHead
    table.rows.push([])
  }

  /** A cell that stands in no table is a paragraph. */
  openCell(cell: Omit<Cell, 'blocks'>): void {
    const table = this.open.at(-1)
    if (!table) return
    if (table.rows.length === 0) table.rows.push([])
    const blocks: Block[] = []
    table.rows.at(-1)?.push({ ...cell, isHeader: cell.isHeader || table.isHead, blocks })
    this.place = { blocks, lists: [] }
  }

  closeCell(): void {
    this.place = this.open.at(-1)?.outer ?? this.place
  }

  closeTable(): void {
    const table = this.open.pop()
    if (!table) return
    this.place = table.outer
    const grid = this.open.length === 0 ? gridOf(table.rows) : undefined
    if (grid) return void this.place.blocks.push(grid)
    const lines = linesOfRows(table.rows)
    this.hasFlattened ||= lines.length > 0
    this.place.blocks.push(...lines)
  }
}
