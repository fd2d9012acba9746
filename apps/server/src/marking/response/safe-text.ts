import type { MarkedText } from '@sitwell/contract'
import type { ReadLine } from '@sitwell/question-types/rules'
import { looksLikeHtml } from '@sitwell/safe-html/looks-like-html'
import { cleanHtml } from '../../import/html/clean-html.ts'
import type { FindFile } from '../../import/html/html-writer.ts'

/** Whether an address leads out of the exam's own folder of files. */
const leadsOut = (address: string) => /^[a-z][a-z\d+.-]*:|^[/\\]|\\|(?:^|\/)\.\.(?:\/|$)/i.test(address)

/** Files of the exam alone, and no link: a server elsewhere would learn that, and when, an answer is marked. */
const ownFiles: FindFile = (address, use) => (use === 'link' || leadsOut(address) ? undefined : address)

/**
 * A text of a question or an answer for a marker's page. HTML is cleaned whoever wrote it: what an option is called comes back with the answer, and may be
 * anything. Pictures stay that are files of the exam, or that the text carries in itself.
 */
export const safeText = ({ text, isHtml }: Pick<ReadLine['value'], 'isHtml' | 'text'>): MarkedText =>
  isHtml && looksLikeHtml(text) ? { text: safeHtml(text), isHtml: true } : { text, isHtml: false }

/** HTML in which nothing acts, and that loads nothing from elsewhere. What isn't HTML stays as it was typed, as everywhere (`looksLikeHtml`). */
export const safeHtml = (html: string): string => cleanHtml(html, ownFiles).html
