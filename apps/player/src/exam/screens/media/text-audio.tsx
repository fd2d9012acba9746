import { usePlayer } from '../../../context/player-context.tsx'
import { MediumBar } from './medium-bar.tsx'
import styles from './text-media.module.css'
import { hasFile, useMedium } from './use-medium.ts'

/**
 * A sound of a text, with controls that are the same in every browser and offer nothing but to hear it: the browser's own have a menu
 * that downloads. What is said is shown while it is heard, where the author gave the words.
 */
export const TextAudio = ({ audio }: { readonly audio: HTMLAudioElement }) => {
  const { text } = usePlayer()
  const medium = useMedium(audio)
  const { shown, captions } = medium
  const name = audio.title === '' ? text('exam.audioTitle') : audio.title
  return (
    <span role="group" aria-label={name} className={styles.audio} dir={document.documentElement.dir}>
      <MediumBar medium={medium} mayRetry={hasFile(audio)} progress={text('exam.audioProgress')} />
      {captions !== undefined && (
        <span className={styles.captions} data-testid="captions">
          {captions}
        </span>
      )}
      <span role="status" className={styles.failed}>
        {shown.isFailed && text('exam.soundFailed')}
      </span>
    </span>
  )
}
