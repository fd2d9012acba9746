import { type Catalogue, createCatalogue } from '@sitwell/i18n/catalogue'
import type { Language } from '@sitwell/i18n/languages'
import { loadMessages } from '@sitwell/i18n/load-messages'
import { useEffect, useState } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'

/** The words about the times of parts, which exams without any never load. */
export type PartTimeWords = Catalogue['text']

let loaded: PartTimeWords | undefined

/** A page speaks one language. */
export const loadWords = async (language: Language): Promise<PartTimeWords> => {
  loaded ??= createCatalogue(await loadMessages(language.tag, 'partTime'), language).text
  return loaded
}

/** At once where they were loaded ahead. */
export const usePartTimeWords = (): PartTimeWords | undefined => {
  const { language, reportError } = usePlayer()
  const [words, setWords] = useState(() => loaded)
  useEffect(() => {
    loadWords(language)
      .then((found) => setWords(() => found))
      .catch((error: unknown) => reportError(error, 'part times'))
  }, [language, reportError])
  return words
}
