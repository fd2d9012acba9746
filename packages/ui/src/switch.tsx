import type { ReactNode } from 'react'
import styles from './switch.module.css'

/** Turns something on and off at once; its state shows by the knob's place, not by colour alone. */
export const Switch = ({
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
    <span className={styles.track}>
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: the browser says itself whether its box is ticked
        role="switch"
        className={styles.input}
        checked={isSelected}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={styles.knob} />
    </span>
    <span>{children}</span>
  </label>
)
