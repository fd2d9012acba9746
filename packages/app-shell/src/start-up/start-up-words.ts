import { type Catalogue, createCatalogue } from '@sitwell/i18n/catalogue'
import type { Language } from '@sitwell/i18n/languages'
import { loadMessages } from '@sitwell/i18n/load-messages'
import { createContext, useContext } from 'react'

export type StartUpWords = Pick<Catalogue, 'text' | 'textOrDefault'>

/** The words of the first screens, and what language they are in. */
export interface FirstWords {
  readonly language: Language
  readonly words: StartUpWords
}

/** Milliseconds before texts that didn't come are asked for again; the page that stands meanwhile says what to do. */
const againMs = 3000

/** The default wording, while no organisation's is known. Resolves once it is there. */
export const loadFirstWords = async (language: Language, wait: (ms: number) => Promise<void>): Promise<FirstWords> => {
  for (;;) {
    try {
      return { language, words: createCatalogue(await loadMessages(language.tag, 'visitor'), language) }
    } catch {
      await wait(againMs)
    }
  }
}

/** What the screens speak that may stand before the organisation's texts are there. */
export const StartUpWordsContext = createContext<StartUpWords | undefined>(undefined)

export const useStartUpWords = (): StartUpWords => {
  const words = useContext(StartUpWordsContext)
  if (words === undefined) throw new Error('useStartUpWords must be called inside of the app')
  return words
}
