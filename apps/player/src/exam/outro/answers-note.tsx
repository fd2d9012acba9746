import { usePlayer } from '../../api/player-context.tsx'
import { reasonMessage } from '../../sync/reason-message.ts'
import type { AnswersAt } from '../../sync/where-answers-are.ts'
import { Icon } from '../../ui/icon.tsx'
import { SaveHandIn } from '../hand-in/save-hand-in.tsx'
import styles from './answers-note.module.css'

/** Says how many answers the server has, which ones only this device has, why, and what to do about it. */
export const AnswersNote = ({ formRunGuid, answersAt }: { readonly formRunGuid: string; readonly answersAt: AnswersAt }) => {
  const { text } = usePlayer()
  const { onServer, onlyHere, isChecking = false } = answersAt
  if (onlyHere.length === 0 && isChecking) {
    return (
      <p role="status" className={styles.there}>
        <Icon name="clock" />
        <span>{text('outro.answersChecking')}</span>
      </p>
    )
  }
  if (onlyHere.length === 0) {
    return onServer === 0 ? null : (
      <p className={styles.there}>
        <Icon name="check" />
        <span>{text('outro.answersThere', { count: onServer })}</span>
      </p>
    )
  }
  return (
    <section role="alert" className={styles.missing}>
      <p className={styles.head}>
        <Icon name="alert" />
        <span>{text('outro.answersOnlyHere', { count: onlyHere.length, there: onServer })}</span>
      </p>
      <ul>
        {onlyHere.map(({ questionId, number, reason }) => (
          <li key={questionId}>
            {number !== undefined && `${text('exam.question', { number })}: `}
            {reason === undefined ? text('outro.answerWaits') : text(reasonMessage(reason) ?? 'outro.answerRefused')}
          </li>
        ))}
      </ul>
      <p>{text('outro.answersWhatToDo')}</p>
      <SaveHandIn formRunGuid={formRunGuid} />
    </section>
  )
}
