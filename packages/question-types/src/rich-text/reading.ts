import { FormulaAsWritten } from './formula/formula-as-written.ts'
import type { FormulaReading } from './formula/formula-reading.ts'
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
  type Script,
  type Size,
  sizes,
  type Table,
} from './rich-document.ts'
import { withLinesAround } from './table-grid.ts'
import { isCell, TablesInReading, tableParts } from './tables-in-reading.ts'

/**
 * Elements and their attributes. A name is taken as a whole, and looked for where it begins: else one that is as long as an answer may be is gone
 * through once for each of its letters.
 */
export const markup = /<(\/?)([a-z][a-z\d-]*)(?![a-z\d-])((?:[^<>"']|"[^"]*"|'[^']*')*)>/gi
export const attribute = /(?<![a-z-])([a-z-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/gi

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }
const character = (code: number): string => (code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : '')
export const decoded = (text: string): string =>
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

/** Raised or lowered by its element, as in the web and word processors, or by its style, as in Google Docs. */
const scriptOf = (name: string, style: ReadonlyMap<string, string>): Script | undefined => {
  if (name === 'sub' || name === 'sup') return name === 'sub' ? 'sub' : 'super'
  const align = style.get('vertical-align')
  return align === 'sub' || align === 'super' ? align : undefined
}

/** The marks that an element gives to what stands in it. */
const marksOf = (name: string, attributes: ReadonlyMap<string, string>): Marks => {
  const style = declarations(attributes.get('style') ?? '')
  const weight = style.get('font-weight')
  const script = scriptOf(name, style)
  const isBold = weight === undefined ? name === 'b' || name === 'strong' : heavy.test(weight)
  const font: Font | undefined = keyOf(fonts, style.get('font-family'))
  const size: Size | undefined = keyOf(sizes, style.get('font-size'))
  const href = name === 'a' ? attributes.get('href') : undefined
  return {
    ...(isBold && { bold: true }),
    ...((name === 'i' || name === 'em' || style.get('font-style') === 'italic') && { italic: true }),
    ...((name === 'u' || style.get('text-decoration') === 'underline') && { underline: true }),
    ...(script && { script }),
    ...(font && { font }),
    ...(size && { size }),
    ...(href !== undefined && isLinkAddress(href) && { href }),
  }
}

const blocks = /^(p|div|h[1-6]|blockquote|pre|caption|dt|dd|section|article|header|footer|figure|figcaption|address)$/

/** A table and its groups of rows. */
const groups = /^(table|thead|tbody|tfoot)$/

/** Elements in each other. What goes deeper counts for its text alone: nobody writes so, and each is looked for when it ends. */
const mostDeep = 200

interface Element {
  readonly name: string
  readonly marks: Marks
  /** It, or one around it, holds what a revision took out of the text: `del`, as word processors write it. */
  readonly isDeleted: boolean
}

/** A reading of the formula that is called so. */
type ReadFormula = (alttext: string | undefined) => FormulaReading

/** Puts a document together while the markup goes by. */
class Reading {
  readonly document: (Block | Table)[] = []
  private readonly tables = new TablesInReading(this.document)
  private readonly elements: Element[] = []
  private formula: FormulaReading | undefined
  private readonly readFormula: ReadFormula
  /** The block that text goes into; none between two blocks. */
  private runs: Run[] | undefined
  /** Whether the last thing in it is a space that stands for a line end of the HTML. */
  private endsInLayout = false
  /** A block that was opened and has nothing in it yet. */
  private pending: Pick<Block, 'kind' | 'indent'> | undefined

  /** Whether a formula became its text: it was too large. */
  hasFlattenedFormula = false

  constructor(readFormula: ReadFormula) {
    this.readFormula = readFormula
  }

  /** Whether a table became lines: it stood in another one, or was too large. */
  get hasFlattened(): boolean {
    return this.tables.hasFlattened
  }

  private get isDeleted(): boolean {
    return this.elements.at(-1)?.isDeleted === true
  }

  private get lists(): ('bullet' | 'number')[] {
    return this.tables.place.lists
  }

  text(text: string): void {
    if (this.formula) return void this.formula.text(text)
    if (this.isDeleted) return
    // Line ends and tabs between elements are the layout of the HTML, not the learner's.
    if (!this.runs && text.trim() === '' && (!this.pending || /[\n\r]/.test(text))) return
    const last = this.runs?.at(-1)
    const isStart = !last || last.kind === 'break'
    const laidOut = text.replace(/(?<![ \t])[ \t]*[\n\r][ \t\n\r]*/g, '\n')
    const shown = (isStart ? laidOut.replace(/^\n/, '') : laidOut).replace(/[\n\t\0]/g, ' ')
    addRun(this.block(), { kind: 'text', text: shown, ...this.elements.at(-1)?.marks })
    this.endsInLayout = laidOut.endsWith('\n')
  }

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    if (this.formula) return void this.formula.open(name, attributes)
    if (name === 'math') {
      this.formula = this.readFormula(attributes.get('alttext'))
      return
    }
    if (this.isDeleted && voids.has(name)) return
    if (name === 'br') this.block().push({ kind: 'break' })
    else if (name === 'img') this.image(attributes)
    if (voids.has(name)) return
    if (isCell(name)) this.closeCell()
    if (this.elements.length >= mostDeep) return
    const around = this.elements.at(-1)
    const isDeleted = name === 'del' || around?.isDeleted === true
    this.elements.push({ name, marks: { ...around?.marks, ...marksOf(name, attributes) }, isDeleted })
    this.begin(name, attributes)
  }

  /** What an element begins: a table or a part of one, a list, a block in one, or a paragraph. */
  private begin(name: string, attributes: ReadonlyMap<string, string>): void {
    if (name === 'table') this.openTable()
    else if (name === 'tr') this.tables.openRow(this.elements.findLast((one) => groups.test(one.name))?.name === 'thead')
    else if (isCell(name)) this.openCell(name === 'th', attributes)
    else if (name === 'ul' || name === 'ol') this.openList(name === 'ul' ? 'bullet' : 'number')
    else if (this.isDeleted) return
    else if (name === 'li') this.openBlock(this.lists.at(-1) ?? 'bullet', this.lists.length - 1)
    else if (blocks.test(name)) this.openParagraph(attributes)
  }

  close(name: string): void {
    if (this.formula) {
      if (name === 'math') this.endFormula()
      else this.formula.close(name)
      return
    }
    const at = this.elements.findLastIndex((one) => one.name === name)
    // What stands in a cell ends nothing around it.
    const isOutside = this.elements.findLastIndex((one) => isCell(one.name)) > at
    if (at < 0 || (isOutside && !tableParts.test(name))) return
    for (const { name: inner } of this.elements.splice(at).reverse()) {
      if (inner === 'table') this.closeTable()
      else if (isCell(inner)) this.endCell()
      else if (inner === name) this.closeBlock(name)
    }
  }

  /** In a formula an element may end where it begins. */
  closeEmpty(name: string): void {
    if (this.formula) this.close(name)
  }

  private closeBlock(name: string): void {
    if (name === 'ul' || name === 'ol') {
      this.end()
      this.lists.pop()
    } else if (name === 'li' || blocks.test(name)) this.end()
  }

  /** The whole document, with all closed that is open. */
  finish(): RichDocument {
    this.endFormula()
    this.end()
    while (this.elements.some(({ name }) => name === 'table')) this.close('table')
    return withLinesAround(this.document)
  }

  /** Closes what is open: an empty block is kept as one. */
  private end(): void {
    if (this.pending) this.block()
    // The last line break of a block is not one of the learner's: it gives the line before it its height.
    const last = this.runs?.at(-1)
    if (last?.kind === 'break') this.runs?.pop()
    else if (last?.kind === 'text' && this.endsInLayout) {
      this.runs?.pop()
      addRun(this.runs ?? [], { ...last, text: last.text.replace(/ $/, '') })
    }
    this.endsInLayout = false
    this.runs = undefined
  }

  private openTable(): void {
    this.pending = undefined
    this.end()
    this.tables.openTable()
  }

  private closeTable(): void {
    this.end()
    this.tables.closeTable()
  }

  private openCell(isHeader: boolean, attributes: ReadonlyMap<string, string>): void {
    this.end()
    const span = (name: string) => Math.max(1, Number.parseInt(attributes.get(name) ?? '1', 10) || 1)
    this.tables.openCell({ isHeader, columns: span('colspan'), rows: span('rowspan') })
    this.pending = { kind: 'paragraph', indent: 0 }
  }

  private endCell(): void {
    this.end()
    this.tables.closeCell()
  }

  /** A cell begins where the one before ends, said or not. */
  private closeCell(): void {
    const at = this.elements.findLastIndex(({ name }) => isCell(name) || name === 'table')
    const open = this.elements[at]
    if (open && isCell(open.name)) this.close(open.name)
  }

  private endFormula(): void {
    const read = this.formula?.finish()
    this.formula = undefined
    if (typeof read === 'string') this.hasFlattenedFormula = true
    if (read !== undefined && !this.isDeleted)
      addRun(this.block(), typeof read === 'string' ? { kind: 'text', text: read } : read)
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
      this.tables.place.blocks.push({ ...(this.pending ?? { kind: 'paragraph', indent: 0 }), runs: this.runs })
      this.pending = undefined
    }
    return this.runs
  }
}

const voids: ReadonlySet<string> = new Set(['br', 'img', 'hr', 'wbr', 'col', 'input', 'source', 'track'])

/** Reads HTML with its formulas by `readFormula`. */
export const readAll = (html: string, readFormula: ReadFormula): Reading => {
  const reading = new Reading(readFormula)
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
      if (found[3]?.endsWith('/')) reading.closeEmpty(name)
    }
  }
  if (at < html.length) reading.text(decoded(html.slice(at)))
  return reading
}

/**
 * What was written, to be looked at and not to be written again: its formulas are kept as they stand, so that nobody loads the whole
 * reading of them who only asks whether there is anything.
 */
export const readAsWritten = (html: string): RichDocument => readAll(html, () => new FormulaAsWritten()).finish()
