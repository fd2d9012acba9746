import { once } from 'node:events'
import { languageOf } from '@sitwell/i18n/languages'
import { type Colour, formatColour, parseColour, readableOn, white } from '@sitwell/themes/colour'
import PDFDocument from 'pdfkit'
import { createBoxes } from './boxes.ts'
import { fill } from './fill.ts'
import { contentWidth, paper, quietColour, textStyles } from './page.ts'
import { PageWriter, plainRich } from './page-writer.ts'
import type { PaperDocument } from './paper-parts.ts'
import { PartWriter } from './part-writer.ts'
import { preparePictures } from './pictures.ts'
import { plainText } from './plain-text.ts'

/** What text on white paper, and white text on a ground, has at least (WCAG 2, AA). */
const leastContrast = 4.5
const sitwellGreen: Colour = [28, 162, 134]

const legible = (colour: string): string => formatColour(readableOn(parseColour(colour) ?? sitwellGreen, white, leastContrast))

/** A file name is shown where a document has no title. */
const titleOf = ({ title, subtitle }: PaperDocument) => plainText(`${title} – ${subtitle}`).replaceAll('\n', ' ')

const open = (document: PaperDocument) =>
  new PDFDocument({
    size: [paper.width, paper.height],
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    pdfVersion: '1.7',
    // Boundary: the library's types don't know this one yet.
    subset: 'PDF/UA' as 'PDF/A-1',
    tagged: true,
    displayTitle: true,
    lang: document.language,
    info: {
      Title: titleOf(document),
      Author: plainText(document.organisation),
      Creator: 'Sitwell',
      Producer: 'Sitwell',
      CreationDate: new Date(document.madeAtMs),
      ModDate: new Date(document.madeAtMs),
    },
    // The library's own default is a font that a tagged document would have to embed and doesn't have.
    font: null as unknown as string,
  })

/**
 * Writes a document as a tagged PDF: a screen reader finds its title, language, headings, lists and tables. `onProgress` is told per
 * cent. The same document gives the same bytes.
 */
export const writePdf = async (
  document: PaperDocument,
  onProgress: (percent: number) => void,
): Promise<Uint8Array<ArrayBuffer>> => {
  const pictures = await preparePictures(document.pictures ?? new Map())
  const pdf = open(document)
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = once(pdf, 'end')

  const primary = legible(document.colours.primary)
  const writer = new PageWriter(pdf, {
    base: languageOf(document.language).direction,
    styles: textStyles(legible(document.colours.secondary)),
    accent: primary,
    boxes: createBoxes(pictures),
  })
  const parts = new PartWriter(writer, document.words)
  writer.titleBand(document, primary)
  let pages = 0
  for (const [index, part] of document.parts.entries()) {
    parts.write(part)
    const percent = Math.floor((index / document.parts.length) * 19) * 5
    if (percent > pages) onProgress(percent)
    pages = Math.max(pages, percent)
  }
  const { UNPRINTABLE, LOST_PICTURE } = document.words
  if (writer.hasUnprintable) writer.paragraph(plainRich(UNPRINTABLE), 'quiet')
  if (parts.hasLostPicture && LOST_PICTURE !== undefined) writer.paragraph(plainRich(LOST_PICTURE), 'quiet')
  writer.end()

  const { count } = pdf.bufferedPageRange()
  for (let page = 0; page < count; page += 1) {
    pdf.switchToPage(page)
    writer.foot(`${document.title} · ${document.learner}`, fill(document.words.PAGE, { page: page + 1, pages: count }), {
      colour: quietColour,
      width: contentWidth,
    })
  }
  pdf.end()
  await ended
  onProgress(100)
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}
