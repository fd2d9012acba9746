import { createContext, useContext } from 'react'
import { type Catalogue, createCatalogue } from '../../api/messages/catalogue.ts'
import { english, type Language } from '../../api/messages/languages.ts'
import { shellMessages } from '../../api/messages/shell-messages.ts'

export type StartUpWords = Pick<Catalogue, 'text' | 'textOrDefault'>

/** The default wording, while no organisation's is known. */
export const wordsIn = (language: Language): StartUpWords => createCatalogue(shellMessages, language)

/** What the screens speak that may stand before the organisation's texts are there. */
export const StartUpWordsContext = createContext<StartUpWords>(wordsIn(english))

export const useStartUpWords = (): StartUpWords => useContext(StartUpWordsContext)
