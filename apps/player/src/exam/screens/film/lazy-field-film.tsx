import type { CountedRecording } from '@sitwell/question-types/panels'
import { useFilms } from './lazy-films.tsx'

/** A film of a question whose plays are counted. */
export const LazyFieldFilm = (recording: CountedRecording) => {
  const films = useFilms()
  return films && <films.FieldFilm {...recording} words={films.words} />
}
