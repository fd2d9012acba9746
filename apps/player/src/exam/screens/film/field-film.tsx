import type { CountedRecording } from '@sitwell/question-types/panels'
import type { ReactNode } from 'react'
import type { PartsOfPlayer } from '../audio/audio-player.tsx'
import { CountedPlayer } from '../audio/counted-player.tsx'
import type { RecordingWords } from '../audio/recording-words.ts'
import type { LaterMessages } from '../preload/later-messages.ts'
import styles from './film.module.css'
import { FilmFrame } from './film-frame.tsx'
import { useWhyFailed } from './why-failed.ts'

const recordingWords = (words: LaterMessages): RecordingWords => ({
  loading: words('film.loading'),
  finished: words('film.finished'),
  playedOnce: words('film.finished'),
  noneLeft: words('film.noneLeft'),
  progress: words('film.progress'),
  playsLeft: (left) => words('film.playsLeft', { left }),
  // Why it isn't, is said beside it.
  failed: () => '',
})

/** A film within its question, its picture above its controls. */
const FieldFrame = ({
  film,
  isFailed,
  picture,
  captions,
  controls,
  words,
}: PartsOfPlayer & {
  readonly captions: ReactNode
  readonly controls: ReactNode
  readonly words: LaterMessages
}) => {
  const why = useWhyFailed(film, isFailed)
  return (
    <>
      <div className={styles.picture}>{picture}</div>
      <FilmFrame film={film} name={words('film.title')} captions={captions} words={words}>
        <div className={styles.controls}>
          {controls}
          <p role="status" className={styles.says}>
            {why && words(why)}
          </p>
        </div>
      </FilmFrame>
    </>
  )
}

/** A film with its plays counted as those of a sound are (decision 108). */
export const FieldFilm = ({ words, ...recording }: CountedRecording & { readonly words: LaterMessages }) => (
  <>
    {recording.least > 0 && <p className={styles.least}>{words('film.watchAtLeast', { least: recording.least })}</p>}
    <CountedPlayer
      title={words('film.title')}
      recording={recording}
      film={{
        words: recordingWords(words),
        captionsStyle: styles.captions,
        render: (parts) => <FieldFrame {...parts} words={words} />,
      }}
    />
  </>
)
