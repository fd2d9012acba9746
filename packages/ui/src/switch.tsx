import type { ReactNode } from 'react'
import { SwitchButton, SwitchField } from 'react-aria-components/Switch'
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
  <SwitchField isSelected={isSelected} onChange={onChange} isDisabled={isDisabled}>
    <SwitchButton className={styles.row ?? ''}>
      <span className={styles.track} aria-hidden="true">
        <span className={styles.knob} />
      </span>
      <span>{children}</span>
    </SwitchButton>
  </SwitchField>
)
