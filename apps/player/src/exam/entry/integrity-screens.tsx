import { usePlayer } from '../../api/player-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Page } from '../../ui/page.tsx'

/** What an organisation says of its integrity monitor before that starts. */
export const IntegrityGuidance = ({ guidance, onContinue }: { readonly guidance: string; onContinue(): void }) => {
  const { text } = usePlayer()
  return (
    <Page width="card" heading={text('exam.monitorCheck')}>
      <Card width="card">
        <p>{guidance}</p>
        <Button variant="primary" onPress={onContinue}>
          {text('exam.continue')}
        </Button>
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
  /** Absent where there is no way back. */
  onBack?: (() => void) | undefined
}) => {
  const { text } = usePlayer()
  return (
    <Page width="card" heading={text('exam.monitorError')}>
      <Card width="card">
        <p>{text('exam.monitorErrorHelp')}</p>
        <ul role="alert">
          {problems.map((problem) => (
            <li key={problem} dir="auto">
              {problem}
            </li>
          ))}
        </ul>
        {onBack && <Button onPress={onBack}>{text('exam.backToSchedules')}</Button>}{' '}
        <Button variant="primary" onPress={onRetry}>
          {text('exam.retry')}
        </Button>
      </Card>
    </Page>
  )
}
