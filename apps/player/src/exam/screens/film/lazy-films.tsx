import type { Language } from '@sitwell/i18n/languages'
import { useEffect, useState } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import type { LoadedExam } from '../../content/loaded-exam.ts'
import type { Films } from './films.ts'

let loaded: Films | undefined

/** What shows films and sounds of texts, and what it says: most exams have none, and never load it. A page speaks one language. */
export const loadFilms = async (language: Language): Promise<Films> => {
  loaded ??= await (await import('./films.ts')).filmsIn(language)
  return loaded
}

/** Whether an exam has a film, of its own or of its organisation, or a sound in a text. */
export const hasFilms = ({ content }: Pick<LoadedExam, 'content'>): boolean =>
  /<(audi|vide)o|\.(mp4|webm)"/i.test(JSON.stringify(content))

/** At once where it was loaded ahead, so that nothing moves as the controls come. */
export const useFilms = () => {
  const { language, reportError } = usePlayer()
  const [films, setFilms] = useState(loaded)
  useEffect(() => {
    loadFilms(language)
      .then(setFilms)
      .catch((error: unknown) => reportError(error, 'films'))
  }, [language, reportError])
  return films
}

/** The controls of a sound or film in a text; without them it has those of the browser. */
export const LazyTextMedium = ({ element }: { readonly element: HTMLAudioElement | HTMLVideoElement }) => {
  const films = useFilms()
  if (!films) return null
  return element instanceof HTMLVideoElement ? (
    <films.TextFilm film={element} words={films.words} />
  ) : (
    <films.TextAudio audio={element} />
  )
}
