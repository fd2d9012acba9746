import { Button } from 'react-aria-components/Button'
import { Dialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import type { PanelProps } from '../panel-props.ts'
import styles from './excess-dialog.module.css'

/** More was ticked than may be (spec 2 §4). Only Confirm, or Escape for it, closes it. */
export const ExcessDialog = ({
  most,
  text,
  onConfirm,
}: {
  readonly most: number
  readonly text: PanelProps['text']
  onConfirm(): void
}) => (
  <ModalOverlay isOpen className={styles.veil ?? ''} onOpenChange={onConfirm}>
    <Modal className={styles.modal ?? ''}>
      <Dialog role="alertdialog" className={styles.dialog ?? ''}>
        <Heading slot="title" level={2} className={styles.title ?? ''}>
          {text('question.tooManyTitle')}
        </Heading>
        <p>{text('question.tooManyOptions', { max: most })}</p>
        <p className={styles.help}>{text('question.tooManyHelp')}</p>
        <Button autoFocus className={styles.confirm ?? ''} onPress={onConfirm}>
          {text('question.tooManyConfirm')}
        </Button>
      </Dialog>
    </Modal>
  </ModalOverlay>
)
