import { looksLikeHtml } from '@sitwell/safe-html/looks-like-html'
import { type FindFile, HtmlWriter } from './html-writer.ts'

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }

/** Numbered and the commonest named characters; others stay as they are written. */
const decode = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined
    if (code === undefined) return named[String(name).toLowerCase()] ?? whole
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : ''
  })

// Each alternative begins with its own character, so that no text makes it go back and forth.
const markup = /<!--[\s\S]*?(?:-->|$)|<[!?][^>]*>?|<(\/?)([a-z][^\s/<>"']*)((?:[^<>"']|"[^"]*"|'[^']*')*)>/gi
const attribute = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g

/** Text with its characters by name kept as such. */
const writeText = (writer: HtmlWriter, text: string) => {
  for (const [index, part] of text.split(/&([a-z][a-z\d]{1,30});/i).entries()) {
    const plain = named[part.toLowerCase()]
    if (index % 2 === 0) writer.text(decode(part))
    else if (plain !== undefined) writer.text(plain)
    else writer.reference(part)
  }
}

/**
 * HTML of an exam, reduced to what is allowed: no script, handler, frame, form, or file from elsewhere, and no style that reaches
 * out of its box. A text that isn't HTML stays as it was typed: some organisations show its angle brackets (spec 1 §9).
 */
export const cleanHtml = (html: string, findFile: FindFile): { html: string; removed: readonly string[] } => {
  if (!looksLikeHtml(html)) return { html: html.trim(), removed: [] }
  const writer = new HtmlWriter(findFile)
  let at = 0
  for (const found of html.matchAll(markup)) {
    writeText(writer, html.slice(at, found.index))
    at = found.index + found[0].length
    const name = found[2]?.toLowerCase()
    if (name === undefined) continue
    if (found[1] === '/') {
      writer.close(name)
      continue
    }
    const attributes = [...(found[3] ?? '').matchAll(attribute)].map(
      (one) => [(one[1] ?? '').toLowerCase(), decode(one[2] ?? one[3] ?? one[4] ?? '')] as const,
    )
    writer.open(name, attributes)
    if (found[3]?.trimEnd().endsWith('/')) writer.close(name)
  }
  writeText(writer, html.slice(at))
  return { html: writer.end(), removed: [...writer.removed] }
}
