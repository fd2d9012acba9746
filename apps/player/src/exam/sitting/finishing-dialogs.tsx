import type { Question } from '@sitwell/contract'
import type { SnapshotFrom } from 'xstate'
import { usePlayer } from '../../api/player-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { finishingMachine } from './finishing.machine.ts'
import styles from './finishing-dialogs.module.css'

/** The two stages of finishing; the second names each unanswered question and leads back to it. */
export const FinishingDialogs = ({
  state,
  examName,
  isPractice,
  unanswered,
  onConfirm,
  onFinishAllTheSame,
  onCancel,
  onPick,
}: {
  readonly state: SnapshotFrom<typeof finishingMachine>
  readonly examName: string
  readonly isPractice: boolean
  readonly unanswered: readonly Question[]
  onConfirm(): void
  onFinishAllTheSame(): void
  onCancel(): void
  onPick(questionId: string): void
}) => {
  const { text } = usePlayer()
  if (state.matches('confirming')) {
    return (
      <Dialog
        role="alertdialog"
        title={text(isPractice ? 'exam.practiceFinishTitle' : 'exam.finishTitle', { exam: examName })}
        actions={
          <>
            <Button onPress={onCancel} autoFocus>
              {text('exam.finishCancel')}
            </Button>
            <Button variant="primary" onPress={onConfirm}>
              {text('exam.finishConfirm')}
            </Button>
          </>
        }
      >
        <p>{text(isPractice ? 'exam.practiceFinishText' : 'exam.finishText')}</p>
      </Dialog>
    )
  }
  if (!state.matches('confirming_unanswered')) return null
  return (
    <Dialog
      role="alertdialog"
      title={text('exam.unansweredTitle')}
      actions={
        <>
          <Button onPress={onCancel} autoFocus>
            {text('exam.finishCancel')}
          </Button>
          <Button variant="primary" onPress={onFinishAllTheSame}>
            {text('exam.unansweredConfirm')}
          </Button>
        </>
      }
    >
      <p>{text('exam.unansweredText')}</p>
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
