import type { Question } from '@sitwell/contract'
import { offersToRead, textToRead } from '@sitwell/question-types/rules'
import { cleanHtml } from '@sitwell/ui/clean-html.ts'
import type { HtmlReading } from '@sitwell/ui/html-reading.tsx'
import { isShownAsTyped } from '@sitwell/ui/shown-as-typed.ts'
import { namedBy } from '../question/short-text.ts'

const wordsIn = (text: string, reading: HtmlReading): string => {
  if (isShownAsTyped(text, reading)) return text
  // A document made by a parser runs no script and loads nothing.
  const { body } = new DOMParser().parseFromString(cleanHtml(text, reading.resolveUrl), 'text/html')
  for (const one of body.querySelectorAll<HTMLElement>('audio, video')) one.replaceWith(one.title)
  return namedBy(body)
}

/** What a question's text says where it shows, in one line: an image by its alternative text, a blank by its number, no markup. */
export const wordsOf = (question: Question, reading: HtmlReading): string => {
  const own = wordsIn(textToRead(question), reading)
  if (own.trim() !== '') return own
  // Some ask within what is answered alone, as a form does.
  const [offer] = offersToRead(question)
  const first = offer?.kind === 'list' ? offer.items[0] : undefined
  if (first === undefined) return own
  return first.isHtml ? wordsIn(first.text, reading) : first.text
}
