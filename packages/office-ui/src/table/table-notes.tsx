import { Button } from '@sitwell/ui/button.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import type { ReactNode } from 'react'
import density from '../density.module.css'
import { useOfficeTexts } from '../office-texts.tsx'
import type { DataTableProps } from './data-table-props.ts'
import { SkeletonRows } from './table-body.tsx'
import styles from './table-notes.module.css'

/** There are no rows, with or without filters. */
const EmptyNote = ({
  filters,
  empty,
}: {
  readonly filters?: { readonly count: number; onClear(): void } | undefined
  readonly empty?: ReactNode
}) => {
  const { text } = useOfficeTexts()
  if (filters === undefined || filters.count === 0) return <div>{empty ?? text('table.empty')}</div>
  return (
    <>
      <p>{text('table.nothingMatches')}</p>
      <Button className={density.press} onPress={filters.onClear}>
        {text('table.clearFilters')}
      </Button>
    </>
  )
}

/** The rows could not be loaded. `children` says what that means for those that are shown. */
const FailedNote = ({ onRetry, children }: { onRetry?: (() => void) | undefined; readonly children: string }) => {
  const { text } = useOfficeTexts()
  return (
    <div className={styles.failed}>
      <div role="alert" className={styles.message}>
        <Icon name="alert" className={styles.icon} />
        <span>{children}</span>
      </div>
      {onRetry !== undefined && (
        <Button className={density.press} onPress={onRetry}>
          {text('table.retry')}
        </Button>
      )}
    </div>
  )
}

/** Below a live table whose order is held. */
export const HeldNote = ({ moves, onRearrange }: { readonly moves: number; onRearrange(): void }) => {
  const { text } = useOfficeTexts()
  return (
    <div className={styles.held}>
      <Icon name="pause" className={styles.icon} />
      <span>{text('table.held')}</span>
      {moves > 0 && (
        <span>
          <span aria-hidden="true">· </span>
          <span>{text('table.moves', { count: moves })}</span>
        </span>
      )}
      {/* Always there: one that came and went would take the focus along. */}
      <button type="button" className={styles.small} onClick={onRearrange}>
        {text('table.rearrange')}
      </button>
    </div>
  )
}

/** What a table shows instead of rows: that they are on their way, that they could not be loaded, or that there are none. */
export const InsteadOfRows = <Row,>({
  activity,
  columnCount,
  expectedRows = 12,
  filters,
  empty,
  onRetry,
}: DataTableProps<Row> & { readonly columnCount: number }) => {
  const { text } = useOfficeTexts()
  if (activity === 'loading') return <SkeletonRows count={expectedRows} columnCount={columnCount} />
  return (
    <tr>
      <td colSpan={columnCount} className={styles.instead}>
        <div className={styles.inside}>
          {activity === 'failed' ? (
            <FailedNote onRetry={onRetry}>{text('table.failed')}</FailedNote>
          ) : (
            <EmptyNote filters={filters} empty={empty} />
          )}
        </div>
      </td>
    </tr>
  )
}

/** Below rows that stay: why they are not the newest, or not all. */
export const BelowRows = <Row,>({ activity, rows, onRetry }: DataTableProps<Row>) => {
  const { text } = useOfficeTexts()
  if (rows.length === 0) return null
  if (activity === 'failed') return <FailedNote onRetry={onRetry}>{text('table.failedKept')}</FailedNote>
  if (activity === 'failedMore') return <FailedNote onRetry={onRetry}>{text('table.failedMore')}</FailedNote>
  return null
}
