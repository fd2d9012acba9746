import {
  addRun,
  type Block,
  type Font,
  fonts,
  isEmbeddedImage,
  isLinkAddress,
  type Marks,
  maxIndent,
  type RichDocument,
  type Run,
  type Size,
  sizes,
} from './rich-document.ts'

const markup = /<(\/?)([a-z][a-z\d-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>/gi
const attribute = /([a-z-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/gi

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }
const character = (code: number): string => (code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : '')
const decoded = (text: string): string =>
  text.replace(/&(?:#x([\da-f]+)|#(\d+)|([a-z]+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (hex !== undefined) return character(Number.parseInt(hex, 16))
    if (decimal !== undefined) return character(Number(decimal))
    return named[name ?? ''] ?? whole
  })

const keyOf = <K extends string>(values: Readonly<Record<K, string>>, value: string | undefined): K | undefined =>
  (Object.keys(values) as K[]).find((key) => values[key] === value)

/** The declarations of a style attribute, by name. */
const declarations = (style: string): ReadonlyMap<string, string> =>
  new Map(
    style.split(';').map((one) => {
      const [name = '', value = ''] = one.split(':')
      return [name.trim().toLowerCase(), value.trim().toLowerCase()] as const
    }),
  )

const heavy = /^(bold|bolder|[6-9]00)$/

/** The marks that an element gives to what stands in it. */
const marksOf = (name: string, attributes: ReadonlyMap<string, string>): Marks => {
  const style = declarations(attributes.get('style') ?? '')
  const weight = style.get('font-weight')
  const isBold = weight === undefined ? name === 'b' || name === 'strong' : heavy.test(weight)
  const font: Font | undefined = keyOf(fonts, style.get('font-family'))
  const size: Size | undefined = keyOf(sizes, style.get('font-size'))
  const href = name === 'a' ? attributes.get('href') : undefined
  return {
    ...(isBold && { bold: true }),
    ...((name === 'i' || name === 'em' || style.get('font-style') === 'italic') && { italic: true }),
    ...((name === 'u' || style.get('text-decoration') === 'underline') && { underline: true }),
    ...(font && { font }),
    ...(size && { size }),
    ...(href !== undefined && isLinkAddress(href) && { href }),
  }
}

const blocks = /^(p|div|h[1-6]|blockquote|pre|tr|caption|dt|dd|section|article|header|footer|figure|figcaption|address)$/

interface Element {
  readonly name: string
  readonly marks: Marks
}

/** Puts a document together while the markup goes by. */
class Reading {
  readonly document: Block[] = []
  private readonly elements: Element[] = []
  private readonly lists: ('bullet' | 'number')[] = []
  /** The block that text goes into; none between two blocks. */
  private runs: Run[] | undefined
  /** A block that was opened and has nothing in it yet. */
  private pending: Pick<Block, 'kind' | 'indent'> | undefined

  text(text: string): void {
    const isSpace = text.trim() === ''
    // Line ends and tabs between elements are the layout of the HTML, not the learner's.
    if (!this.runs && isSpace && (!this.pending || /[\n\r]/.test(text))) return
    const marks = this.elements.at(-1)?.marks ?? {}
    addRun(this.block(), { kind: 'text', text: text.replace(/[\n\r\t\0]/g, ' '), ...marks })
  }

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    if (name === 'br') this.block().push({ kind: 'break' })
    else if (name === 'img') this.image(attributes)
    if (voids.has(name)) return
    this.elements.push({ name, marks: { ...this.elements.at(-1)?.marks, ...marksOf(name, attributes) } })
    if (name === 'ul' || name === 'ol') this.openList(name === 'ul' ? 'bullet' : 'number')
    else if (name === 'li') this.openBlock(this.lists.at(-1) ?? 'bullet', this.lists.length - 1)
    else if (blocks.test(name)) this.openParagraph(attributes)
  }

  close(name: string): void {
    const at = this.elements.findLastIndex((one) => one.name === name)
    if (at < 0) return
    this.elements.length = at
    if (name === 'ul' || name === 'ol') {
      this.end()
      this.lists.pop()
    } else if (name === 'li' || blocks.test(name)) this.end()
  }

  /** Closes what is open: an empty block is kept as one. */
  end(): void {
    if (this.pending) this.block()
    // The last line break of a block is not one of the learner's: it gives the line before it its height.
    if (this.runs?.at(-1)?.kind === 'break') this.runs.pop()
    this.runs = undefined
  }

  private image(attributes: ReadonlyMap<string, string>): void {
    const src = attributes.get('src') ?? ''
    if (isEmbeddedImage(src)) this.block().push({ kind: 'image', src, alt: attributes.get('alt') ?? '' })
  }

  private openList(kind: 'bullet' | 'number'): void {
    // An item that holds nothing but a list is the step between two depths.
    this.pending = undefined
    this.end()
    this.lists.push(kind)
  }

  private openParagraph(attributes: ReadonlyMap<string, string>): void {
    // A paragraph in an item is the item, as far as the item has nothing yet.
    if (this.pending && this.lists.length > 0) return
    const style = declarations(attributes.get('style') ?? '')
    const width = style.get('padding-inline-start') ?? '0'
    const list = this.lists.at(-1)
    if (list) this.openBlock(list, this.lists.length - 1)
    else this.openBlock('paragraph', Math.round(Number.parseFloat(width) / 2) || 0)
  }

  private openBlock(kind: Block['kind'], indent: number): void {
    // Nested blocks of foreign HTML: the outer one counts only for what stands in it by itself.
    this.pending = undefined
    this.end()
    this.pending = { kind, indent: Math.min(Math.max(indent, 0), maxIndent) }
  }

  private block(): Run[] {
    if (!this.runs) {
      this.runs = []
      this.document.push({ ...(this.pending ?? { kind: 'paragraph', indent: 0 }), runs: this.runs })
      this.pending = undefined
    }
    return this.runs
  }
}

const voids: ReadonlySet<string> = new Set(['br', 'img', 'hr', 'wbr', 'col', 'input', 'source', 'track'])

/**
 * Reads HTML into a document. What a document can't hold is left out, its text kept; foreign HTML goes through the player's
 * cleaning first, which takes away what is no text for a reader.
 */
export const readRichText = (html: string): RichDocument => {
  const reading = new Reading()
  let at = 0
  for (const found of html.matchAll(markup)) {
    if (found.index > at) reading.text(decoded(html.slice(at, found.index)))
    at = found.index + found[0].length
    const name = (found[2] ?? '').toLowerCase()
    if (found[1] === '/') reading.close(name)
    else {
      const attributes = [...(found[3] ?? '').matchAll(attribute)].map(
        (one) => [(one[1] ?? '').toLowerCase(), decoded(one[2] ?? one[3] ?? '')] as const,
      )
      reading.open(name, new Map(attributes))
    }
  }
  if (at < html.length) reading.text(decoded(html.slice(at)))
  reading.end()
  return reading.document
}
