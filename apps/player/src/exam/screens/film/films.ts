import type { Language } from '@sitwell/i18n/languages'
import { TextAudio } from '../media/text-audio.tsx'
import { loadLaterMessages } from '../preload/later-messages.ts'
import { FieldFilm } from './field-film.tsx'
import { TextFilm } from './text-film.tsx'

/** All that shows films, and sounds of texts with the same controls, and what it says in a language, loaded as one. */
export const filmsIn = async (language: Language) => ({
  TextAudio,
  TextFilm,
  FieldFilm,
  words: await loadLaterMessages(language),
})

export type Films = Awaited<ReturnType<typeof filmsIn>>
