import type { MessageId } from '@sitwell/i18n/message-ids'
import { Icon, type IconName } from '@sitwell/ui/icon.tsx'
import { usePlayer } from '../../../context/player-context.tsx'
import type { SaveState } from '../../../sync/answers/answer-book.ts'
import type { FormRun } from '../../../sync/form-run/form-run.ts'
import { useSaveState } from '../../session/run/use-answer.ts'
import styles from './question-view.module.css'

const shown: Record<SaveState, { readonly id: MessageId; readonly icon: IconName }> = {
  'on-server': { id: 'exam.saved', icon: 'check' },
  sending: { id: 'exam.saving', icon: 'cloud' },
  keeping: { id: 'exam.saving', icon: 'cloud' },
  late: { id: 'exam.late', icon: 'clock' },
  closed: { id: 'exam.closedPart', icon: 'clock' },
  reading: { id: 'exam.readingPart', icon: 'clock' },
  review: { id: 'exam.review', icon: 'clock' },
  'in-pause': { id: 'exam.inPause', icon: 'clock' },
  'on-device': { id: 'exam.keptHere', icon: 'cloudOff' },
}

/**
 * Says quietly where the answer to a question is, also to screen readers: what it comes to, not each time that it is on its way. Its
 * place is there before it has something to say.
 */
export const SavedState = ({ formRun, questionId }: { readonly formRun: FormRun; readonly questionId: string }) => {
  const { text } = usePlayer()
  const state = useSaveState(formRun, questionId)
  return (
    <p role="status" className={styles.saved} data-testid="saved-state" data-state={state ?? 'none'}>
      {state !== undefined && (
        <>
          <Icon name={shown[state].icon} className={styles.savedIcon} />
          <span aria-hidden={shown[state].id === 'exam.saving'}>{text(shown[state].id)}</span>
        </>
      )}
    </p>
  )
}
