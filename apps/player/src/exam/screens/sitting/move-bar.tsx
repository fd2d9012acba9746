import { Button } from '@sitwell/ui/button.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import { usePlayer } from '../../../context/player-context.tsx'
import styles from './sitting.module.css'

/** Previous and Next with `current / total` between them (spec 3 §2). */
export const MoveBar = ({
  current,
  total,
  canGoBack,
  canGoOn,
  onPrevious,
  onNext,
}: {
  readonly current: number
  readonly total: number
  /** Whether there is a question to go to, this way and that. */
  readonly canGoBack: boolean
  readonly canGoOn: boolean
  onPrevious(): void
  onNext(): void
}) => {
  const { text } = usePlayer()
  return (
    <div role="group" aria-label={text('exam.moveLabel')} className={styles.move}>
      <Button onPress={onPrevious} isDisabled={!canGoBack} aria-label={text('exam.previous')}>
        <Icon name="previous" />
        <span className={styles.previousLabel}>{text('exam.previous')}</span>
      </Button>
      <div className={styles.progress} dir="ltr" data-testid="progress">
        {text('exam.progress', { current, total })}
      </div>
      <Button variant="primary" onPress={onNext} isDisabled={!canGoOn} aria-label={text('exam.next')}>
        <span className={styles.nextLabel}>{text('exam.next')}</span>
        <Icon name="next" />
      </Button>
    </div>
  )
}
