import { fontsOf } from './fonts.ts'
import { contentEnd, contentWidth, paper, ruleColour, type StyleName, type TextStyle, type textStyles } from './page.ts'
import type { PaperCell, PaperDocument, PaperPart } from './paper-parts.ts'
import { plainText } from './plain-text.ts'
import { isShapedWhole, type TextLine, textLines } from './text-lines.ts'

type Pdf = PDFKit.PDFDocument
type Element = PDFKit.PDFStructureElement
/** What a header cell heads is missing in the library's types. */
type ElementOptions = PDFKit.Mixins.StructureElementOptions & { readonly scope?: 'Row' | 'Column' }
type PartOf<K extends PaperPart['kind']> = Extract<PaperPart, { kind: K }>

export interface WriterOptions {
  readonly base: 'ltr' | 'rtl'
  readonly styles: ReturnType<typeof textStyles>
  /** Colour of bars beside answers. */
  readonly accent: string
}

/** A column of text: from the side where reading begins, in points. */
interface Column {
  readonly start: number
  readonly width: number
}

const full: Column = { start: 0, width: contentWidth }
const answerIndent = 14
const markerWidth = 22
const cellPadding = 6
const barWidth = 2.5
/** Where the letters stand in a line, of its height. */
const baselineShare = 0.72
/** A heading is not left alone at the end of a page. */
const roomBelowHeading = 64

/** Lays text out on pages, one part after the other, and tags each for a screen reader. */
export class PageWriter {
  hasUnprintable = false
  readonly #pdf: Pdf
  readonly #options: WriterOptions
  readonly #root: Element
  #y = 0

  constructor(pdf: Pdf, options: WriterOptions) {
    this.#pdf = pdf
    this.#options = options
    for (const weight of [400, 700] as const) for (const { name, bytes } of fontsOf(weight)) pdf.registerFont(name, bytes)
    this.#root = pdf.struct('Document')
    pdf.addStructure(this.#root)
    this.#newPage()
  }

  /** The band at the top of the first page: whose exam it was, and which. */
  titleBand({ title, subtitle, organisation }: PaperDocument, ground: string) {
    const inBand = (style: Omit<TextStyle, 'colour'>): TextStyle => ({ ...style, colour: '#ffffff' })
    const small = inBand({ weight: 400, size: 10.5, lineHeight: 16, after: 0 })
    const large = inBand({ weight: 700, size: 22, lineHeight: 29, after: 2 })
    const lines = [
      { tag: 'P', style: small, text: organisation },
      { tag: 'H1', style: large, text: title },
      { tag: 'P', style: small, text: subtitle },
    ].map((one) => ({ ...one, lines: this.#linesOf(one.text, one.style, contentWidth).slice(0, 6) }))
    const height = lines.reduce((sum, one) => sum + one.lines.length * one.style.lineHeight + one.style.after, 0) + 44
    this.#artifact(() => this.#pdf.rect(0, 0, paper.width, height).fill(ground))
    this.#y = 22
    for (const one of lines) {
      const element = this.#element(one.tag)
      this.#flow(element, one.tag, one.lines, one.style, full)
      element.end()
    }
    this.#y = height + 20
  }

  heading({ level, text, aside }: PartOf<'heading'>) {
    const style = level === 2 ? this.#options.styles.section : this.#options.styles.question
    this.#y += level === 2 ? 16 : 10
    this.#needs(roomBelowHeading)
    const asideStyle = this.#options.styles.quiet
    const asideWidth = contentWidth * 0.3
    const top = this.#y
    const element = this.#element(`H${level}`)
    const width = aside === undefined ? contentWidth : contentWidth - asideWidth
    this.#flow(element, `H${level}`, this.#linesOf(text, style, width), style, { start: 0, width })
    const below = this.#y + style.after
    if (aside !== undefined && this.#y > top) {
      // Beside the heading's first line, at the far side, and part of the heading when it is read out.
      this.#y = top + (style.lineHeight - asideStyle.lineHeight) * baselineShare
      const lines = this.#linesOf(aside, asideStyle, asideWidth).slice(0, 1)
      this.#flow(element, `H${level}`, lines, asideStyle, { start: contentWidth - asideWidth, width: asideWidth }, 'end')
    }
    element.end()
    this.#y = below
  }

  paragraph({ text, style: name, isAnswer = false }: PartOf<'paragraph'>) {
    const style = this.#style(name)
    const column = isAnswer ? { start: answerIndent, width: contentWidth - answerIndent } : full
    const element = this.#element('P')
    if (name === 'label') this.#needs(roomBelowHeading / 2)
    this.#flow(element, 'P', this.#linesOf(text, style, column.width), style, column, isAnswer ? 'bar' : undefined)
    element.end()
    this.#y += style.after
  }

  list(items: PartOf<'list'>['items']) {
    const style = this.#options.styles.body
    const list = this.#element('L')
    for (const { marker, text } of items) {
      this.#needs(style.lineHeight)
      const item = this.#element('LI', list)
      const label = this.#element('Lbl', item)
      const top = this.#y
      this.#flow(label, 'Lbl', this.#linesOf(marker, style, markerWidth).slice(0, 1), style, { start: 4, width: markerWidth })
      this.#y = top
      const body = this.#element('LBody', item)
      const column = { start: markerWidth + 4, width: contentWidth - markerWidth - 4 }
      this.#flow(body, 'LBody', this.#linesOf(text, style, column.width), style, column)
      item.end()
      this.#y += 2
    }
    list.end()
    this.#y += style.after - 2
  }

  table({ title, head, rows, widths, isAnswer = false }: PartOf<'table'>) {
    const start = isAnswer ? answerIndent : 0
    const all = widths.reduce((sum, share) => sum + share, 0)
    let from = start
    const columns = widths.map((share): Column => {
      const width = ((contentWidth - start) * share) / all
      from += width
      return { start: from - width, width }
    })
    const table = this.#element('Table', this.#root, { title: plainText(title) })
    if (head) {
      this.#needs(roomBelowHeading / 2)
      this.#row(
        table,
        head.map((text) => ({ text, isHeader: true })),
        columns,
        'Column',
      )
    }
    for (const row of rows) this.#row(table, row, columns, 'Row')
    table.end()
    this.#y += this.#options.styles.body.after + 2
  }

  /** The foot of the page that is switched to: no part of the text, so a screen reader passes over it. */
  foot(text: string, page: string, { colour, width }: { readonly colour: string; readonly width: number }) {
    const style: TextStyle = { weight: 400, size: 8.5, lineHeight: 12, colour, after: 0 }
    const top = paper.height - paper.bottom + 28
    const pageWidth = width * 0.25
    const pageLine = this.#linesOf(page, style, pageWidth)[0]
    const textLine = this.#linesOf(text, style, width - pageWidth)[0]
    this.#artifact(() => {
      const column = { start: 0, width: width - pageWidth }
      const startsRight = this.#options.base === 'rtl'
      if (textLine) this.#drawLine(textLine, style, column, top, startsRight)
      if (pageLine) this.#drawLine(pageLine, style, { start: width - pageWidth, width: pageWidth }, top, !startsRight)
    }, 'Pagination')
  }

  end() {
    this.#root.end()
  }

  #style(name: StyleName): TextStyle {
    return this.#options.styles[name]
  }

  #element(type: string, parent: Element = this.#root, options: ElementOptions = {}) {
    const element = this.#pdf.struct(type, options)
    parent.add(element)
    return element
  }

  #linesOf(text: string, { weight, size }: TextStyle, width: number): TextLine[] {
    const lines = textLines(plainText(text), { weight, size, width, base: this.#options.base })
    this.hasUnprintable ||= lines.some((line) => line.hasUnprintable)
    return lines
  }

  #newPage() {
    this.#pdf.addPage()
    this.#y = paper.top
  }

  /** Begins a new page where less room is left. */
  #needs(room: number) {
    if (this.#y + room > contentEnd) this.#newPage()
  }

  #fitting(lineHeight: number): number {
    const fits = Math.floor((contentEnd - this.#y) / lineHeight)
    if (fits > 0) return fits
    this.#newPage()
    return Math.floor((contentEnd - this.#y) / lineHeight)
  }

  /** Lines in one column, over as many pages as they take. */
  #flow(element: Element, tag: string, lines: readonly TextLine[], style: TextStyle, column: Column, more?: 'end' | 'bar') {
    for (let at = 0; at < lines.length; ) {
      const some = lines.slice(at, at + this.#fitting(style.lineHeight))
      const top = this.#y
      this.#content(element, tag, some, style, column, top, more === 'end' ? 'end' : 'start')
      this.#y += some.length * style.lineHeight
      if (more === 'bar') this.#bar(top, this.#y)
      at += some.length
    }
  }

  #content(
    element: Element,
    tag: string,
    lines: readonly TextLine[],
    style: TextStyle,
    column: Column,
    top: number,
    align: 'start' | 'end' = 'start',
  ) {
    element.add(this.#pdf.markStructureContent(tag))
    // A text of several lines has the side where its own reading begins; a single word stays with its neighbours.
    const own = lines.length > 1 && lines[0] ? lines[0].isRtl : this.#options.base === 'rtl'
    for (const [index, line] of lines.entries())
      this.#drawLine(line, style, column, top + index * style.lineHeight, align === 'end' ? this.#options.base === 'ltr' : own)
    this.#pdf.endMarkedContent()
  }

  /** Rows go over pages too: a long text in a cell is written on, with its row's other cells beside it. */
  #row(table: Element, cells: readonly PaperCell[], columns: readonly Column[], scope: 'Row' | 'Column') {
    const row = this.#element('TR', table)
    const { body, strong } = this.#options.styles
    const placed = cells.map(({ text, isHeader = false }, index) => {
      const column = columns[index] ?? full
      const inner = { start: column.start + cellPadding, width: column.width - 2 * cellPadding }
      const style = isHeader ? strong : body
      const tag = isHeader ? 'TH' : 'TD'
      const element = this.#element(tag, row, isHeader ? { scope } : {})
      return { element, tag, style, inner, lines: this.#linesOf(text, style, inner.width) }
    })
    const most = Math.max(...placed.map(({ lines }) => lines.length))
    const { lineHeight } = body
    this.#needs(lineHeight + 2 * cellPadding)
    for (let at = 0; at < most; ) {
      this.#y += at === 0 ? cellPadding / 2 + 1 : 0
      const fits = this.#fitting(lineHeight)
      for (const { element, tag, style, inner, lines } of placed) {
        const some = lines.slice(at, at + fits)
        if (some.length > 0) this.#content(element, tag, some, style, inner, this.#y)
      }
      this.#y += Math.min(fits, most - at) * lineHeight
      at += fits
    }
    this.#y += cellPadding / 2 + 1
    const from = Math.min(...columns.map(({ start }) => start))
    const to = Math.max(...columns.map(({ start, width }) => start + width))
    const line = scope === 'Column' ? 1.2 : 0.6
    this.#artifact(() =>
      this.#pdf
        .rect(this.#left({ start: from, width: to - from }), this.#y - line, to - from, line)
        .fill(scope === 'Column' ? this.#options.accent : ruleColour),
    )
    row.end()
  }

  /** Beside an answer, so that it is told from the question at a glance. */
  #bar(from: number, to: number) {
    const x = this.#left({ start: 0, width: barWidth })
    this.#artifact(() => this.#pdf.rect(x, from, barWidth, to - from).fill(this.#options.accent))
  }

  #artifact(draw: () => void, type: 'Layout' | 'Pagination' = 'Layout') {
    this.#pdf.markContent('Artifact', { type })
    draw()
    this.#pdf.endMarkedContent()
  }

  /** The left edge of a column, which begins at the right where the document does. */
  #left({ start, width }: Column): number {
    return this.#options.base === 'rtl' ? paper.width - paper.side - start - width : paper.side + start
  }

  #drawLine(line: TextLine, style: TextStyle, column: Column, top: number, atRight: boolean) {
    const width = line.width * style.size
    let x = this.#left(column) + (atRight ? column.width - width : 0)
    if (line.spoken !== undefined) this.#pdf.markContent('Span', { actual: line.spoken })
    for (const run of line.runs) {
      this.#pdf
        .font(run.font.name)
        .fontSize(style.size)
        .fillColor(style.colour)
        .text(run.text, x, top + style.lineHeight * baselineShare, {
          lineBreak: false,
          baseline: 'alphabetic',
          ...(isShapedWhole(run.text) && { features: [] }),
        })
      x += run.width * style.size
    }
    if (line.spoken !== undefined) this.#pdf.endMarkedContent()
  }
}
