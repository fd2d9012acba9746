import type { ReactNode } from 'react'
import type { Column, NameColumn, Sort } from './columns.ts'
import type { Selection } from './selection.ts'

/** What the table waits for. `failed`: the first page, or all rows again; `failedMore`: the next page. */
export type TableActivity = 'idle' | 'loading' | 'loadingMore' | 'failed' | 'failedMore'

/** What a live table does beside showing rows; `createLiveTable` has it. */
export interface LiveOptions {
  /** Rows that left the list and stay shown while the order is held. */
  readonly gone: ReadonlySet<string>
  readonly moves: number
  readonly isHeld: boolean
  /** Changes with the filter: how many rows there are is announced after that, and not whenever a row comes or goes. */
  readonly filterKey: string
  hold(isHeld: boolean): void
  rearrange(): void
}

export interface DataTableProps<Row> {
  /** What the rows are: the table's name. */
  readonly caption: string
  readonly nameColumn: NameColumn<Row>
  readonly columns: readonly Column<Row>[]
  /** The rows that are loaded, in their order. A row that didn't change is the same object as before. */
  readonly rows: readonly Row[]
  keyOf(row: Row): string
  readonly activity: TableActivity
  /** How many rows there are on all pages, if the server counts them. */
  readonly total?: number | undefined
  readonly hasMore?: boolean
  onMore?(): void
  onRetry?(): void
  /** When the rows were read (Unix ms, the server's clock). */
  readonly asOfMs?: number | undefined
  /** From this age on (ms) the rows are marked as old. */
  readonly staleAfterMs?: number | undefined
  readonly disconnectedSinceMs?: number | undefined
  readonly sort?: Sort | undefined
  onSort?(sort: Sort): void
  /** How many filters are set, so that an empty table can name the reason. */
  readonly filters?: { readonly count: number; onClear(): void } | undefined
  /** Shown if there are no rows at all, with the way to the first one. */
  readonly empty?: ReactNode
  /** Rows can be selected; `actions`: buttons that act on all selected rows. */
  readonly selecting?:
    | { readonly selection: Selection; onSelection(selection: Selection): void; readonly actions: ReactNode }
    | undefined
  /** A press on a row's name; the browser follows its link if absent. */
  onOpen?(row: Row): void
  /** Name of the file of an export; nothing can be exported if absent. */
  readonly exportAs?: string | undefined
  readonly live?: LiveOptions | undefined
  /** Rows of the skeleton: as many as the first page is expected to have. */
  readonly expectedRows?: number
}
