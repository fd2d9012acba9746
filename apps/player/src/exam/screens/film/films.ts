import type { Language } from '@sitwell/i18n/languages'
import { loadMessages } from '@sitwell/i18n/load-messages'
import { TextAudio } from '../media/text-audio.tsx'
import { FieldFilm } from './field-film.tsx'
import { filmTexts } from './film-texts.ts'
import { TextFilm } from './text-film.tsx'

/** All that shows films, and sounds of texts with the same controls, and what it says in a language, loaded as one. */
export const filmsIn = async (language: Language) => ({
  TextAudio,
  TextFilm,
  FieldFilm,
  words: filmTexts(await loadMessages(language.tag, 'films'), language),
})

export type Films = Awaited<ReturnType<typeof filmsIn>>
