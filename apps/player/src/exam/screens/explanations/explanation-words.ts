import { type Catalogue, createCatalogue } from '@sitwell/i18n/catalogue'
import type { Language } from '@sitwell/i18n/languages'
import { loadMessages } from '@sitwell/i18n/load-messages'

const byLanguage = new Map<string, Promise<Catalogue['text'] | undefined>>()

/** The words around explanations, which most exams never load; undefined where they don't come, and asked for again the next time. */
export const loadWords = (language: Language): Promise<Catalogue['text'] | undefined> => {
  const found = byLanguage.get(language.tag)
  if (found) return found
  const loading = loadMessages(language.tag, 'explanations').then(
    (messages) => createCatalogue(messages, language).text,
    () => {
      byLanguage.delete(language.tag)
      return undefined
    },
  )
  byLanguage.set(language.tag, loading)
  return loading
}
