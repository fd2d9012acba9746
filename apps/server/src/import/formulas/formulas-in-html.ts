import { looksLikeHtml } from '@sitwell/safe-html/looks-like-html'
import { Parser } from 'htmlparser2'
import { mathOfTex } from './math-of-tex.ts'
import { texIn, texPieces } from './tex-in-text.ts'

/** What happened to the formulas of a text. */
interface FormulasRead {
  readonly html: string
  /** How many are MathML now. */
  readonly read: number
  /** Of those, the ones whose frames and colours aren't shown, as they are written. */
  readonly plain: readonly string[]
}

/** What is in these is shown as it is written, in Moodle and Canvas too. */
const literal: ReadonlySet<string> = new Set(['pre', 'code', 'kbd', 'samp', 'tt', 'math'])
const tag = /<(\/?)([a-z][a-z\d]*)[^<>]*>/gi

/** More than any text of a question has: each takes a while to read. */
const mostFormulas = 300

/** A blank or a drawn value within a formula: it can't stand in MathML. */
const hasToken = (tex: string) => /\[v\d+\]|[⟦⟧]/i.test(tex)

const decoded = (text: string): string => {
  if (!text.includes('&')) return text
  const parts: string[] = []
  const parser = new Parser({ ontext: (part) => void parts.push(part) })
  parser.end(text)
  return parts.join('').replaceAll('\u00a0', ' ')
}
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Goes through the texts of cleaned HTML that aren't literal; what `change` answers takes their place. */
const mapTexts = (html: string, change: (text: string) => string): string => {
  const open: string[] = []
  let result = ''
  let from = 0
  const textTo = (at: number) => {
    const text = html.slice(from, at)
    return open.length > 0 ? text : change(text)
  }
  for (const found of html.matchAll(tag)) {
    result += textTo(found.index) + found[0]
    from = found.index + found[0].length
    const name = (found[2] ?? '').toLowerCase()
    if (!literal.has(name)) continue
    if (found[1] === '/') open.splice(Math.max(0, open.lastIndexOf(name)))
    else open.push(name)
  }
  return result + textTo(html.length)
}

/** Puts MathML in the place of the TeX of a text, as far as it can be read. A text that is no HTML becomes HTML with its first formula. */
export const formulasInHtml = (written: string): FormulasRead => {
  if (!/\\[([&]|\$\$/.test(written)) return { html: written, read: 0, plain: [] }
  const isHtml = looksLikeHtml(written)
  let read = 0
  const plain: string[] = []
  const html = mapTexts(isHtml ? written : escaped(written), (text) =>
    texPieces(text)
      .map((piece) => {
        if (!('tex' in piece)) return piece.text
        const tex = decoded(piece.tex)
        const formula = read >= mostFormulas || hasToken(tex) ? undefined : mathOfTex(tex, piece.isDisplay)
        if (!formula) return piece.written
        read += 1
        if (formula.isPlain) plain.push(decoded(piece.written))
        return formula.mathMl
      })
      .join(''),
  )
  return read === 0 ? { html: written, read, plain } : { html, read, plain }
}

/** TeX that is still shown as it is written; undefined if there is none. */
export const unreadTex = (html: string): string | undefined => {
  let found: string | undefined
  mapTexts(html, (text) => {
    found ??= texIn(text)
    return text
  })
  return found && decoded(found)
}
