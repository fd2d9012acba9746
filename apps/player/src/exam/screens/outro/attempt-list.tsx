import type { Attempt } from '@sitwell/contract'
import { localTimeZone, longDate } from '@sitwell/i18n/dates'
import { usePlayer } from '../../../context/player-context.tsx'
import styles from './attempt-list.module.css'

/** When an attempt was completed; if there are several, each of them, to be looked at. */
export const AttemptList = ({
  attempts,
  chosen,
  onChoose,
}: {
  readonly attempts: readonly Attempt[]
  readonly chosen: string
  onChoose(formRunGuid: string): void
}) => {
  const { text, language } = usePlayer()
  const dateOf = ({ completedAt }: Attempt) => longDate(Date.parse(completedAt), localTimeZone(), language.code)
  const [only] = attempts
  if (attempts.length < 2) return only ? <p>{text('outro.completedAt', { date: dateOf(only) })}</p> : null
  return (
    <nav aria-label={text('outro.attempts')} className={styles.attempts}>
      <h2 className={styles.title}>{text('outro.attempts')}</h2>
      <ol className={styles.list}>
        {attempts.map((attempt, index) => (
          <li key={attempt.formRunGuid}>
            <button
              type="button"
              className={styles.attempt}
              aria-current={attempt.formRunGuid === chosen ? 'page' : undefined}
              onClick={() => onChoose(attempt.formRunGuid)}
            >
              <strong>{text('outro.attempt', { number: index + 1 })}</strong>
              <span>{dateOf(attempt)}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
