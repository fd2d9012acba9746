import { looksLikeHtml } from '@sitwell/safe-html/looks-like-html'

/** Characters of nobody's use: an author's brackets until the HTML is written. */
const [opens, closes] = ['\ue020', '\ue021']

/** Text that would be a blank or a passage if it were in brackets (`blank-tokens.ts` and `tokens.ts` of question-types). */
const likeBlank = /\[([vh]\d+)\]/gi

/** Whether a text of an author's own would be taken for a blank. */
export const looksLikeBlank = (text: string): boolean => text.search(likeBlank) >= 0

/** Puts an author's square brackets aside, because in a text with blanks only those of its blanks stand as such. */
export const hideBrackets = (text: string): string =>
  text.replace(likeBlank, '($1)').replaceAll('[', opens).replaceAll(']', closes)

/** Writes them by their names, which is how a page shows them as they were and no blank is found in them. */
export const showBrackets = (html: string): string => {
  if (!html.includes(opens) && !html.includes(closes)) return html
  const whole = looksLikeHtml(html) ? html : html.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return whole.replaceAll(opens, '&lbrack;').replaceAll(closes, '&rbrack;')
}

/** HTML with the square brackets of its author by their names, before its blanks are put in. */
export const namedBrackets = (html: string): string => showBrackets(hideBrackets(html))

/** What is reported where {@link looksLikeBlank} holds. */
export const likeBlankNote = {
  what: 'square brackets',
  why: 'What would be taken for a blank or a passage, such as [V1], stands in round brackets.',
  loss: 'nothing',
} as const
