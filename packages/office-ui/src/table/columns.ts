import type { ReactNode } from 'react'
import type { StatusTone } from './status-mark.tsx'

interface ColumnBase {
  readonly id: string
  readonly title: string
  /** Least width in rem. The width doesn't depend on what is in the column, so that nothing moves as rows come. */
  readonly widthRem: number
  /** Takes a share of the room that is left. */
  readonly grows?: boolean
  /** 1: shown as long as it fits; 3: the first to go into the row's details in a narrow window. 2 unless given. */
  readonly priority?: 1 | 2 | 3
  /** The server can sort by it. */
  readonly isSortable?: boolean
  /** A text that is written in figures, such as a score: it is aligned as a number is, and is behind its title wherever there is no header above it. */
  readonly isFigure?: boolean
  /** Instead of the title on the second line of a row, which is narrow; empty if what the column has says enough. Screen readers get the title. */
  readonly briefTitle?: string
}

/** Whether what a column has is figures, which say nothing without its title. */
export const hasFigures = ({ kind, isFigure = false }: { readonly kind?: string; readonly isFigure?: boolean }): boolean =>
  kind === 'number' || isFigure

/** A column beside the one that names the row. What it has no value for is empty. */
export type Column<Row> = ColumnBase &
  (
    | { readonly kind: 'text'; text(row: Row): string }
    | { readonly kind: 'number'; number(row: Row): number | undefined; readonly format?: Intl.NumberFormatOptions }
    | {
        readonly kind: 'dateTime'
        atMs(row: Row): number | undefined /** Shown if there is no moment: "never". */
        readonly none?: string
      }
    | { readonly kind: 'status'; status(row: Row): { readonly tone: StatusTone; readonly text: string } }
    /** `text`: what the cell says, for exports and details. */
    | { readonly kind: 'custom'; text(row: Row): string; cell(row: Row): ReactNode }
  )

/** The first column: what the row is called, and the page that it opens. */
export interface NameColumn<Row> extends Omit<ColumnBase, 'priority' | 'grows'> {
  name(row: Row): string
  /** Where the name leads; absent, or undefined for a row, if there is no page of its own. */
  href?(row: Row): string | undefined
}

export interface Sort {
  /** Id of the column. */
  readonly column: string
  readonly direction: 'ascending' | 'descending'
}
