import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { Dialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import styles from './choice-dialog.module.css'

interface Action {
  readonly label: string
  onPress(): void
}

/** Asks about a choice that was just made. Escape does what the first of the actions does; the last is the one that goes on. */
export const ChoiceDialog = ({
  title,
  children,
  actions,
}: {
  readonly title: string
  readonly children: ReactNode
  readonly actions: readonly [Action, ...Action[]]
}) => (
  <ModalOverlay isOpen className={styles.veil ?? ''} onOpenChange={actions[0].onPress}>
    <Modal className={styles.modal ?? ''}>
      <Dialog role="alertdialog" className={styles.dialog ?? ''}>
        <Heading slot="title" level={2} className={styles.title ?? ''}>
          {title}
        </Heading>
        <div className={styles.body}>{children}</div>
        <div className={styles.actions}>
          {actions.map(({ label, onPress }, index) => (
            <Button
              key={label}
              autoFocus={index === 0}
              className={`${styles.action} ${index === actions.length - 1 ? styles.main : ''}`}
              onPress={onPress}
            >
              {label}
            </Button>
          ))}
        </div>
      </Dialog>
    </Modal>
  </ModalOverlay>
)
