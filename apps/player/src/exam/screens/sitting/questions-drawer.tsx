import { Button } from '@sitwell/ui/button.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import type { ReactNode } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { usePlayer } from '../../../context/player-context.tsx'
import styles from './sitting.module.css'

/** The navigation panel as a drawer, where the window is narrower than 600 pixels and the panel's width (spec 2 §2). */
export const QuestionsDrawer = ({
  isOpen,
  onClose,
  children,
}: {
  readonly isOpen: boolean
  onClose(): void
  readonly children: ReactNode
}) => {
  const { text } = usePlayer()
  return (
    <ModalOverlay
      className={styles.veil ?? ''}
      isOpen={isOpen}
      isDismissable
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <Modal className={styles.drawer ?? ''}>
        <Dialog className={styles.drawerDialog ?? ''}>
          <div className={styles.drawerHead}>
            <Heading slot="title" level={2} className={styles.drawerTitle ?? ''}>
              {text('exam.questions')}
            </Heading>
            <Button variant="quiet" isIcon onPress={onClose} aria-label={text('exam.closeQuestions')}>
              <Icon name="close" />
            </Button>
          </div>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
