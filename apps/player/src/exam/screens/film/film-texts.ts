import { createCatalogue, type Messages } from '@sitwell/i18n/catalogue'
import type { Values } from '@sitwell/i18n/format'
import type { Language } from '@sitwell/i18n/languages'
import type { FilmMessageId } from '@sitwell/i18n/message-ids'

/** A text of what is said of films, which comes with the code that shows them. */
export type FilmTexts = (id: FilmMessageId, values?: Values) => string

export const filmTexts = (messages: Messages, language: Language): FilmTexts => createCatalogue(messages, language).text
