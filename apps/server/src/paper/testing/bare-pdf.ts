import { once } from 'node:events'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'

/** Texts under each other and a picture by the library alone, neither tagged nor laid out: what a paper is measured against. */
export const writeBarePdf = async (texts: readonly string[], picture: Uint8Array): Promise<void> => {
  const pdf = new PDFDocument({ size: 'A4' })
  pdf.on('data', () => {})
  const ended = once(pdf, 'end')
  for (const text of texts) pdf.text(text)
  pdf.image(Buffer.from(picture), { width: 200 })
  pdf.end()
  await ended
}

/** A picture of one colour. Lengths in pixels. */
export const plainPicture = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } })
    .png()
    .toBuffer()
