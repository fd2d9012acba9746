import type { ReactNode } from 'react'
import styles from './card.module.css'
import { classNames } from './class-names.ts'

/** A surface for one thing. `width` is the specification's card (600 px) or panel (800 px), or that of its container. */
export const Card = ({
  children,
  width = 'fill',
  className,
  ...rest
}: {
  readonly children: ReactNode
  readonly width?: 'card' | 'panel' | 'fill'
  readonly className?: string | undefined
  readonly 'data-testid'?: string
}) => (
  <div {...rest} className={classNames(styles.surface, styles[width], className)}>
    {children}
  </div>
)
