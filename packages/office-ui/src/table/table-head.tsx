import { classNames } from '@sitwell/ui/class-names.ts'
import { Icon } from '@sitwell/ui/icon.tsx'
import density from '../density.module.css'
import { useOfficeTexts } from '../office-texts.tsx'
import { nextSort } from './cell-text.ts'
import { type Column, hasFigures, type NameColumn, type Sort } from './columns.ts'
import type { Layout } from './fit-columns.ts'
import { SelectBox } from './select-box.tsx'
import { type Selection, shownState } from './selection.ts'
import styles from './table-head.module.css'

interface HeaderCellProps {
  readonly column: {
    readonly id: string
    readonly title: string
    readonly isSortable?: boolean
    readonly isFigure?: boolean
    readonly kind?: string
  }
  readonly sort: Sort | undefined
  onSort?: ((sort: Sort) => void) | undefined
}

/** The header of one column: a button if the server can sort by it. */
const HeaderCell = ({ column, sort, onSort }: HeaderCellProps) => {
  const { id, title, isSortable = false } = column
  const direction = sort?.column === id ? sort.direction : undefined
  const canSort = isSortable && onSort !== undefined
  return (
    <th scope="col" className={classNames(styles.cell, hasFigures(column) && styles.number)} aria-sort={direction}>
      {canSort ? (
        <button type="button" className={styles.sort} onClick={() => onSort(nextSort(sort, id))}>
          <span className={styles.title}>{title}</span>
          <Icon
            name={direction === 'descending' ? 'arrowDown' : 'arrowUp'}
            className={classNames(styles.arrow, direction === undefined && styles.unsorted)}
          />
        </button>
      ) : (
        <span className={styles.title}>{title}</span>
      )}
    </th>
  )
}

export interface TableHeadProps<Row> {
  readonly nameColumn: NameColumn<Row>
  readonly layout: Layout<Column<Row>>
  readonly sort: Sort | undefined
  onSort?: ((sort: Sort) => void) | undefined
  /** Undefined: rows can't be selected. */
  readonly selection: Selection | undefined
  /** Keys of the rows that are shown. */
  readonly keys: readonly string[]
  onSelectShown(): void
}

/** The headers of a table, which stay in sight while its rows are scrolled. */
export const TableHead = <Row,>({ nameColumn, layout, sort, onSort, selection, keys, onSelectShown }: TableHeadProps<Row>) => {
  const { text } = useOfficeTexts()
  const { dropped, hasSecondLine } = layout
  const isMore = dropped.length > 0 && !hasSecondLine
  return (
    <thead>
      <tr aria-rowindex={1}>
        {selection && (
          <td className={classNames(styles.cell, styles.edge)}>
            <SelectBox
              label={text('table.selectShown', { count: keys.length })}
              state={shownState(selection, keys)}
              onToggle={onSelectShown}
            />
          </td>
        )}
        {[nameColumn, ...layout.shown].map((column) => (
          <HeaderCell key={column.id} column={column} sort={sort} onSort={onSort} />
        ))}
        <th
          scope="col"
          className={classNames(styles.cell, styles.edge)}
          title={isMore ? text('table.detailsHold', { count: dropped.length }) : undefined}
        >
          <span className={density.unseen}>{text('table.details')}</span>
          {isMore && (
            <span className={styles.more} aria-hidden="true">
              {`+${dropped.length}`}
            </span>
          )}
        </th>
      </tr>
    </thead>
  )
}
