import { type Catalogue, createCatalogue } from '@sitwell/i18n/catalogue'
import type { Language } from '@sitwell/i18n/languages'
import { loadMessages } from '@sitwell/i18n/load-messages'
import type { AttemptMessageId } from '@sitwell/i18n/message-ids'

/** What is said around attempts, which most exams never load. */
export type AttemptWords = (id: AttemptMessageId, values?: Parameters<Catalogue['text']>[1]) => string

const byLanguage = new Map<string, Promise<AttemptWords | undefined>>()

/** Undefined where they don't come, and asked for again the next time. */
export const loadWords = (language: Language): Promise<AttemptWords | undefined> => {
  const found = byLanguage.get(language.tag)
  if (found) return found
  const loading = loadMessages(language.tag, 'attempts').then(
    (messages): AttemptWords => createCatalogue(messages, language).text,
    () => {
      byLanguage.delete(language.tag)
      return undefined
    },
  )
  byLanguage.set(language.tag, loading)
  return loading
}
