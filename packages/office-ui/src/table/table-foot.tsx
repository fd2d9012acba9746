import { Button } from '@sitwell/ui/button.tsx'
import { classNames } from '@sitwell/ui/class-names.ts'
import { saveFile } from '@sitwell/ui/save-file.ts'
import type { ReactNode } from 'react'
import density from '../density.module.css'
import { useOfficeTexts } from '../office-texts.tsx'
import type { TableActivity } from './data-table-props.ts'
import styles from './table-foot.module.css'
import { useCountStatus } from './use-count-status.ts'

/** How many rows are shown of how many; nothing as long as nobody knows whether there are any. */
const useCount = (shownCount: number, total: number | undefined, hasMore: boolean, activity: TableActivity): string => {
  const { text, language } = useOfficeTexts()
  if (shownCount === 0 && (activity === 'loading' || activity === 'failed')) return ''
  if (total !== undefined && total > shownCount)
    return text('table.rowsOf', { count: shownCount, total: total.toLocaleString(language.code) })
  return text(hasMore ? 'table.rowsMore' : 'table.rows', { count: shownCount })
}

/** Below the rows: how many, more of them, an export, and how old they are. */
export const TableFoot = ({
  shownCount,
  total,
  hasMore,
  caption,
  activity,
  onMore,
  exported,
  filterKey,
  children,
}: {
  readonly shownCount: number
  readonly total: number | undefined
  readonly hasMore: boolean
  readonly caption: string
  readonly activity: TableActivity
  onMore?: (() => void) | undefined
  /** `csv`: what the file holds. */
  readonly exported: { readonly fileName: string; csv(): string } | undefined
  /** The key of `LiveOptions`, for a live table. */
  readonly filterKey: string | undefined
  readonly children: ReactNode
}) => {
  const { text } = useOfficeTexts()
  const counted = useCount(shownCount, total, hasMore, activity)
  const said = useCountStatus(counted, filterKey)
  const isLoadingMore = activity === 'loadingMore'
  const waiting = isLoadingMore ? text('table.loadingMore') : text('table.loading', { caption })
  const isWaiting = isLoadingMore || (activity === 'loading' && shownCount > 0)
  return (
    <div className={styles.foot}>
      <div className={styles.start}>
        <span {...(filterKey === undefined && { role: 'status' })} className={styles.count}>
          {isWaiting ? waiting : counted}
        </span>
        {filterKey !== undefined && (
          <span role="status" className={density.unseen}>
            {said}
          </span>
        )}
        {hasMore && onMore !== undefined && (
          <Button className={density.press} isPending={isLoadingMore} onPress={onMore}>
            {text('table.more')}
          </Button>
        )}
      </div>
      <div className={styles.state}>{children}</div>
      {exported !== undefined && shownCount > 0 && (
        <Button
          variant="quiet"
          className={classNames(density.press, styles.export)}
          onPress={() => saveFile(exported.fileName, new Blob([exported.csv()], { type: 'text/csv;charset=utf-8' }))}
        >
          {text('table.export', { count: shownCount })}
        </Button>
      )}
    </div>
  )
}
