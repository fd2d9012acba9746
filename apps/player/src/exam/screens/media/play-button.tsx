import { Button } from '@sitwell/ui/button.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import { usePlayer } from '../../../context/player-context.tsx'
import styles from './play-button.module.css'

const labels = ['exam.audioPlay', 'exam.audioPause', 'exam.audioGoOn', 'exam.audioAgain'] as const

/**
 * What it does next. It is as wide as the longest of these: nothing beside or below it moves as a recording begins or ends. One button
 * throughout, also if one that failed is tried again: whoever has the focus on it keeps it.
 */
export const PlayButton = ({
  isPlaying,
  isFinished,
  hasBegun,
  isDisabled,
  onPress,
  retry,
}: {
  readonly isPlaying: boolean
  readonly isFinished: boolean
  readonly hasBegun: boolean
  readonly isDisabled: boolean
  onPress(): void
  /** It failed, and can be tried again. */
  readonly retry?: (() => void) | undefined
}) => {
  const { text } = usePlayer()
  const label = () => {
    if (isPlaying) return 'exam.audioPause'
    if (isFinished) return 'exam.audioAgain'
    return hasBegun ? 'exam.audioGoOn' : 'exam.audioPlay'
  }
  if (retry) return <Button onPress={retry}>{text('exam.retry')}</Button>
  return (
    <Button variant="primary" isDisabled={isDisabled} onPress={onPress}>
      <Icon name={isPlaying ? 'pause' : 'play'} />{' '}
      <span className={styles.labels}>
        {labels.map((id) => (
          <span key={id} data-shown={id === label()}>
            {text(id)}
          </span>
        ))}
      </span>
    </Button>
  )
}
