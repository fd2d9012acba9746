import type { ReactNode } from 'react'
import styles from './checkbox.module.css'

/** A tick box: the browser's own, with a drawn one under it. The whole row is its target. */
export const Checkbox = ({
  children,
  isSelected,
  onChange,
  isDisabled = false,
}: {
  readonly children: ReactNode
  readonly isSelected: boolean
  onChange(isSelected: boolean): void
  readonly isDisabled?: boolean
}) => (
  <label className={styles.row} data-selected={isSelected || undefined} data-disabled={isDisabled || undefined}>
    <span className={styles.box}>
      <input
        type="checkbox"
        className={styles.input}
        checked={isSelected}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <svg viewBox="0 0 18 18" className={styles.tick} aria-hidden="true">
        <path
          d="M3.5 9.5 7.5 13.5 14.5 5"
          fill="none"
          stroke="currentColor"
          strokeWidth="2.5"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
    </span>
    <span>{children}</span>
  </label>
)
