import { Layer } from '@sitwell/layer/layer.tsx'
import type { ReactNode } from 'react'
import styles from './over-page.module.css'

/**
 * Something to be looked at over the page: it covers the window, or, with `isPage`, is a sheet as wide as one of paper where the window has
 * room for it. Nothing in it decides anything, so that it may be closed at any moment; Escape does.
 */
export const OverPage = ({
  name,
  isPage = false,
  children,
  onClose,
}: {
  readonly name: string
  readonly isPage?: boolean
  readonly children: ReactNode
  onClose(): void
}) => (
  <Layer look={{ veil: isPage ? styles.around : styles.veil, dialog: styles.dialog }} name={name} onClose={onClose}>
    {children}
  </Layer>
)
