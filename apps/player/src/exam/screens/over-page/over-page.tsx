import type { ReactNode } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
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
  <ModalOverlay isOpen className={styles.veil ?? ''} data-page={isPage || undefined} onOpenChange={onClose}>
    <Modal className={styles.modal ?? ''}>
      <Dialog aria-label={name} className={styles.dialog ?? ''}>
        {children}
      </Dialog>
    </Modal>
  </ModalOverlay>
)
