import type { LiveRow, LiveView } from '@sitwell/contract'
import { DataTable, type Sort } from '@sitwell/office-ui/data-table.tsx'
import { noSelection, type Selection } from '@sitwell/office-ui/selection.ts'
import { useMemo } from 'react'
import { useOffice } from '../office-context.tsx'
import { officeHref } from '../shell/office-link.tsx'
import { ActButtons } from './acts/act-buttons.tsx'
import type { LiveActId } from './acts/live-acts.ts'
import type { LiveStore } from './feed/live-store.ts'
import { liveColumns, liveNameColumn } from './rows/live-columns.ts'
import { type LiveSort, liveCompare, liveSorts } from './rows/live-order.ts'
import type { ShownBy, ShownRow } from './rows/shown-row.ts'
import { useLiveRows, useShownRows } from './use-live-rows.ts'

const keyOf = ({ row }: ShownRow) => row.rowID

/** The people of a live view as a table whose order holds while somebody is in it. */
export const LiveTable = ({
  store,
  view,
  caption,
  path,
  by,
  isShown,
  sort,
  showsRooms,
  filterCount,
  filterKey,
  selection,
  onSelection,
  onSort,
  onClear,
  onOpen,
  onAct,
}: {
  readonly store: LiveStore
  readonly view: LiveView | undefined
  readonly caption: string
  /** Of the page within the office. */
  readonly path: string
  readonly by: ShownBy
  isShown(row: LiveRow): boolean
  readonly sort: { readonly column: LiveSort; readonly direction: Sort['direction'] }
  readonly showsRooms: boolean
  readonly filterCount: number
  /** Changes with the filter. */
  readonly filterKey: string
  readonly selection: Selection
  onSelection(selection: Selection): void
  onSort(column: LiveSort, direction: Sort['direction']): void
  onClear(): void
  onOpen(row: LiveRow): void
  onAct(id: LiveActId, people: readonly LiveRow[]): void
}) => {
  const { text, language } = useOffice()
  const { column, direction } = sort
  const compare = useMemo(
    () => liveCompare({ column, direction }, new Intl.Collator(language.code), () => store.snapshot().feed.known?.asOfMs ?? 0),
    [store, column, direction, language],
  )
  const live = useLiveRows(
    store,
    useMemo(() => ({ isShown, compare }), [isShown, compare]),
  )
  const rows = useShownRows(live.rows, by)
  const [name, columns] = useMemo(
    () =>
      [
        liveNameColumn(text, (rowID) => officeHref(`${path}?person=${encodeURIComponent(rowID)}`)),
        liveColumns(text, showsRooms),
      ] as const,
    [text, path, showsRooms],
  )
  const { facts } = store.snapshot()
  const selected = [...selection.keys].flatMap((key) => facts.rows.get(key) ?? [])
  return (
    <DataTable
      caption={caption}
      nameColumn={name}
      columns={columns}
      rows={rows}
      keyOf={keyOf}
      activity={view === undefined ? 'loading' : 'idle'}
      sort={sort}
      onSort={(next) => onSort(liveSorts.find((one) => one === next.column) ?? 'name', next.direction)}
      filters={{ count: filterCount, onClear }}
      empty={text('live.nobodyHere')}
      onOpen={({ row }) => onOpen(row)}
      selecting={{
        selection: selected.length === selection.keys.size ? selection : withOnly(selection, facts.rows),
        onSelection,
        actions: view !== undefined && <ActButtons rows={selected} view={view} onAct={(id) => onAct(id, selected)} />,
      }}
      live={{ ...live, filterKey }}
      expectedRows={10}
    />
  )
}

/** A selection without those who are no longer in the view at all. */
const withOnly = (selection: Selection, rows: ReadonlyMap<string, LiveRow>): Selection =>
  selection.keys.size === 0 ? noSelection : { ...selection, keys: new Set([...selection.keys].filter((key) => rows.has(key))) }
