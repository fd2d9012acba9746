import { createCatalogue } from '@sitwell/i18n/catalogue'
import type { Values } from '@sitwell/i18n/format'
import type { Language } from '@sitwell/i18n/languages'
import { loadMessages } from '@sitwell/i18n/load-messages'
import type { CodeMessageId } from '@sitwell/i18n/message-ids'
import { useEffect, useState } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'

/** A text of what is said of questions with code of their own, which comes with what runs it. */
type CodeTexts = (id: CodeMessageId, values?: Values) => string

let loaded: CodeTexts | undefined

/** A page speaks one language. */
export const loadCodeTexts = async (language: Language): Promise<CodeTexts> => {
  loaded ??= createCatalogue(await loadMessages(language.tag, 'code'), language).text
  return loaded
}

/** At once where they were loaded ahead; undefined until they are there. */
export const useCodeTexts = (): CodeTexts | undefined => {
  const { language, reportError } = usePlayer()
  const [texts, setTexts] = useState(() => loaded)
  useEffect(() => {
    loadCodeTexts(language)
      .then((words) => setTexts(() => words))
      .catch((error: unknown) => reportError(error, 'texts of code'))
  }, [language, reportError])
  return texts
}
