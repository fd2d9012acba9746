import { createCatalogue } from '@sitwell/i18n/catalogue'
import { english, languageOfTag } from '@sitwell/i18n/languages'
import { loadMessages } from '@sitwell/i18n/load-messages'
import type { MessageId } from '@sitwell/i18n/message-ids'
import { useEffect, useState } from 'react'

export type Text = (id: string, values?: Record<string, string | number>) => string

/**
 * What is said of formulas, in the language of the page; undefined while it isn't there. It comes with the editor, so that nobody loads it
 * who writes nothing. `text` is another function in another language.
 */
export const useFormulaTexts = (text: Text): Text | undefined => {
  const [loaded, setLoaded] = useState<{ readonly text: Text }>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language is known by another function
  useEffect(() => {
    let isOver = false
    const language = languageOfTag(document.documentElement.lang) ?? english
    loadMessages(language.tag, 'writing').then(
      (messages) => {
        const catalogue = createCatalogue(messages, language)
        // Boundary: an id that isn't there reads as such.
        if (!isOver) setLoaded({ text: (id, values) => catalogue.text(id as MessageId, values) })
      },
      // Without a network and a copy of them there is no button for formulas; those that are written stay as they are.
      () => undefined,
    )
    return () => {
      isOver = true
    }
  }, [text])
  return loaded?.text
}
