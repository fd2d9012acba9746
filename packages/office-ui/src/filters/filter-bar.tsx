import { classNames } from '@sitwell/ui/class-names.ts'
import { Icon } from '@sitwell/ui/icon.tsx'
import type { ReactNode } from 'react'
import density from '../density.module.css'
import { useOfficeTexts } from '../office-texts.tsx'
import styles from './filter-bar.module.css'
import { SearchField, type SearchFieldProps } from './search-field.tsx'

/** One of several views of a list, of which one is always on. */
interface View {
  readonly id: string
  readonly label: string
  /** How many rows it has, if that is known. */
  readonly count?: number | undefined
}

/** A filter that is set, and can be removed. */
export interface AppliedFilter {
  readonly id: string
  /** The filter as text: "Group: Catering 2026". */
  readonly label: string
  onRemove(): void
}

/** Above a list: its views, the filters that are set, and a search. */
export const FilterBar = ({
  views = [],
  view,
  onView,
  applied = [],
  onClear,
  search,
  children,
}: {
  readonly views?: readonly View[]
  /** Id of the view that is on. */
  readonly view?: string
  onView?(id: string): void
  readonly applied?: readonly AppliedFilter[]
  /** Removes all filters that are set. */
  onClear?(): void
  readonly search?: SearchFieldProps
  /** Controls that set further filters. */
  readonly children?: ReactNode
}) => {
  const { text, language } = useOfficeTexts()
  return (
    <div role="group" aria-label={text('filter.label')} className={classNames(density.compact, styles.bar)}>
      {views.map(({ id, label, count }) => (
        <button key={id} type="button" aria-pressed={id === view} className={styles.view} onClick={() => onView?.(id)}>
          <span>{label}</span>
          {count !== undefined && <span className={styles.count}>{count.toLocaleString(language.code)}</span>}
        </button>
      ))}
      {children}
      {applied.map(({ id, label, onRemove }) => (
        <span key={id} className={styles.applied}>
          <bdi>{label}</bdi>
          <button
            type="button"
            className={styles.remove}
            aria-label={text('filter.remove', { name: label })}
            onClick={onRemove}
          >
            <Icon name="close" className={styles.icon} />
          </button>
        </span>
      ))}
      {applied.length > 1 && onClear !== undefined && (
        <button type="button" className={styles.clear} onClick={onClear}>
          {text('filter.clear')}
        </button>
      )}
      {search && (
        <div className={styles.search}>
          <SearchField {...search} />
        </div>
      )}
    </div>
  )
}
