import { type ReactNode, useCallback } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import styles from './dialog.module.css'
import { keepClear } from './keep-clear.ts'
import { watchPresses } from './watch-presses.ts'

/**
 * A dialog over the page; the focus stays in it. It closes by Escape or a press beside it only with `isDismissable`, and then
 * tells `onClose`. `actions` are its buttons, the one that goes on last; on a phone they stand under each other. One that can't be
 * undone never comes to lie where the press was that opened the dialog. Another title is another dialog: it is read out, and no press
 * on the one before counts on it.
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
}) => {
  const placeActions = useCallback((actions: HTMLDivElement | null) => {
    if (actions) keepClear(actions, watchPresses().lastPoint())
  }, [])
  return (
    <ModalOverlay
      key={title}
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
          {actions !== undefined && (
            <div ref={placeActions} className={styles.actions}>
              {actions}
            </div>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
