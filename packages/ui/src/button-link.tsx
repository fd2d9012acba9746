import type { ComponentProps, ReactNode } from 'react'
import styles from './button.module.css'
import { classNames } from './class-names.ts'

/** A link that looks like a button: for an address that the browser itself has to open. */
export const ButtonLink = ({
  children,
  variant = 'secondary',
  isWide = false,
  className,
  ...rest
}: Omit<ComponentProps<'a'>, 'className' | 'style'> & {
  readonly children: ReactNode
  readonly variant?: 'primary' | 'secondary' | 'quiet'
  readonly isWide?: boolean
  readonly className?: string | undefined
}) => (
  <a {...rest} className={classNames(styles.button, styles[variant], isWide && styles.wide, className)}>
    <span className={styles.label}>{children}</span>
  </a>
)
