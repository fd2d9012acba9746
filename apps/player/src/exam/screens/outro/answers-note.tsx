import { Icon } from '@sitwell/ui/icon.tsx'
import { usePlayer } from '../../../context/player-context.tsx'
import { reasonMessage } from '../../../sync/answers/reason-message.ts'
import type { WorkAt } from '../../../sync/only-here/where-answers-are.ts'
import { SaveHandIn } from '../hand-in/save-hand-in.tsx'
import styles from './answers-note.module.css'
import type { AnswersStatus } from './follow-answers.ts'

interface NoteProps {
  readonly formRunGuid: string
  readonly answersAt: AnswersStatus
  /** Answers that the server has by its own word, whichever device they are of; undefined if it hasn't said so. */
  readonly onServer?: number | undefined
}

/** Says which files are lost: the server had them, and its database was set back. */
const LostFiles = ({ names }: { readonly names: readonly string[] }) => {
  const { text } = usePlayer()
  return (
    <section role="alert" className={styles.missing}>
      <p className={styles.head}>
        <Icon name="alert" />
        <span>{text('outro.filesLost', { count: names.length })}</span>
      </p>
      <ul>
        {names.map((name) => (
          <li key={name} data-lost-file={name}>
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
      <p>{text('outro.filesLostWhatToDo')}</p>
    </section>
  )
}

/** Says where the answers and files are that this device knows of, or that it can't say so. */
export const AnswersNote = ({ formRunGuid, answersAt, onServer }: NoteProps) => {
  if (answersAt === 'unknown') return <Unknown formRunGuid={formRunGuid} />
  return typeof answersAt === 'object' ? <Known formRunGuid={formRunGuid} answersAt={answersAt} onServer={onServer} /> : null
}

const Unknown = ({ formRunGuid }: Pick<NoteProps, 'formRunGuid'>) => {
  const { text } = usePlayer()
  return (
    <section role="alert" className={styles.missing}>
      <p className={styles.head}>
        <Icon name="alert" />
        <span>{text('outro.answersUnknown')}</span>
      </p>
      <p>{text('outro.answersUnknownWhatToDo')}</p>
      <SaveHandIn formRunGuid={formRunGuid} />
    </section>
  )
}

type KnownProps = NoteProps & { readonly answersAt: WorkAt }

const Known = ({ formRunGuid, answersAt, onServer }: KnownProps) => (
  <>
    {!(answersAt.onlyHere.length === 0 && answersAt.lostFiles.length > 0) && (
      <AnswersAtNote formRunGuid={formRunGuid} answersAt={answersAt} onServer={onServer} />
    )}
    {answersAt.lostFiles.length > 0 && <LostFiles names={answersAt.lostFiles} />}
  </>
)

/** Says how many answers the server has, which ones only this device has, why, and what to do about it. */
const AnswersAtNote = ({ formRunGuid, answersAt, onServer: status = 0 }: KnownProps) => {
  const { text } = usePlayer()
  const { onlyHere, isChecking = false, isUnanswered = false } = answersAt
  // It has acknowledged more since it said how many, where some were on their way then. What it has forgotten since, it says no more.
  const isForgotten = onlyHere.length > 0 && onlyHere.every(({ reason }) => reason === 'NOT_FOUND')
  const onServer = isForgotten ? answersAt.onServer : Math.max(status, answersAt.onServer)
  if (onlyHere.length === 0 && isUnanswered) {
    return (
      <section role="alert" className={styles.missing}>
        <p className={styles.head}>
          <Icon name="clock" />
          <span>{text('outro.answersUnanswered')}</span>
        </p>
        <SaveHandIn formRunGuid={formRunGuid} />
      </section>
    )
  }
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
            {number !== undefined && <span>{`${text('exam.question', { number })}: `}</span>}
            <span>{text(reason === undefined ? 'outro.answerWaits' : (reasonMessage(reason) ?? 'outro.answerRefused'))}</span>
          </li>
        ))}
      </ul>
      <p>{text('outro.answersWhatToDo')}</p>
      <SaveHandIn formRunGuid={formRunGuid} />
    </section>
  )
}
