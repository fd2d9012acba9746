import { looksLikeHtml } from '@sitwell/safe-html/looks-like-html'
import type { HtmlReading } from './html-reading.tsx'

/** Whether a text of the content shows as it was typed, its angle brackets too, and not as HTML. */
export const isShownAsTyped = (text: string, { showsPlainTextAsTyped = false }: HtmlReading): boolean =>
  showsPlainTextAsTyped && !looksLikeHtml(text)
