import type { Boxes } from './boxes.ts'
import { drawDrawing, drawingSize } from './drawing-figure.ts'
import { fontsOf } from './fonts.ts'
import { baselineShare, type Element, LineDrawing, lineHeightOf, type Tagged } from './line-drawing.ts'
import {
  contentEnd,
  contentWidth,
  paper,
  quietColour,
  ruleColour,
  type StyleName,
  type TextStyle,
  type textStyles,
} from './page.ts'
import type { PaperDocument, PaperPart } from './paper-parts.ts'
import { plainText } from './plain-text.ts'
import { boxSign, type RichText } from './rich-text.ts'
import { type TextLine, textLines } from './text-lines.ts'

type Pdf = PDFKit.PDFDocument
/** What a header cell heads is missing in the library's types. */
type ElementOptions = PDFKit.Mixins.StructureElementOptions & { readonly scope?: 'Row' | 'Column' }
type PartOf<K extends PaperPart['kind']> = Extract<PaperPart, { kind: K }>

export interface WriterOptions {
  readonly base: 'ltr' | 'rtl'
  readonly styles: ReturnType<typeof textStyles>
  /** Colour of bars beside answers. */
  readonly accent: string
  readonly boxes: Boxes
}

/** A column of text: from the side where reading begins, in points. */
export interface Column {
  readonly start: number
  readonly width: number
}

/** Lines that stand in a column, with the element that they belong to. */
export interface Placed {
  readonly element: Element
  readonly tag: string
  readonly lines: readonly TextLine[]
  readonly style: TextStyle
  readonly column: Column
}

const full: Column = { start: 0, width: contentWidth }
const answerIndent = 14
const barWidth = 2.5
/** A heading is not left alone at the end of a page. */
export const roomBelowHeading = 64
/** A row that is no higher stands on one page, in points; of another this many lines at least stand where it begins. */
const highestUnparted = (contentEnd - paper.top) / 4
const leastLines = 3

/** A text without looks, as it may stand on paper. */
export const plainRich = (text: string): RichText => ({ text: plainText(text).replaceAll(boxSign, '\ufffd') })

/** Lays text out on pages, one part after the other, and tags each for a screen reader. */
export class PageWriter {
  hasUnprintable = false
  readonly options: WriterOptions
  readonly #pdf: Pdf
  readonly #root: Element
  readonly #drawing: LineDrawing
  #y = 0
  #repeated: (() => void) | undefined

  constructor(pdf: Pdf, options: WriterOptions) {
    this.#pdf = pdf
    this.options = options
    this.#drawing = new LineDrawing(pdf, options.boxes)
    for (const weight of [400, 700] as const) for (const { name, bytes } of fontsOf(weight)) pdf.registerFont(name, bytes)
    this.#root = pdf.struct('Document')
    pdf.addStructure(this.#root)
    this.#newPage()
  }

  /** The band at the top of the first page: whose exam it was, and which. */
  titleBand({ title, subtitle, organisation }: PaperDocument, context: string) {
    const inBand = (style: Omit<TextStyle, 'colour'>): TextStyle => ({ ...style, colour: '#ffffff' })
    const small = inBand({ weight: 400, size: 10.5, lineHeight: 16, after: 0 })
    const large = inBand({ weight: 700, size: 22, lineHeight: 29, after: 2 })
    const lines = [
      { tag: 'P', style: small, text: organisation },
      { tag: 'H1', style: large, text: title },
      { tag: 'P', style: small, text: subtitle },
    ].map((one) => ({ ...one, lines: this.linesOf(plainRich(one.text), one.style, contentWidth).slice(0, 6) }))
    const height = lines.reduce((sum, one) => sum + one.lines.length * one.style.lineHeight + one.style.after, 0) + 44
    this.#artifact(() => this.#pdf.rect(0, 0, paper.width, height).fill(context))
    this.#y = 22
    for (const one of lines) {
      const element = this.element(one.tag)
      this.flow({ ...one, element, column: full })
      element.end()
    }
    this.#y = height + 20
  }

  heading({ level, text, aside }: PartOf<'heading'>) {
    const style = level === 2 ? this.options.styles.section : this.options.styles.question
    this.#y += level === 2 ? 16 : 10
    this.needs(roomBelowHeading)
    const asideStyle = this.options.styles.quiet
    const asideWidth = contentWidth * 0.3
    const top = this.#y
    const tag = `H${level}`
    const element = this.element(tag)
    const width = aside === undefined ? contentWidth : contentWidth - asideWidth
    this.flow({ element, tag, lines: this.linesOf(plainRich(text), style, width), style, column: { start: 0, width } })
    const below = this.#y + style.after
    if (aside !== undefined && this.#y > top) {
      // Beside the heading's first line, at the far side, and part of the heading when it is read out.
      this.#y = top + (style.lineHeight - asideStyle.lineHeight) * baselineShare
      const lines = this.linesOf(plainRich(aside), asideStyle, asideWidth).slice(0, 1)
      const column = { start: contentWidth - asideWidth, width: asideWidth }
      this.flow({ element, tag, lines, style: asideStyle, column }, 'end')
    }
    element.end()
    this.#y = below
  }

  /** A paragraph; `tag` says what it is where it is something else, a heading within a text. */
  paragraph(rich: RichText, name: StyleName, { isAnswer = false, tag = 'P' } = {}) {
    const style = this.options.styles[name]
    const column = isAnswer ? { start: answerIndent, width: contentWidth - answerIndent } : full
    const element = this.element(tag)
    if (name === 'label' || tag !== 'P') this.needs(roomBelowHeading / 2)
    this.flow({ element, tag, lines: this.linesOf(rich, style, column.width), style, column }, isAnswer ? 'bar' : undefined)
    element.end()
    this.#y += style.after
  }

  /** What a learner drew, beside the bar of answers: a figure, read out by its name. */
  drawing(part: PartOf<'drawing'>) {
    const column = { start: answerIndent, width: contentWidth - answerIndent }
    const { width, height, scale } = drawingSize(part, { width: column.width, height: (contentEnd - paper.top) * 0.6 })
    this.needs(height)
    const top = this.#y
    const x = this.#left(column) + (this.options.base === 'rtl' ? column.width - width : 0)
    // Boundary: where it stands is missing in the library's types.
    const options: ElementOptions & { bbox: number[] } = { alt: part.name, bbox: [x, top, x + width, top + height] }
    const element = this.element('Figure', this.#root, options)
    element.add(this.#pdf.markStructureContent('Figure'))
    drawDrawing(this.#pdf, part, {
      ...{ x, y: top, scale, picture: this.options.boxes.pictureAt(part.src) },
      writeText: ({ text, colour }, at, ground) => {
        const style: TextStyle = { weight: 700, size: at.size, lineHeight: at.size * 1.3, after: 0, colour }
        const [line] = this.linesOf(plainRich(text), style, Number.MAX_SAFE_INTEGER)
        if (!line) return
        ground(line.width * at.size)
        const { baseline } = lineHeightOf(line, style)
        this.#drawing.draw(line, style, { x: at.x, top: at.y - baseline, width: contentWidth }, undefined)
      },
    })
    this.#pdf.endMarkedContent()
    element.end()
    this.#bar(top, top + height)
    this.#y = top + height + this.options.styles.body.after
  }

  /** The foot of the page that is switched to: no part of the text, so a screen reader passes over it. */
  foot(text: string, page: string, { colour, width }: { readonly colour: string; readonly width: number }) {
    const style: TextStyle = { weight: 400, size: 8.5, lineHeight: 12, colour, after: 0 }
    const top = paper.height - paper.bottom + 28
    const pageWidth = width * 0.25
    const pageLine = this.linesOf(plainRich(page), style, pageWidth)[0]
    const textLine = this.linesOf(plainRich(text), style, width - pageWidth)[0]
    this.#artifact(() => {
      const column = { start: 0, width: width - pageWidth }
      const startsRight = this.options.base === 'rtl'
      if (textLine) this.#drawLine(textLine, style, column, top, startsRight)
      if (pageLine) this.#drawLine(pageLine, style, { start: width - pageWidth, width: pageWidth }, top, !startsRight)
    }, 'Pagination')
  }

  end() {
    this.#root.end()
  }

  element(type: string, parent: Element = this.#root, options: ElementOptions = {}) {
    const element = this.#pdf.struct(type, options)
    parent.add(element)
    return element
  }

  linesOf(rich: RichText, { weight, size }: TextStyle, width: number): TextLine[] {
    const lines = textLines(rich, { weight, size, width, base: this.options.base, boxSize: this.options.boxes.sizeOf })
    this.hasUnprintable ||= lines.some((line) => line.hasUnprintable)
    return lines
  }

  /** Room before what comes next, in points. */
  skip(points: number) {
    this.#y += points
  }

  /** Begins a new page where less room is left. */
  needs(room: number) {
    if (this.#y + room > contentEnd) this.#newPage()
  }

  /** Lines in one column, over as many pages as they take. */
  flow(placed: Placed, more?: 'end' | 'bar') {
    const { lines, style } = placed
    for (let at = 0; at < lines.length; ) {
      const some = lines.slice(at, at + this.#fitting(lines, at, style))
      const top = this.#y
      this.#y += this.#content(placed, some, top, more === 'end' ? 'end' : 'start')
      if (more === 'bar') this.#bar(top, this.#y)
      at += some.length
    }
  }

  /** Lines beside others that belong to them, as a marker to its text: the next lines begin where these did. */
  beside(placed: Placed) {
    const top = this.#y
    this.flow(placed)
    this.#y = top
  }

  /** Columns beside each other, over as many pages as they take: what is high and doesn't fit any more is written on. `after` is drawn below. */
  columns(placed: readonly Placed[], padding: { readonly above: number; readonly below: number }) {
    const rest = placed.map((one) => ({ ...one, at: 0 }))
    const heightOf = (count?: number) =>
      Math.max(
        0,
        ...placed.map(({ lines, style }) =>
          lines.slice(0, count).reduce((sum, line) => sum + lineHeightOf(line, style).height, 0),
        ),
      )
    const whole = heightOf()
    this.needs((whole <= highestUnparted ? whole : heightOf(leastLines)) + padding.above + padding.below)
    this.#y += padding.above
    do {
      let below = this.#y
      const counts = rest.map(({ lines, at, style }) => (at < lines.length ? this.#fits(lines, at, style) : 0))
      // The rest of one column doesn't fit: all continue on the next page.
      if (counts.every((count) => count === 0) && rest.some(({ lines, at }) => at < lines.length)) {
        this.#newPage()
        continue
      }
      for (const [index, one] of rest.entries()) {
        const some = one.lines.slice(one.at, one.at + (counts[index] ?? 0))
        if (some.length === 0) continue
        below = Math.max(below, this.#y + this.#content(one, some, this.#y))
        one.at += some.length
      }
      this.#y = below
      if (rest.some(({ lines, at }) => at < lines.length)) this.#newPage()
    } while (rest.some(({ lines, at }) => at < lines.length))
    this.#y += padding.below
  }

  /** Begins a new page, unless nothing stands on this one yet. */
  page() {
    if (this.#y > paper.top) this.#newPage()
  }

  /** Writes something at the top of each page that begins while `write` runs. */
  repeating(repeated: () => void, write: () => void) {
    this.#repeated = repeated
    write()
    this.#repeated = undefined
  }

  /** Columns beside each other that were read out before: a screen reader passes over them. All of them fit on the page. */
  unread(placed: readonly Omit<Placed, 'element' | 'tag'>[], padding: { readonly above: number; readonly below: number }) {
    const top = this.#y + padding.above
    let below = top
    this.#artifact(() => {
      for (const { lines, style, column } of placed) {
        let y = top
        for (const line of lines) {
          this.#drawLine(line, style, column, y, this.options.base === 'rtl')
          y += lineHeightOf(line, style).height
        }
        below = Math.max(below, y)
      }
    })
    this.#y = below + padding.below
  }

  /** A dashed rule across the page, along which it is cut, with room above and below. */
  cut() {
    const room = 14
    const y = this.#y + room
    this.#artifact(() =>
      this.#pdf.save().moveTo(0, y).lineTo(paper.width, y).lineWidth(0.6).dash(4, { space: 4 }).stroke(quietColour).restore(),
    )
    this.#y = y + room
  }

  /** A rule across a column, at the place that was reached. */
  rule(column: Column, kind: 'head' | 'row') {
    const thickness = kind === 'head' ? 1.2 : 0.6
    const colour = kind === 'head' ? this.options.accent : ruleColour
    const y = this.#y - thickness
    this.#artifact(() => this.#pdf.rect(this.#left(column), y, column.width, thickness).fill(colour))
  }

  #newPage() {
    this.#pdf.addPage()
    this.#y = paper.top
    this.#repeated?.()
  }

  /** How many lines fit on what is left of the page. */
  #fits(lines: readonly TextLine[], from: number, style: TextStyle): number {
    let room = contentEnd - this.#y
    let count = 0
    for (; from + count < lines.length; count += 1) {
      const line = lines[from + count]
      room -= line ? lineHeightOf(line, style).height : 0
      if (room < 0) break
    }
    // Nothing is higher than a page but what can't be made smaller: that is drawn over its end.
    return count === 0 && this.#y === paper.top ? 1 : count
  }

  #fitting(lines: readonly TextLine[], from: number, style: TextStyle): number {
    const fits = this.#fits(lines, from, style)
    if (fits > 0) return fits
    this.#newPage()
    return this.#fits(lines, from, style)
  }

  /** Answers how high the lines are. */
  #content({ element, tag, style, column }: Placed, lines: readonly TextLine[], top: number, align: 'start' | 'end' = 'start') {
    let isOpen = false
    const tagged: Tagged = {
      element,
      open: () => {
        if (!isOpen) element.add(this.#pdf.markStructureContent(tag))
        isOpen = true
      },
      close: () => {
        if (isOpen) this.#pdf.endMarkedContent()
        isOpen = false
      },
    }
    // A text of several lines has the side where its own reading begins; a single word stays with its neighbours.
    const own = lines.length > 1 && lines[0] ? lines[0].isRtl : this.options.base === 'rtl'
    const atRight = align === 'end' ? this.options.base === 'ltr' : own
    let y = top
    for (const line of lines) {
      this.#drawLine(line, style, column, y, atRight, tagged)
      y += lineHeightOf(line, style).height
    }
    tagged.close()
    return y - top
  }

  /** Beside an answer, so that it is told from the question at a glance. */
  #bar(from: number, to: number) {
    const x = this.#left({ start: 0, width: barWidth })
    this.#artifact(() => this.#pdf.rect(x, from, barWidth, to - from).fill(this.options.accent))
  }

  #artifact(draw: () => void, type: 'Layout' | 'Pagination' = 'Layout') {
    this.#pdf.markContent('Artifact', { type })
    draw()
    this.#pdf.endMarkedContent()
  }

  /** The left edge of a column, which begins at the right where the document does. */
  #left({ start, width }: Column): number {
    return this.options.base === 'rtl' ? paper.width - paper.side - start - width : paper.side + start
  }

  #drawLine(line: TextLine, style: TextStyle, column: Column, top: number, atRight: boolean, tagged?: Tagged) {
    const x = this.#left(column) + (atRight ? column.width - line.width * style.size : 0)
    this.#drawing.draw(line, style, { x, top, width: column.width }, tagged)
  }
}
