import { Layer } from '@sitwell/layer/layer.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import { type ReactNode, useId } from 'react'
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
  const titleId = useId()
  if (!isOpen) return null
  return (
    <Layer look={{ veil: styles.veil, dialog: styles.drawer }} titleId={titleId} isDismissable onClose={onClose}>
      <div className={styles.drawerHead}>
        <h2 id={titleId} className={styles.drawerTitle}>
          {text('exam.questions')}
        </h2>
        <Button variant="quiet" isIcon onPress={onClose} aria-label={text('exam.closeQuestions')}>
          <Icon name="close" />
        </Button>
      </div>
      {children}
    </Layer>
  )
}
