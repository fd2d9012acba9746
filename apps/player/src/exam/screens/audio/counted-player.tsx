import type { CountedRecording } from '@sitwell/question-types/panels'
import { useHtmlReading } from '@sitwell/ui/html-reading.tsx'
import { AudioPlayer, type FilmOfPlayer } from './audio-player.tsx'

/** Seconds of a recording between two notes of where it stands: each is a change of the answer. */
const noteEverySeconds = 5

/**
 * A recording of a question whose plays are counted. It can be paused, since one that begins by itself has to be; one that was broken
 * off continues where it stood, on whatever device.
 */
export const CountedPlayer = ({
  title,
  film,
  recording: { src, captions, most, autoPlay, repeats, plays, isHeld, onPlay, onHeard },
}: {
  readonly title: string
  readonly film?: FilmOfPlayer
  readonly recording: CountedRecording
}) => {
  const { resolveUrl } = useHtmlReading()
  return (
    <AudioPlayer
      title={title}
      url={src}
      address={resolveUrl?.(src)}
      captions={captions === undefined ? undefined : resolveUrl?.(captions)}
      manner={{ autoPlay, autoDelay: 1, autoRepeat: most === 0 || plays.count < most, canPause: true }}
      heard={{ elapsedSeconds: plays.atSeconds ?? 0, finished: plays.count > 0 && plays.atSeconds === undefined }}
      isHeld={isHeld}
      elapsedUpdateSeconds={noteEverySeconds}
      onElapsed={({ elapsedSeconds, finished }) => onHeard(finished ? undefined : elapsedSeconds)}
      counting={{ count: plays.count, most, repeats, onPlay }}
      {...(film && { film })}
    />
  )
}
