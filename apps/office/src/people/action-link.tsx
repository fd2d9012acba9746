import { classNames } from '@sitwell/ui/class-names.ts'
import type { ReactNode } from 'react'
import { OfficeLink } from '../shell/office-link.tsx'
import styles from './action-link.module.css'

/** A link to a page on which something is done, which looks as important as a button. */
export const ActionLink = ({
  to,
  isPrimary = false,
  children,
}: {
  readonly to: string
  readonly isPrimary?: boolean
  readonly children: ReactNode
}) => (
  <OfficeLink to={to} className={classNames(styles.link, isPrimary && styles.primary)}>
    {children}
  </OfficeLink>
)
