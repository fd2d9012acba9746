import type { ReactNode } from 'react'
import { CheckboxButton, CheckboxField } from 'react-aria-components/Checkbox'
import styles from './checkbox.module.css'

/** A tick box; the whole row is its target. */
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
  <CheckboxField isSelected={isSelected} onChange={onChange} isDisabled={isDisabled} className={styles.field ?? ''}>
    <CheckboxButton className={styles.row ?? ''}>
      <span className={styles.box} aria-hidden="true">
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
    </CheckboxButton>
  </CheckboxField>
)
