import { type Catalogue, createCatalogue } from '@sitwell/i18n/catalogue'
import type { Values } from '@sitwell/i18n/format'
import { english, type Language, languageOfTag } from '@sitwell/i18n/languages'
import { loadMessages } from '@sitwell/i18n/load-messages'
import type { DrawingMessageId } from '@sitwell/i18n/message-ids'
import { useEffect, useState } from 'react'
import { countsOf, type Mark } from '../../drawing/drawing.ts'

/** What is said of drawings, in the language of the page. */
export interface DrawingWords {
  readonly language: Language
  text(id: DrawingMessageId, values?: Values): string
}

let known: { readonly language: Language; readonly catalogue: Catalogue } | undefined

/** English where there is no page, as in a test without a browser. */
const pageLanguage = () =>
  (typeof document === 'undefined' ? undefined : languageOfTag(document.documentElement.lang)) ?? english

/** Fetches the words; with the code that draws, so that both are there without a network. */
export const loadWords = async (): Promise<void> => {
  const language = pageLanguage()
  if (known?.language === language) return
  known = { language, catalogue: createCatalogue(await loadMessages(language.tag, 'writing'), language) }
}

const wordsNow = (): DrawingWords => {
  if (!known) throw new Error('What is said of drawings is loaded with what draws them.')
  const { language, catalogue } = known
  return { language, text: (id, values) => catalogue.text(id, values) }
}

/** `text` is another function in another language. */
export const useWords = (text: unknown): DrawingWords => {
  const [words, setWords] = useState(wordsNow)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language is known by another function
  useEffect(() => {
    let isOver = false
    if (known?.language === pageLanguage()) return
    loadWords().then(
      () => {
        if (!isOver) setWords(wordsNow)
      },
      // Without a network they stay in the language before.
      () => undefined,
    )
    return () => {
      isOver = true
    }
  }, [text])
  return words
}

/** What was drawn, as it is read out: “3 strokes, 1 line”. */
export const drawnInWords = (marks: readonly Mark[], { language, text }: DrawingWords): string => {
  const { stroke, line, text: texts } = countsOf({ marks })
  const parts = [
    ...(stroke > 0 ? [text('drawing.strokes', { count: stroke })] : []),
    ...(line > 0 ? [text('drawing.lines', { count: line })] : []),
    ...(texts > 0 ? [text('drawing.texts', { count: texts })] : []),
  ]
  if (parts.length === 0) return text('drawing.nothing')
  return new Intl.ListFormat(language.code, { type: 'unit', style: 'short' }).format(parts)
}
