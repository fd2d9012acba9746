import { type BankHtml, hasTag, plainHtml } from '../../bank/bank-html.ts'
import { attributeOf, childrenOf, type Element, numberIn } from '../../files/xml.ts'

/** The first element of a name right inside. */
export const childOf = (element: Element, name: string): Element | undefined => childrenOf(element, name)[0]

/** What a field says: its `<text>`, or itself. Untouched, since spaces count in answers. */
export const rawText = (element: Element | undefined): string => {
  if (!element) return ''
  return (childOf(element, 'text') ?? element).textContent ?? ''
}

/** A field by its name as plain text. */
export const fieldOf = (element: Element, name: string): string => rawText(childOf(element, name)).trim()

export const numberOf = (element: Element, name: string): number | undefined => numberIn(fieldOf(element, name))

/** A switch: Moodle writes 1 and 0, true and false. */
export const isOn = (element: Element, name: string, otherwise = false): boolean => {
  const value = fieldOf(element, name).toLowerCase()
  return value === '' ? otherwise : value === '1' || value === 'true'
}

interface MoodleText {
  readonly html: string
  readonly isMarkdown: boolean
}

/** Files that stand in a text itself are addressed by a word that Moodle puts before them. */
const pluginFile = /@@PLUGINFILE@@\//g

/** A text with its format as clean HTML; its own files are below `folder`. */
export const htmlIn = (element: Element | undefined, html: Pick<BankHtml, 'clean'>, folder: string): MoodleText => {
  if (!element) return { html: '', isMarkdown: false }
  const text = rawText(element)
  const format = (attributeOf(element, 'format') ?? 'moodle_auto_format').toLowerCase()
  if (format === 'plain_text') return { html: plainHtml(text), isMarkdown: false }
  if (format === 'markdown') return { html: plainHtml(text), isMarkdown: true }
  const addressed = text.replace(pluginFile, `${folder}/`).trim()
  const isPlain = format !== 'html' && !hasTag(addressed)
  return { html: isPlain ? plainHtml(addressed) : html.clean(addressed), isMarkdown: false }
}
