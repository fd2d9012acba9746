import { createCatalogue } from '@sitwell/i18n/catalogue'
import type { Values } from '@sitwell/i18n/format'
import type { Language } from '@sitwell/i18n/languages'
import { loadMessages } from '@sitwell/i18n/load-messages'
import type { MessageId, OfficeMessageId, SettingsMessageId } from '@sitwell/i18n/message-ids'
import { use } from 'react'
import { useOffice } from '../office-context.tsx'

/** The texts of the pages of settings, beside those of the office. */
export type SettingsText = (id: MessageId | OfficeMessageId | SettingsMessageId, values?: Values) => string

type Words = (id: SettingsMessageId, values?: Values) => string

const byLanguage = new Map<string, Promise<{ readonly ids: ReadonlySet<string>; readonly words: Words }>>()

/** The texts of a language, which only these pages load: they explain every setting. */
const wordsIn = (language: Language) => {
  const found = byLanguage.get(language.tag)
  if (found) return found
  const loading = loadMessages(language.tag, 'settings').then((messages) => ({
    ids: new Set(Object.keys(messages)),
    // Boundary: a catalogue is typed by the texts of the player.
    words: createCatalogue(messages, language).text as unknown as Words,
  }))
  byLanguage.set(language.tag, loading)
  // Asked for again the next time.
  loading.catch(() => byLanguage.delete(language.tag))
  return loading
}

/** Suspends until the texts are there. Throws if they don't come, as a page does whose code doesn't come. */
export const useSettingsText = (): SettingsText => {
  const { language, text } = useOffice()
  const { ids, words } = use(wordsIn(language))
  // Boundary: each id is of one of the two.
  return (id, values) => (ids.has(id) ? words(id as SettingsMessageId, values) : text(id as OfficeMessageId, values))
}
