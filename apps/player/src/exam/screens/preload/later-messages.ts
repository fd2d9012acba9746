import { type Catalogue, createCatalogue } from '@sitwell/i18n/catalogue'
import type { Language } from '@sitwell/i18n/languages'
import { loadMessages } from '@sitwell/i18n/load-messages'
import { use } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'

/** What is said around explained words, films, times of parts, code of questions and attempts, which most exams never load. */
export type LaterMessages = Catalogue['text']

const byLanguage = new Map<string, Promise<LaterMessages | undefined>>()

/** Undefined if they don't come, and asked for again the next time. */
const wordsIn = (language: Language): Promise<LaterMessages | undefined> => {
  const found = byLanguage.get(language.tag)
  if (found) return found
  const loading = loadMessages(language.tag, 'later').then(
    (messages): LaterMessages => createCatalogue(messages, language).text,
    () => {
      byLanguage.delete(language.tag)
      return undefined
    },
  )
  byLanguage.set(language.tag, loading)
  return loading
}

/** Throws an error if they don't come. */
export const loadLaterMessages = async (language: Language): Promise<LaterMessages> => {
  const words = await wordsIn(language)
  if (!words) throw new Error(`The words of this exam have not come in ${language.tag}`)
  return words
}

/** At once where they were loaded ahead; suspends until they are there, and is undefined if they don't come. */
export const useLaterMessages = (): LaterMessages | undefined => use(wordsIn(usePlayer().language))
