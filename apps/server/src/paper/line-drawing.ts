import type { Boxes } from './boxes.ts'
import type { MathMark } from './math-box.ts'
import type { TextStyle } from './page.ts'
import type { PrintablePicture } from './paper-parts.ts'
import { type FormulaBox, looks, type PictureBox } from './rich-text.ts'
import { type DrawnRun, isRuled, isShapedWhole, type TextLine } from './text-lines.ts'
import { riseOf, scaleOf } from './text-width.ts'

type Pdf = PDFKit.PDFDocument
export type Element = PDFKit.PDFStructureElement

/** Where the letters are in a line, of its height. */
export const baselineShare = 0.72
/** Room above and below what is higher than letters, in points. */
const aroundBox = 3
/** Letters that lean, in degrees: the fonts that the paper has stand upright. */
const lean = 12

/** How high a line is, and how far below its top its letters stand, in points. */
export const lineHeightOf = ({ ascent, descent }: TextLine, { lineHeight }: Pick<TextStyle, 'lineHeight'>) => {
  const baseline = Math.max(lineHeight * baselineShare, ascent === 0 ? 0 : ascent + aroundBox)
  const below = Math.max(lineHeight * (1 - baselineShare), descent === 0 ? 0 : descent + aroundBox)
  return { height: baseline + below, baseline }
}

/** What a line belongs to while it is drawn: the element of the structure, whose content is opened and closed around boxes. */
export interface Tagged {
  readonly element: Element
  open(): void
  close(): void
}

interface Letters {
  readonly font: DrawnRun['font']
  readonly text: string
  readonly look: number
  readonly size: number
  readonly colour: string
}

const drawLetters = (pdf: Pdf, { font, text, look, size, colour }: Letters, x: number, baseline: number) =>
  pdf
    .font(font.name)
    .fontSize(size)
    .fillColor(colour)
    .text(text, x, baseline, {
      lineBreak: false,
      baseline: 'alphabetic',
      ...(look & looks.italic && { oblique: lean }),
      ...(isShapedWhole(text) && { features: [] }),
    })

const drawMark = (pdf: Pdf, mark: MathMark, place: { x: number; baseline: number; size: number; colour: string }) => {
  const { x, baseline, size, colour } = place
  if (mark.kind === 'rule') {
    const { width, height } = mark
    pdf.rect(x + mark.x * size, baseline - (mark.y + height) * size, width * size, height * size).fill(colour)
  } else if (mark.kind === 'lines') {
    for (const [index, [px, py]] of mark.points.entries()) {
      const to: [number, number] = [x + px * size, baseline - py * size]
      if (index === 0) pdf.moveTo(...to)
      else pdf.lineTo(...to)
    }
    pdf.lineWidth(mark.thickness * size).stroke(colour)
  } else {
    let left = x + mark.x * size
    for (const { text, font, width } of mark.drawn.runs) {
      const letters = { font, text, look: mark.drawn.look, size: mark.size * size, colour }
      drawLetters(pdf, letters, left, baseline - mark.y * size)
      left += width * mark.size * size
    }
  }
}

/** Draws lines, and tags what in them isn't text for a screen reader: pictures and formulas, with their words. */
export class LineDrawing {
  readonly #pdf: Pdf
  readonly #boxes: Boxes
  readonly #opened = new Map<PrintablePicture, string>()

  constructor(pdf: Pdf, boxes: Boxes) {
    this.#pdf = pdf
    this.#boxes = boxes
  }

  /** `width` is what the line's column has. */
  draw(line: TextLine, style: TextStyle, at: { x: number; top: number; width: number }, tagged: Tagged | undefined) {
    const baseline = at.top + lineHeightOf(line, style).baseline
    const places: { run: DrawnRun; x: number }[] = []
    let { x } = at
    for (const run of line.runs) {
      places.push({ run, x })
      x += run.width * style.size
    }
    if (line.spoken !== undefined) {
      tagged?.open()
      this.#pdf.markContent('Span', { actual: line.spoken })
      for (const { run, x: left } of places) this.#run(run, style, left, baseline)
      this.#pdf.endMarkedContent()
      return
    }
    // Each is read out by itself, in the order of reading.
    for (const { run, x: left } of places.sort((one, other) => one.run.from - other.run.from)) {
      if (run.box) this.#box(run.box, style, { x: left, baseline, width: at.width }, tagged)
      else {
        tagged?.open()
        if (run.spoken !== undefined) this.#pdf.markContent('Span', { actual: run.spoken })
        this.#run(run, style, left, baseline)
        if (run.spoken !== undefined) this.#pdf.endMarkedContent()
      }
    }
  }

  #run({ font, text, look, width }: DrawnRun, { size, colour }: TextStyle, x: number, baseline: number) {
    const own = size * scaleOf(look)
    drawLetters(this.#pdf, { font, text, look, size: own, colour }, x, baseline - riseOf(look) * size)
    if (!isRuled(look)) return
    const lines = [
      ...(look & looks.underlined ? [baseline + size * 0.1] : []),
      ...(look & looks.struck ? [baseline - size * 0.28] : []),
    ]
    for (const y of lines) this.#pdf.rect(x, y, width * size, Math.max(0.5, size * 0.055)).fill(colour)
  }

  #box(
    box: FormulaBox | PictureBox,
    style: TextStyle,
    at: { x: number; baseline: number; width: number },
    tagged: Tagged | undefined,
  ) {
    tagged?.close()
    const words = box.kind === 'formula' ? box.said : box.alt
    const { ascent, descent, width } = this.#boxes.sizeOf(box, style.size, at.width)
    const bbox: [number, number, number, number] = [at.x, at.baseline - ascent, at.x + width, at.baseline + descent]
    const draw = () => (box.kind === 'formula' ? this.#formula(box, style, at) : this.#picture(box, bbox))
    if (words === '' || !tagged) {
      // What is there for its looks alone is passed over.
      this.#pdf.markContent('Artifact', { type: 'Layout' })
      draw()
      this.#pdf.endMarkedContent()
      return
    }
    const type = box.kind === 'formula' ? 'Formula' : 'Figure'
    // Boundary: where it stands is missing in the library's types.
    const options: PDFKit.Mixins.StructureElementOptions & { bbox: typeof bbox } = { alt: words, bbox }
    const element = this.#pdf.struct(type, options)
    tagged.element.add(element)
    element.add(this.#pdf.markStructureContent(type))
    draw()
    this.#pdf.endMarkedContent()
    element.end()
  }

  #formula(
    box: FormulaBox,
    { size, colour }: TextStyle,
    { x, baseline, width }: { x: number; baseline: number; width: number },
  ) {
    const set = this.#boxes.formula(box, size, width)
    for (const mark of set.math.marks) drawMark(this.#pdf, mark, { x, baseline, size: set.size, colour })
  }

  #picture(box: PictureBox, [left, top, right, bottom]: [number, number, number, number]) {
    const picture = this.#boxes.picture(box)
    if (!picture) return
    // One that comes again is in the file once. Boundary: the library's types know nothing of an opened picture.
    const pdf = this.#pdf as Pdf & { openImage(bytes: Uint8Array): string }
    const opened = this.#opened.get(picture) ?? pdf.openImage(picture.bytes)
    this.#opened.set(picture, opened)
    pdf.image(opened, left, top, { width: right - left, height: bottom - top })
  }
}
