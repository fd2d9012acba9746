import { isEmptiedElement } from '@sitwell/safe-html/elements'
import { type HtmlNode, htmlTree } from './html-tree.ts'
import { InlineText } from './inline-text.ts'
import { looks, type RichText, spokenMath, spokenOf } from './rich-text.ts'

export interface TableCell {
  readonly rich: RichText
  readonly isHeader: boolean
  /** How many columns and rows it takes. */
  readonly columns: number
  readonly rows: number
}

/** A paragraph or a table of some HTML. An item of a list has its marker: a bullet, or its number. `level` counts indents. */
export type HtmlBlock =
  | {
      readonly kind: 'text'
      readonly rich: RichText
      readonly level: number
      readonly marker?: string
      readonly isHeading?: true
    }
  | { readonly kind: 'table'; readonly rows: readonly (readonly TableCell[])[] }

const block =
  /^(p|div|h[1-6]|ul|ol|li|blockquote|pre|table|caption|dl|dt|dd|section|article|header|footer|figure|figcaption|hr|address|tr|thead|tbody|tfoot)$/
const silent = /^(script|style|template|title|noscript|iframe|object|audio|video|source|select|annotation|annotation-xml|rp)$/
const bullet = '•'
const betweenCells = '  |  '
const mostLevels = 6
const mostSpan = 60

const lookOf: Readonly<Record<string, number>> = {
  b: looks.bold,
  strong: looks.bold,
  th: looks.bold,
  caption: looks.bold,
  dt: looks.bold,
  i: looks.italic,
  em: looks.italic,
  cite: looks.italic,
  dfn: looks.italic,
  var: looks.italic,
  u: looks.underlined,
  ins: looks.underlined,
  s: looks.struck,
  del: looks.struck,
  sup: looks.raised,
  sub: looks.lowered,
}

interface Place {
  readonly look: number
  readonly level: number
  readonly keepsSpaces: boolean
}

const pixels = (given: string | undefined): number | undefined => {
  const value = Number.parseFloat(given ?? '')
  return value > 0 && !given?.includes('%') ? value : undefined
}

const span = (given: string | undefined): number => Math.min(mostSpan, Math.max(1, Number.parseInt(given ?? '1', 10) || 1))

/** How what stands in an element looks, and how far in. */
const placeIn = (name: string, place: Place): Place => ({
  look: place.look | (lookOf[name] ?? (/^h[1-6]$/.test(name) ? looks.bold : 0)),
  level: Math.min(mostLevels, place.level + (name === 'blockquote' || name === 'dd' ? 1 : 0)),
  keepsSpaces: place.keepsSpaces || name === 'pre',
})

/** Of an ordered list: one that counts down ends at 1 where it doesn't say where it begins. */
const firstNumber = ({ attributes: { start, reversed }, children }: HtmlNode): number => {
  const first = Number.parseInt(start ?? '', 10)
  if (!Number.isNaN(first)) return first
  return reversed === undefined ? 1 : children.filter(({ name }) => name === 'li').length
}

/** Takes HTML apart into paragraphs and tables. */
class BlockReader {
  readonly blocks: HtmlBlock[] = []
  readonly #inline = new InlineText()
  readonly #isCell: boolean
  #marker: string | undefined

  constructor(isCell = false) {
    this.#isCell = isCell
  }

  read(node: HtmlNode, place: Place) {
    const { name, attributes } = node
    if (name === '') return this.#inline.add(node.text, place.look, place.keepsSpaces)
    if (silent.test(name) || isEmptiedElement(name)) return
    if (name === 'br') return this.#inline.lineEnd()
    if (name === 'img') return this.#picture(attributes)
    if (name === 'math') return this.#formula(node, place)
    if (name === 'table') return this.#table(node, place)
    if (name === 'ul' || name === 'ol') return this.#list(node, place)
    const inside = placeIn(name, place)
    if (block.test(name)) {
      this.endBlock(place)
      this.#readAll(node, inside)
      this.endBlock(inside, /^h[1-6]$/.test(name))
      return
    }
    if (name === 'q') this.#inline.add('“', inside.look)
    this.#readAll(node, inside)
    if (name === 'q') this.#inline.add('”', inside.look)
  }

  endBlock({ level }: Pick<Place, 'level'>, isHeading = false) {
    if (this.#isCell) return this.#inline.lineEnd()
    const rich = this.#inline.take()
    if (!rich) return
    const marker = this.#marker
    this.#marker = undefined
    this.blocks.push({
      kind: 'text',
      rich,
      level,
      ...(marker !== undefined && { marker }),
      ...(isHeading && { isHeading }),
    })
  }

  /** All of it as one text, where paragraphs are lines. */
  take(): RichText {
    return this.#inline.take() ?? { text: '' }
  }

  #readAll({ children }: HtmlNode, place: Place) {
    for (const child of children) this.read(child, place)
  }

  #picture({ src = '', alt = '', width, height }: HtmlNode['attributes']) {
    // What is there for the looks alone has no alternative text, and needs none.
    this.#inline.add(' ', 0)
    this.#inline.box({ kind: 'picture', address: src, alt: alt.trim(), width: pixels(width), height: pixels(height) })
    this.#inline.add(' ', 0)
  }

  #formula(node: HtmlNode, place: Place) {
    const isBlock = node.attributes.display === 'block'
    if (isBlock) this.endBlock(place)
    this.#inline.box({ kind: 'formula', math: node, said: spokenMath(node).trim() })
    if (isBlock) this.endBlock(place)
  }

  #list(node: HtmlNode, place: Place) {
    this.endBlock(place)
    const inside = { ...place, level: Math.min(mostLevels, place.level + 1) }
    const step = node.attributes.reversed === undefined ? 1 : -1
    let number = firstNumber(node)
    for (const child of node.children) {
      if (child.name !== 'li') {
        this.read(child, inside)
        continue
      }
      const own = Number.parseInt(child.attributes.value ?? '', 10)
      if (!Number.isNaN(own)) number = own
      const marker = node.name === 'ol' ? `${number}.` : bullet
      number += step
      if (this.#isCell) this.#inline.add(`${marker} `, place.look)
      else this.#marker = marker
      this.#readAll(child, inside)
      this.endBlock(inside)
      this.#marker = undefined
    }
    this.endBlock(place)
  }

  #table(node: HtmlNode, place: Place) {
    this.endBlock(place)
    const rows: TableCell[][] = []
    const each = (part: HtmlNode) => {
      for (const child of part.children) {
        if (child.name === 'tr') rows.push(child.children.filter(({ name }) => /^t[dh]$/.test(name)).map(cellOf))
        else if (/^(thead|tbody|tfoot)$/.test(child.name)) each(child)
        else if (child.name === 'caption') this.read(child, place)
      }
    }
    each(node)
    const filled = rows.filter((row) => row.length > 0)
    if (filled.length === 0) return
    if (!this.#isCell) return void this.blocks.push({ kind: 'table', rows: filled })
    // A table within a cell: its rows are lines.
    for (const row of filled) {
      this.#inline.add(row.map(({ rich }) => spokenOf(rich, (alt) => alt)).join(betweenCells), place.look)
      this.#inline.lineEnd()
    }
  }
}

const cellOf = (node: HtmlNode): TableCell => {
  const reader = new BlockReader(true)
  const isHeader = node.name === 'th'
  for (const child of node.children) reader.read(child, { look: 0, level: 0, keepsSpaces: false })
  return { rich: reader.take(), isHeader, columns: span(node.attributes.colspan), rows: span(node.attributes.rowspan) }
}

/**
 * HTML in paragraphs and tables. What isn't text, a picture or a formula is left out: whatever is in it, nothing of it acts, and
 * nothing is fetched.
 */
export const htmlBlocks = (html: string): HtmlBlock[] => {
  const reader = new BlockReader()
  const place = { look: 0, level: 0, keepsSpaces: false }
  reader.read(htmlTree(html), place)
  reader.endBlock(place)
  return reader.blocks
}

/** A paragraph in plain words. */
export interface TextBlock {
  readonly text: string
  readonly marker?: string
}

/** The same in plain words: cells of a row are kept apart, rows are lines, a picture is its alternative text. */
export const plainBlocks = (html: string, picture: (alt: string) => string): TextBlock[] => {
  const pictured = (alt: string) => (alt === '' ? '' : `[${picture(alt)}]`)
  return htmlBlocks(html)
    .map((one): TextBlock => {
      if (one.kind === 'table')
        return { text: one.rows.map((row) => row.map(({ rich }) => spokenOf(rich, pictured)).join(' | ')).join('\n') }
      const { rich, marker } = one
      const text = spokenOf(rich, pictured).replace(/ {2,}/g, ' ').trim()
      return marker === undefined ? { text } : { text, marker }
    })
    .filter(({ text }) => text.trim() !== '')
}
