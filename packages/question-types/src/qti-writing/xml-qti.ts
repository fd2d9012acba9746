import { explained } from '@sitwell/safe-html/attributes'
import { looksLikeHtml } from '@sitwell/safe-html/looks-like-html'
import { Parser } from 'htmlparser2'

// What XML can't hold at all is no character that anybody reads.
const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

export const escaped = (text: string): string =>
  text.replace(forbidden, '').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** An element as XML; `inside` is XML already. */
export const xml = (name: string, attributes: Readonly<Record<string, string | number | undefined>>, inside = ''): string => {
  const written = Object.entries(attributes)
    .flatMap(([key, value]) => (value === undefined ? [] : [` ${key}="${escaped(String(value))}"`]))
    .join('')
  return inside === '' ? `<${name}${written}/>` : `<${name}${written}>${inside}</${name}>`
}

const voids: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'wbr', 'col', 'source'])

/** HTML of an exam as XML. Addresses of its files lead there from the folder of the items. */
export const xhtmlOf = (html: string): string => {
  if (!looksLikeHtml(html)) return escaped(html)
  const parts: string[] = []
  const address = (value: string) => (/^([a-z][a-z\d+.-]*:|\/|#)/i.test(value) ? value : `../${value}`)
  const parser = new Parser({
    onopentag: (name, attributes) => {
      const own = name === 'math' ? { xmlns: 'http://www.w3.org/1998/Math/MathML' } : {}
      const written = Object.entries({ ...own, ...attributes }).map(
        ([key, value]) =>
          ` ${key === explained ? 'data-catalog-idref' : key}="${escaped(/^(?:src|href|poster)$/.test(key) ? address(value) : value)}"`,
      )
      parts.push(`<${name}${written.join('')}${voids.has(name) ? '/>' : '>'}`)
    },
    ontext: (text) => void parts.push(escaped(text)),
    onclosetag: (name) => void (voids.has(name) || parts.push(`</${name}>`)),
  })
  parser.end(html)
  return parts.join('')
}
