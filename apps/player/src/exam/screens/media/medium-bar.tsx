import { playingTime } from '@sitwell/exam/media/audio'
import { Button } from '@sitwell/ui/button.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import { usePlayer } from '../../../context/player-context.tsx'
import styles from './text-media.module.css'
import type { Medium } from './use-medium.ts'

/** Seconds below which a sound or film is wound in tenths. */
const shortSeconds = 10

/** Play, place and volume of a sound or film of a text. */
export const MediumBar = ({
  medium: { shown, press, retry, wind, setVolume },
  mayRetry,
  progress,
  holdsTime = false,
}: {
  readonly medium: Medium
  /** It has a file: one that failed can be tried again. */
  readonly mayRetry: boolean
  /** What the place is called. */
  readonly progress: string
  /** The time stands there before it is known, so that nothing moves as it comes. */
  readonly holdsTime?: boolean
}) => {
  const { text } = usePlayer()
  const { isPlaying, isEnded, elapsedSeconds, totalSeconds, volume, isFailed } = shown
  const time = text('exam.audioTime', { elapsed: playingTime(elapsedSeconds), total: playingTime(totalSeconds) })
  const label = () => {
    if (isPlaying) return text('exam.audioPause')
    if (isEnded) return text('exam.audioAgain')
    return text(elapsedSeconds > 0 ? 'exam.audioGoOn' : 'exam.audioPlay')
  }
  return (
    <>
      {isFailed && mayRetry ? (
        <Button onPress={retry}>{text('exam.retry')}</Button>
      ) : (
        <Button variant="primary" isDisabled={isFailed} onPress={press}>
          <Icon name={isPlaying ? 'pause' : 'play'} /> {label()}
        </Button>
      )}
      <input
        type="range"
        className={styles.place}
        aria-label={progress}
        aria-valuetext={time}
        min={0}
        max={totalSeconds || 1}
        step={totalSeconds < shortSeconds ? 0.1 : 1}
        value={elapsedSeconds}
        disabled={totalSeconds === 0}
        onChange={({ currentTarget }) => wind(currentTarget.valueAsNumber)}
      />
      <span className={styles.time}>{(holdsTime || totalSeconds > 0) && time}</span>
      <label className={styles.volume}>
        <span>{text('exam.audioVolume')}</span>
        <input
          type="range"
          min={0}
          max={1}
          step={0.05}
          value={volume}
          onChange={({ currentTarget }) => setVolume(currentTarget.valueAsNumber)}
        />
      </label>
    </>
  )
}
