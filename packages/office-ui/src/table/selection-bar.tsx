import type { ReactNode } from 'react'
import density from '../density.module.css'
import { useOfficeTexts } from '../office-texts.tsx'
import { keepShown, noSelection, type Selection, touchedBy } from './selection.ts'
import styles from './selection-bar.module.css'

/** How many rows are selected, and what can be done with them. Below the rows, so that none moves as it comes. */
export const SelectionBar = ({
  selection,
  shown,
  onSelection,
  actions,
}: {
  readonly selection: Selection
  /** Keys of the rows that the table shows. */
  readonly shown: readonly string[]
  onSelection(selection: Selection): void
  /** Buttons. They act on every selected row, shown or not. */
  readonly actions: ReactNode
}) => {
  const { text } = useOfficeTexts()
  const { count, hidden } = touchedBy(selection, shown)
  const counted = count === 0 ? text('table.noneSelected') : text('table.selected', { count })
  return (
    <>
      <div role="status" className={density.unseen}>
        {counted}
      </div>
      {count > 0 && (
        <div role="group" aria-label={text('table.actions')} className={styles.bar}>
          <b className={styles.count}>{counted}</b>
          {hidden > 0 && (
            <span className={styles.hidden}>
              <span>{text('table.hidden', { count: hidden })}</span>
              <button type="button" className={styles.button} onClick={() => onSelection(keepShown(selection, shown))}>
                {text('table.keepShown')}
              </button>
            </span>
          )}
          <div className={styles.actions}>{actions}</div>
          <button type="button" className={styles.button} onClick={() => onSelection(noSelection)}>
            {text('table.clearSelection')}
          </button>
        </div>
      )}
    </>
  )
}
