import { Button } from 'react-aria-components/Button'
import { Dialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import type { PanelProps } from '../panel-props.ts'
import styles from './confirm-dialog.module.css'

/** Asks before a form is closed for good (spec 2 §5). Escape is Cancel. */
export const ConfirmDialog = ({
  name,
  text,
  onConfirm,
  onCancel,
}: {
  readonly name: string
  readonly text: PanelProps['text']
  onConfirm(): void
  onCancel(): void
}) => (
  <ModalOverlay isOpen className={styles.veil ?? ''} onOpenChange={onCancel}>
    <Modal className={styles.modal ?? ''}>
      <Dialog role="alertdialog" className={styles.dialog ?? ''}>
        <Heading slot="title" level={2} className={styles.title ?? ''}>
          {text('question.gridConfirmTitle', { name })}
        </Heading>
        <p>{text('question.gridConfirmText')}</p>
        <div className={styles.actions}>
          <Button autoFocus className={styles.cancel ?? ''} onPress={onCancel}>
            {text('question.gridCancel')}
          </Button>
          <Button className={styles.confirm ?? ''} onPress={onConfirm}>
            {text('question.gridConfirm')}
          </Button>
        </div>
      </Dialog>
    </Modal>
  </ModalOverlay>
)
