import { playingTime } from '@sitwell/exam/media/audio'
import { usePlayer } from '../../../context/player-context.tsx'
import { PlayButton } from './play-button.tsx'
import styles from './text-media.module.css'
import type { Medium } from './use-medium.ts'

/** Seconds below which a sound or film is wound in tenths. */
const shortSeconds = 10

/** Play, place and volume of a sound or film of a text. */
export const MediumBar = ({
  medium: { shown, press, retry, wind, setVolume },
  mayRetry,
  progress,
}: {
  readonly medium: Medium
  /** It has a file: one that failed can be tried again. */
  readonly mayRetry: boolean
  /** What the place is called. */
  readonly progress: string
}) => {
  const { text } = usePlayer()
  const { isPlaying, isEnded, elapsedSeconds, totalSeconds, volume, isFailed } = shown
  const time = text('exam.audioTime', { elapsed: playingTime(elapsedSeconds), total: playingTime(totalSeconds) })
  return (
    <>
      <PlayButton
        {...{ isPlaying, isFinished: isEnded, isDisabled: isFailed }}
        hasBegun={elapsedSeconds > 0}
        onPress={press}
        retry={isFailed && mayRetry ? retry : undefined}
      />
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
      <span className={styles.time} data-known={totalSeconds > 0}>
        {time}
      </span>
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
