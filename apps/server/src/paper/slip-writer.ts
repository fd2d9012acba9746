import { contentWidth } from './page.ts'
import { type PageWriter, plainRich } from './page-writer.ts'
import type { PaperPart } from './paper-parts.ts'
import { writeFacts } from './table-writer.ts'

/** What a slip takes besides its lines, in points: room above its title, around its columns, and for the cut. */
const around = 72

/** Writes what is cut out and handed to one person, on one page. */
export const writeSlip = (writer: PageWriter, slip: Extract<PaperPart, { kind: 'slip' }>) => {
  const { question, body, strong } = writer.options.styles
  const all = slip.widths.reduce((sum, share) => sum + share, 0)
  const widthOf = (index: number) => (contentWidth * (slip.widths[index] ?? 1)) / all - 12
  const linesOf = (texts: readonly string[], style: typeof body | typeof strong) =>
    Math.max(0, ...texts.map((text, index) => writer.linesOf(plainRich(text), style, widthOf(index)).length)) * style.lineHeight
  const titleHeight = writer.linesOf(plainRich(slip.title), question, contentWidth).length * question.lineHeight
  const textHeight = writer.linesOf(plainRich(slip.text), body, contentWidth).length * body.lineHeight
  writer.needs(titleHeight + textHeight + linesOf(slip.head, strong) + linesOf(slip.row, strong) + around)
  writer.heading({ kind: 'heading', level: 3, text: slip.title })
  writer.paragraph(plainRich(slip.text), 'body')
  const cells = (texts: readonly string[]) => texts.map((text) => ({ rich: plainRich(text) }))
  writeFacts(writer, { title: slip.title, head: cells(slip.head), rows: [cells(slip.row)], widths: slip.widths })
  writer.cut()
}
