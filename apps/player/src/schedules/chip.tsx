import type { ReactNode } from 'react'
import { classNames } from '../ui/class-names.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import styles from './chip.module.css'

/** A state in words and with a shape of its own, not by colour alone. */
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
    {children}
  </span>
)
