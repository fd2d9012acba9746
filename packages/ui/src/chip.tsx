import type { ReactNode } from 'react'
import styles from './chip.module.css'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'

/** A state in words and with its own shape, not by colour alone. */
export const Chip = ({
  icon,
  kind,
  children,
}: {
  readonly icon: IconName
  readonly kind: 'now' | 'done' | 'calm'
  readonly children: ReactNode
}) => (
  <span className={classNames(styles.chip, styles[kind])}>
    <Icon name={icon} className={styles.icon} />
    <span>{children}</span>
  </span>
)
