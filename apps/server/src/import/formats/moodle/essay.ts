import { type BankHtml, hasTag } from '../../bank/bank-html.ts'
import type { BankAsks } from '../../bank/bank-question.ts'
import type { Element } from '../../files/xml.ts'
import { childOf, fieldOf, htmlIn, numberOf, rawText } from './moodle-xml.ts'

type Lost = { readonly what: string; readonly why: string }

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" }

/** A template as the text of a field without formats: its paragraphs are lines. */
const plainTemplate = (text: string): string =>
  hasTag(text)
    ? text
        .replace(/\s+/g, ' ')
        .replace(/<br\b[^<>]*>|<\/(?:p|div|li|tr|h\d)>/gi, '\n')
        .replace(/<[^<>]*>/g, '')
        .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => named[name] ?? '')
        .replace(/ *\n */g, '\n')
        .trim()
    : text.trim()

/** An essay: a text, also one that continues from a template, or files. */
export const readEssay = (
  question: Element,
  { html, folder }: { readonly html: BankHtml; readonly folder: string },
): { readonly asks: BankAsks; readonly lost: readonly Lost[] } => {
  const notes = htmlIn(childOf(question, 'graderinfo'), html, folder).html
  const format = fieldOf(question, 'responseformat')
  if (format === 'noinline') return { asks: { kind: 'upload', ...(notes && { notes }) }, lost: [] }
  const lines = Math.round(Math.min(30, Math.max(1, numberOf(question, 'responsefieldlines') ?? 10)))
  const isRich = format !== 'plain' && format !== 'monospaced'
  const written = childOf(question, 'responsetemplate')
  const text = isRich ? htmlIn(written, html, folder).html : plainTemplate(rawText(written))
  const hasMedia = isRich && /<(img|audio|video)\b/i.test(text)
  return {
    asks: { kind: 'essay', lines, ...(notes && { notes }), ...(text !== '' && { template: { text, isRich } }) },
    lost: hasMedia
      ? [{ what: 'responsetemplate', why: 'Pictures, sounds and films don’t stand in the field of an answer.' }]
      : [],
  }
}
