import { Button } from '@sitwell/ui/button.tsx'
import { Card } from '@sitwell/ui/card.tsx'
import { Page } from '@sitwell/ui/page.tsx'
import { usePlayer } from '../../context/player-context.tsx'
import styles from './integrity-screens.module.css'

/** What may be missing (spec 2 §5), and what happens to a script; the server's own words stand as they came. */
const known = {
  'First name is blank': 'exam.monitorFirstName',
  'Last name is blank': 'exam.monitorLastName',
  'User ID is blank': 'exam.monitorUserId',
  'Email is blank': 'exam.monitorEmail',
  'qualification ID (course ID) is blank': 'exam.monitorCourseId',
  'activity ID (object ID) is blank': 'exam.monitorActivityId',
  'The script of the integrity monitor did not get ready': 'exam.monitorNotReady',
  'The script of the integrity monitor could not be loaded': 'exam.monitorNotLoaded',
} as const
const isKnown = (problem: string): problem is keyof typeof known => Object.hasOwn(known, problem)

/** What an organisation says of its integrity monitor before that starts. */
export const IntegrityGuidance = ({ guidance, onContinue }: { readonly guidance: string; onContinue(): void }) => {
  const { text } = usePlayer()
  return (
    <Page width="card" heading={text('exam.monitorCheck')}>
      <Card width="card" className={styles.card}>
        <p>
          <bdi>{guidance}</bdi>
        </p>
        <div className={styles.actions}>
          <Button variant="primary" onPress={onContinue}>
            {text('exam.continue')}
          </Button>
        </div>
      </Card>
    </Page>
  )
}

/** Why the monitor didn't start, with what is missing; nothing is lost. */
export const IntegrityError = ({
  problems,
  onRetry,
  onBack,
}: {
  readonly problems: readonly string[]
  onRetry(): void
  /** Absent if there is no way back. */
  onBack?: (() => void) | undefined
}) => {
  const { text } = usePlayer()
  return (
    <Page width="card" heading={text('exam.monitorError')}>
      <Card width="card" className={styles.card}>
        <p>{text('exam.monitorErrorHelp')}</p>
        <div role="alert">
          <ul className={styles.problems}>
            {problems.map((problem) => (
              <li key={problem}>
                <bdi>{isKnown(problem) ? text(known[problem]) : problem}</bdi>
              </li>
            ))}
          </ul>
        </div>
        <div className={styles.actions}>
          {onBack && <Button onPress={onBack}>{text('exam.backToSchedules')}</Button>}
          <Button variant="primary" onPress={onRetry}>
            {text('exam.retry')}
          </Button>
        </div>
      </Card>
    </Page>
  )
}
