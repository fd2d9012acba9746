import { sectionsAround } from '@sitwell/exam/paper/paper'
import { Html } from '@sitwell/ui/html.tsx'
import { useHtmlReading } from '@sitwell/ui/html-reading.tsx'
import { usePlayer } from '../../../context/player-context.tsx'
import type { HeardAudio } from '../../../sync/form-run/heard-audio.ts'
import type { LoadedExam } from '../../content/loaded-exam.ts'
import { AudioPlayer } from './audio-player.tsx'
import styles from './section-audio.module.css'

/**
 * The recordings of the sections around a question, the outermost first. One continues while the learner moves inside its section,
 * and stops where it is when they leave it.
 */
const SectionAudio = ({
  exam,
  questionId,
  heard,
  isHeld,
}: {
  readonly exam: LoadedExam
  readonly questionId: string
  readonly heard: HeardAudio
  /** The exam is paused. */
  readonly isHeld: boolean
}) => {
  const { text } = usePlayer()
  const { resolveUrl } = useHtmlReading()
  return sectionsAround(exam.paper, questionId).flatMap(({ id }) => {
    const media = exam.sections.get(id)?.media
    if (media === undefined) return []
    const { title, text: words, url, ...manner } = media
    return (
      <div key={id} className={styles.recording}>
        {words !== '' && <Html html={words} />}
        <AudioPlayer
          title={title === '' ? text('exam.audioTitle') : title}
          url={url}
          address={resolveUrl?.(url)}
          manner={manner}
          heard={heard.of(id)}
          isHeld={isHeld}
          onElapsed={(state) => heard.keep(id, state)}
        />
      </div>
    )
  })
}

export default SectionAudio
