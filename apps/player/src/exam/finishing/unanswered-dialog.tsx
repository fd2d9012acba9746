import type { Question } from '@sitwell/contract'
import { Button } from '@sitwell/ui/button.tsx'
import { Dialog } from '@sitwell/ui/dialog.tsx'
import { usePlayer } from '../../api/player-context.tsx'
import styles from './finishing-dialogs.module.css'

/** The second stage of finishing: names each unanswered question, and leads back to it. */
export const UnansweredDialog = ({
  title,
  body,
  unanswered,
  onCancel,
  onFinish,
  onPick,
}: {
  readonly title: string
  readonly body: string
  readonly unanswered: readonly Question[]
  onCancel(): void
  onFinish(): void
  onPick(questionId: string): void
}) => {
  const { text } = usePlayer()
  return (
    <Dialog
      role="alertdialog"
      title={title}
      actions={
        <>
          <Button onPress={onCancel} autoFocus>
            {text('exam.finishCancel')}
          </Button>
          <Button variant="primary" isIrreversible onPress={onFinish}>
            {text('exam.unansweredConfirm')}
          </Button>
        </>
      }
    >
      <p>{body}</p>
      <ul className={styles.list}>
        {unanswered.map(({ id, number }) => (
          <li key={id}>
            <button type="button" className={styles.link} onClick={() => onPick(id)}>
              {text('exam.question', { number })}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
