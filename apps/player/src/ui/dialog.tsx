import type { ReactNode } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import styles from './dialog.module.css'

/**
 * A dialog over the page; the focus stays in it. It closes by Escape or a press beside it only with `isDismissable`, and then
 * tells `onClose`. `actions` are its buttons, the one that goes on last; on a phone they stand under each other.
 */
export const Dialog = ({
  title,
  children,
  actions,
  isOpen = true,
  isDismissable = false,
  onClose,
  role = 'dialog',
}: {
  readonly title: string
  readonly children?: ReactNode
  readonly actions?: ReactNode
  readonly isOpen?: boolean
  readonly isDismissable?: boolean
  onClose?(): void
  readonly role?: 'dialog' | 'alertdialog'
}) => (
  <ModalOverlay
    className={styles.veil ?? ''}
    isOpen={isOpen}
    isDismissable={isDismissable}
    isKeyboardDismissDisabled={!isDismissable}
    onOpenChange={(open) => {
      if (!open) onClose?.()
    }}
  >
    <Modal className={styles.modal ?? ''}>
      <AriaDialog role={role} className={styles.dialog ?? ''}>
        <Heading slot="title" level={2} className={styles.title ?? ''}>
          {title}
        </Heading>
        {children !== undefined && <div className={styles.body}>{children}</div>}
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </AriaDialog>
    </Modal>
  </ModalOverlay>
)
