import { Button } from '@sitwell/ui/button.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import { type ReactNode, useId, useState } from 'react'
import { useVisitor } from '../context/player-context.tsx'
import styles from './paged-table.module.css'
import { defaultPageSize, type PageSize, pageSizes, tablePage } from './table-page.ts'

export interface Column<T> {
  readonly title: string
  /** It names the row. */
  readonly isHeader?: boolean
  cell(row: T): ReactNode
}

/** A table that shows a page of its rows at a time; on a phone each row is a card. */
export const PagedTable = <T extends { readonly id: string }>({
  label,
  columns,
  rows,
  startSize = defaultPageSize,
}: {
  readonly label: string
  readonly columns: readonly Column<T>[]
  readonly rows: readonly T[]
  readonly startSize?: PageSize
}) => {
  const { text } = useVisitor()
  const [size, setSize] = useState(startSize)
  const [asked, setAsked] = useState(0)
  const id = useId()
  const { page, lastPage, shown, first, last } = tablePage(rows, size, asked)
  const choose = (value: string) => {
    setSize(pageSizes.find((one) => String(one) === value) ?? startSize)
    setAsked(0)
  }
  return (
    <div className={styles.frame}>
      <table aria-label={label} className={styles.table}>
        <thead>
          <tr>
            {columns.map(({ title }) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={row.id}>
              {columns.map(({ title, isHeader = false, cell }) => {
                const Cell = isHeader ? 'th' : 'td'
                return (
                  <Cell key={title} {...(isHeader ? { scope: 'row' } : {})}>
                    <span className={styles.name} aria-hidden="true">
                      {title}
                    </span>
                    <span>{cell(row)}</span>
                  </Cell>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <div className={styles.pager}>
        <label htmlFor={id}>{text('logs.pageSize')}</label>
        <select id={id} className={styles.size} value={size} onChange={({ target }) => choose(target.value)}>
          {pageSizes.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
        <span className={styles.steps}>
          <span role="status">{text('logs.page', { first, last, count: rows.length })}</span>
          <Button
            variant="quiet"
            isIcon
            aria-label={text('logs.previous')}
            isDisabled={page === 0}
            onPress={() => setAsked(page - 1)}
          >
            <Icon name="previous" />
          </Button>
          <Button
            variant="quiet"
            isIcon
            aria-label={text('logs.next')}
            isDisabled={page === lastPage}
            onPress={() => setAsked(page + 1)}
          >
            <Icon name="next" />
          </Button>
        </span>
      </div>
    </div>
  )
}
