import type { ComponentProps, ReactNode } from 'react'
import styles from './button.module.css'
import { classNames } from './class-names.ts'

/** A link that looks like a button: for an address that the browser itself has to open. */
export const ButtonLink = ({
  children,
  variant = 'secondary',
  isWide = false,
  ...rest
}: Omit<ComponentProps<'a'>, 'className' | 'style'> & {
  readonly children: ReactNode
  readonly variant?: 'primary' | 'secondary'
  readonly isWide?: boolean
}) => (
  <a {...rest} className={classNames(styles.button, styles[variant], isWide && styles.wide)}>
    <span className={styles.label}>{children}</span>
  </a>
)
