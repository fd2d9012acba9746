import { isFilm } from '@sitwell/exam/media/film'
import type { CountedRecording } from '@sitwell/question-types/panels'
import { usePlayer } from '../../../context/player-context.tsx'
import { LazyFieldFilm } from '../film/lazy-field-film.tsx'
import { CountedPlayer } from './counted-player.tsx'

/** A recording of a question, of sound or a film. */
const FieldRecording = (recording: CountedRecording) => {
  const { text } = usePlayer()
  if (isFilm(recording.src)) return <LazyFieldFilm {...recording} />
  return <CountedPlayer title={text('exam.audioTitle')} recording={recording} />
}

export default FieldRecording
