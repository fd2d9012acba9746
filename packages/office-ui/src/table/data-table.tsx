import { classNames } from '@sitwell/ui/class-names.ts'
import { useCallback, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import density from '../density.module.css'
import { useOfficeTexts } from '../office-texts.tsx'
import { StatusLine } from '../status/status-line.tsx'
import styles from './data-table.module.css'
import type { DataTableProps } from './data-table-props.ts'
import { RowDetails } from './row-details.tsx'
import { toggleRange, toggleRow, toggleShown } from './selection.ts'
import { SelectionBar } from './selection-bar.tsx'
import { TableBody } from './table-body.tsx'
import { TableColumns } from './table-columns.tsx'
import { tableCsv } from './table-csv.ts'
import { TableFoot } from './table-foot.tsx'
import { TableHead } from './table-head.tsx'
import { BelowRows, HeldNote, InsteadOfRows } from './table-notes.tsx'
import { useHeldOrder } from './use-held-order.ts'
import { usePinnedRow } from './use-pinned-row.ts'
import { useTableLayout } from './use-table-layout.ts'
import { virtualWindow } from './virtual-window.ts'

export type { Column, NameColumn, Sort } from './columns.ts'
export type { TableActivity } from './data-table-props.ts'

const nobody: ReadonlySet<string> = new Set()

/**
 * The callbacks of rows. Keep the same object while the table is shown; otherwise each change of the table draws every row
 * again.
 */
const useRowActions = <Row,>(
  { selecting, onOpen }: DataTableProps<Row>,
  keys: readonly string[],
  onDetails: (key: string) => void,
) => {
  const latest = useRef({ selecting, keys })
  latest.current = { selecting, keys }
  const onToggle = useCallback((key: string, isRange: boolean) => {
    const { selecting: now, keys: shown } = latest.current
    now?.onSelection(isRange ? toggleRange(now.selection, shown, key) : toggleRow(now.selection, key))
  }, [])
  const onToggleShown = useCallback(() => {
    const { selecting: now, keys: shown } = latest.current
    now?.onSelection(toggleShown(now.selection, shown))
  }, [])
  return { onToggleShown, row: useMemo(() => ({ onToggle, onOpen, onDetails }), [onToggle, onOpen, onDetails]) }
}

/** For screen readers: the number of rows including the header; -1 while it is unknown. */
const rowCountOf = ({ total, hasMore, rows }: DataTableProps<unknown>): number => {
  if (total !== undefined) return total + 1
  return hasMore ? -1 : rows.length + 1
}

/**
 * A table of people, exams or other rows: native, sorted and filtered by the server, and read page after page. It fills the
 * space that it is given and scrolls inside it. With 200 or more rows, only those near the visible ones are in the page. The
 * browser's find-in-page then finds only these, which is why each screen with a table has a search field.
 */
export const DataTable = <Row,>(props: DataTableProps<Row>) => {
  const { caption, nameColumn, columns, rows, keyOf, activity, selecting, live, exportAs, asOfMs } = props
  const { text, language, timeZone } = useOfficeTexts()
  const detailsId = useId()
  const scroll = useRef<HTMLDivElement>(null)
  const end = useRef<HTMLDivElement>(null)
  const [openKey, setOpenKey] = useState<string>()
  const keys = useMemo(() => rows.map(keyOf), [rows, keyOf])
  const formats = useMemo(() => ({ languageCode: language.code, timeZone }), [language, timeZone])
  const { layout, rowHeightPx, columnCount, part } = useTableLayout(scroll, nameColumn, columns, selecting !== undefined)
  const actions = useRowActions(props, keys, setOpenKey)
  const pinned = usePinnedRow(keys, openKey)
  const held = useHeldOrder(live?.hold)
  const segments = useMemo(
    () => virtualWindow(rows.length, rowHeightPx, part, pinned.rows),
    [rows.length, rowHeightPx, part, pinned.rows],
  )
  const isLoading = activity === 'loading'
  const order = `${props.sort?.column} ${props.sort?.direction}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: in another order one begins at its first row
  useLayoutEffect(() => {
    scroll.current?.scrollTo(0, 0)
  }, [order])
  return (
    <div className={classNames(density.compact, styles.frame, layout.hasSecondLine && styles.twoLines)} {...held}>
      <button type="button" className={styles.skip} onClick={() => end.current?.focus()}>
        {text('table.skip')}
      </button>
      <div role="status" className={density.unseen}>
        {isLoading && rows.length === 0 ? text('table.loading', { caption }) : ''}
      </div>
      <div ref={scroll} className={styles.scroll} {...pinned.listeners}>
        <table className={styles.table} aria-rowcount={rowCountOf(props)} aria-busy={isLoading || undefined}>
          <caption className={density.unseen}>{caption}</caption>
          <TableColumns nameColumn={nameColumn} layout={layout} hasBoxes={selecting !== undefined} />
          <TableHead
            nameColumn={nameColumn}
            layout={layout}
            sort={props.sort}
            onSort={props.onSort}
            selection={selecting?.selection}
            keys={keys}
            onSelectShown={actions.onToggleShown}
          />
          <tbody className={classNames(isLoading && styles.waits)}>
            {rows.length === 0 && <InsteadOfRows {...props} columnCount={columnCount} />}
            <TableBody
              rows={rows}
              keys={keys}
              segments={segments}
              rowHeightPx={rowHeightPx}
              columnCount={columnCount}
              nameColumn={nameColumn}
              layout={layout}
              formats={formats}
              selected={selecting?.selection.keys}
              gone={live?.gone ?? nobody}
              detailsId={detailsId}
              openKey={openKey}
              actions={actions.row}
            />
          </tbody>
        </table>
      </div>
      <BelowRows {...props} />
      {selecting && <SelectionBar {...selecting} shown={keys} />}
      <TableFoot
        shownCount={rows.length}
        total={props.total}
        hasMore={props.hasMore ?? false}
        caption={caption}
        activity={activity}
        onMore={props.onMore}
        filterKey={live?.filterKey}
        exported={
          exportAs === undefined ? undefined : { fileName: exportAs, csv: () => tableCsv(nameColumn, columns, rows, formats) }
        }
      >
        {live?.isHeld && <HeldNote moves={live.moves} onRearrange={live.rearrange} />}
        {asOfMs !== undefined && (
          <StatusLine asOfMs={asOfMs} staleAfterMs={props.staleAfterMs} disconnectedSinceMs={props.disconnectedSinceMs} />
        )}
      </TableFoot>
      <RowDetails
        id={detailsId}
        row={openKey === undefined ? undefined : rows[keys.indexOf(openKey)]}
        nameColumn={nameColumn}
        columns={columns}
        formats={formats}
        onClose={() => setOpenKey(undefined)}
      />
      <div ref={end} tabIndex={-1} className={styles.end} />
    </div>
  )
}
