import { classNames } from '@sitwell/ui/class-names.ts'
import { Icon } from '@sitwell/ui/icon.tsx'
import { type MouseEvent, memo } from 'react'
import density from '../density.module.css'
import { useOfficeTexts } from '../office-texts.tsx'
import { cellText, type Formats } from './cell-text.ts'
import { type Column, hasFigures, type NameColumn } from './columns.ts'
import type { Layout } from './fit-columns.ts'
import { SelectBox } from './select-box.tsx'
import { StatusMark } from './status-mark.tsx'
import styles from './table-row.module.css'

/** What happens to rows: one object for all of them, which stays the same while the table is shown. */
export interface RowActions<Row> {
  onToggle(key: string, isRange: boolean): void
  /** The row's link was pressed without a modifier; undefined: the browser follows it. */
  readonly onOpen: ((row: Row) => void) | undefined
  onDetails(key: string): void
}

interface TableRowProps<Row> {
  readonly row: Row
  readonly rowKey: string
  /** Counted from 1; the header is 1. */
  readonly rowIndex: number
  readonly nameColumn: NameColumn<Row>
  readonly layout: Layout<Column<Row>>
  readonly formats: Formats
  /** Undefined: rows can't be selected. */
  readonly isSelected: boolean | undefined
  readonly isGone: boolean
  readonly detailsId: string
  readonly isOpen: boolean
  readonly actions: RowActions<Row>
}

/** What a cell shows: a text runs as its own script does, whatever the page's does. */
const CellContent = <Row,>({
  column,
  row,
  formats,
}: {
  readonly column: Column<Row>
  readonly row: Row
  readonly formats: Formats
}) => {
  if (column.kind === 'custom') return <div className={styles.content}>{column.cell(row)}</div>
  if (column.kind === 'status') return <StatusMark {...column.status(row)} />
  const shown = cellText(column, row, formats)
  const atMs = column.kind === 'dateTime' ? column.atMs(row) : undefined
  if (atMs !== undefined)
    return (
      <time className={styles.content} dateTime={new Date(atMs).toISOString()}>
        {shown}
      </time>
    )
  return (
    <span
      className={styles.content}
      dir={column.kind === 'text' && !hasFigures(column) ? 'auto' : undefined}
      title={column.kind === 'text' ? shown : undefined}
    >
      {shown}
    </span>
  )
}

/** How much more of its room each part gives up than the one before it: so much that less than a pixel's fraction is left to those. */
const shrinkRatio = 1e5

/** Whether a value on the second line is behind its whole title: figures and moments are unclear without a title. */
const isTitled = <Row,>(column: Column<Row>): boolean =>
  column.briefTitle === undefined && (hasFigures(column) || column.kind === 'dateTime')

/** What doesn't fit beside the name, below it, the most important first. */
const SecondLine = <Row,>({
  columns,
  row,
  formats,
}: {
  readonly columns: readonly Column<Row>[]
  readonly row: Row
  readonly formats: Formats
}) => (
  <div className={styles.second}>
    {columns
      .filter((column) => cellText(column, row, formats) !== '')
      .sort((a, b) => (a.priority ?? 2) - (b.priority ?? 2))
      .map((column, place) => (
        // The last parts give up their room first, each from the end in its own direction.
        <span key={column.id} className={styles.part} style={{ flexShrink: shrinkRatio ** Math.min(place, 7) }}>
          {place > 0 && (
            <span aria-hidden="true" className={styles.dot}>
              ·
            </span>
          )}
          {column.briefTitle !== undefined && column.briefTitle !== '' && (
            <span aria-hidden="true" className={styles.title}>{`${column.briefTitle}: `}</span>
          )}
          <span className={isTitled(column) ? styles.title : density.unseen}>{`${column.title}: `}</span>
          {column.kind === 'status' ? (
            <StatusMark {...column.status(row)} />
          ) : (
            <bdi className={styles.content}>{cellText(column, row, formats)}</bdi>
          )}
        </span>
      ))}
  </div>
)

const isPlainPress = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey

const Row = <Row,>({
  row,
  rowKey,
  rowIndex,
  nameColumn,
  layout,
  formats,
  isSelected,
  isGone,
  detailsId,
  isOpen,
  actions,
}: TableRowProps<Row>) => {
  const { text } = useOfficeTexts()
  const name = nameColumn.name(row)
  const href = nameColumn.href?.(row)
  const { onOpen } = actions
  return (
    <tr
      aria-rowindex={rowIndex}
      data-key={rowKey}
      className={classNames(styles.row, isSelected === true && styles.selected, isGone && styles.gone)}
    >
      {isSelected !== undefined && (
        <td className={styles.edge}>
          <SelectBox
            label={text('table.selectRow', { name })}
            state={isSelected ? 'all' : 'none'}
            onToggle={(isRange) => actions.onToggle(rowKey, isRange)}
          />
        </td>
      )}
      <th scope="row" className={styles.name}>
        <div className={styles.nameLine}>
          {href === undefined ? (
            <bdi className={styles.content} title={name}>
              {name}
            </bdi>
          ) : (
            <a
              href={href}
              className={styles.link}
              title={name}
              onClick={(event) => {
                if (onOpen === undefined || !isPlainPress(event)) return
                event.preventDefault()
                onOpen(row)
              }}
            >
              <bdi className={styles.content}>{name}</bdi>
            </a>
          )}
          {isGone && <span className={styles.goneMark}>{text('table.gone')}</span>}
        </div>
        {layout.hasSecondLine && <SecondLine columns={layout.dropped} row={row} formats={formats} />}
      </th>
      {layout.shown.map((column) => (
        <td key={column.id} className={classNames(styles.cell, styles[hasFigures(column) ? 'number' : column.kind])}>
          <CellContent column={column} row={row} formats={formats} />
        </td>
      ))}
      <td className={styles.edge}>
        <button
          type="button"
          className={styles.details}
          popoverTarget={detailsId}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          aria-label={text('table.detailsOf', { name })}
          onClick={() => actions.onDetails(rowKey)}
        >
          <Icon name="info" className={styles.icon} />
        </button>
      </td>
    </tr>
  )
}

/** One row of a table. It is drawn again only if something of it changed. */
// Boundary: memo forgets that the component is generic.
export const TableRow = memo(Row) as typeof Row
