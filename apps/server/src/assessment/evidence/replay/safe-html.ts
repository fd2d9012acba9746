/** Markup that was made here; nothing else is put into a page as it is. */
export class SafeHtml {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** A sign that isn't seen, or turns the text behind it around, by its code. */
const shownCode = (sign: string) => `⟨U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`

/** Text as it was given, unable to be anything but text: no markup, and no sign that hides or turns what stands around it. */
export const escapeText = (text: string): string =>
  text
    .replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? '')
    .replaceAll(
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
      /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]/gu,
      shownCode,
    )

type Part = string | number | SafeHtml | readonly SafeHtml[] | undefined

const partText = (part: Part): string => {
  if (part === undefined) return ''
  if (part instanceof SafeHtml) return part.text
  return typeof part === 'object' ? part.map((one) => one.text).join('') : escapeText(String(part))
}

/** Markup from a template: what is put into it is escaped, unless it is such markup itself. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): SafeHtml =>
  new SafeHtml(texts.map((text, index) => text + partText(parts[index])).join(''))
