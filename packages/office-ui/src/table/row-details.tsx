import { Icon } from '@sitwell/ui/icon.tsx'
import { Fragment, useId, useRef } from 'react'
import { useOfficeTexts } from '../office-texts.tsx'
import { cellText, type Formats } from './cell-text.ts'
import type { Column, NameColumn } from './columns.ts'
import styles from './row-details.module.css'

/**
 * Everything of one row, in full: for columns that don't fit and texts that are cut off. It lies over the table, so that no row moves, and
 * the browser closes it as it does every popover.
 */
export const RowDetails = <Row,>({
  id,
  row,
  nameColumn,
  columns,
  formats,
  onClose,
}: {
  readonly id: string
  readonly row: Row | undefined
  readonly nameColumn: NameColumn<Row>
  readonly columns: readonly Column<Row>[]
  readonly formats: Formats
  onClose(): void
}) => {
  const { text } = useOfficeTexts()
  const titleId = useId()
  const close = useRef<HTMLButtonElement>(null)
  return (
    <div
      id={id}
      popover="auto"
      role="dialog"
      aria-labelledby={titleId}
      className={styles.details}
      onToggle={({ newState }) => {
        if (newState === 'open') close.current?.focus()
        else onClose()
      }}
    >
      <div className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          <bdi>{row === undefined ? '' : nameColumn.name(row)}</bdi>
        </h2>
        <button
          ref={close}
          type="button"
          className={styles.close}
          popoverTarget={id}
          popoverTargetAction="hide"
          aria-label={text('table.close')}
        >
          <Icon name="close" className={styles.icon} />
        </button>
      </div>
      <dl className={styles.list}>
        {row !== undefined &&
          columns.map((column) => (
            <Fragment key={column.id}>
              <dt>{column.title}</dt>
              <dd dir="auto">{cellText(column, row, formats) || '–'}</dd>
            </Fragment>
          ))}
      </dl>
    </div>
  )
}
