import type { PaperPart, PrintablePicture } from './paper-parts.ts'

type Pdf = PDFKit.PDFDocument
type DrawingPart = Extract<PaperPart, { kind: 'drawing' }>
type TextShape = Extract<DrawingPart['shapes'][number], { kind: 'text' }>

/** A CSS pixel in points. */
const pixel = 0.75
const groundOfText = 0.75

/** As large as its picture is, as far as that fits, in points. */
export const drawingSize = ({ width, height }: DrawingPart, most: { readonly width: number; readonly height: number }) => {
  const scale = Math.min(pixel, most.width / width, most.height / height)
  return { width: width * scale, height: height * scale, scale }
}

/** Draws a drawing at a place of the page. `writeText` writes in points of the page, with the letters at `y`, and answers how wide it was. */
export const drawDrawing = (
  pdf: Pdf,
  { width, height, halo, shapes }: DrawingPart,
  {
    x,
    y,
    scale,
    picture,
    writeText,
  }: {
    readonly x: number
    readonly y: number
    readonly scale: number
    readonly picture: PrintablePicture | undefined
    writeText(shape: TextShape, at: { x: number; y: number; size: number }, ground: (wide: number) => void): void
  },
): void => {
  const paths = shapes.flatMap((shape) => (shape.kind === 'path' ? [shape] : []))
  pdf.save()
  pdf.rect(x, y, width * scale, height * scale).clip()
  // What the library's types call a source is the bytes of a picture too.
  if (picture) pdf.image(Buffer.from(picture.bytes), x, y, { width: width * scale, height: height * scale })
  pdf.save()
  pdf.translate(x, y).scale(scale).lineCap('round').lineJoin('round')
  for (const shape of paths)
    pdf
      .path(shape.d)
      .lineWidth(shape.width + halo)
      .stroke('#ffffff')
  for (const shape of paths) pdf.path(shape.d).lineWidth(shape.width).stroke(shape.colour)
  pdf.restore()
  for (const shape of shapes) {
    if (shape.kind === 'path') continue
    const at = { x: x + shape.x * scale, y: y + shape.y * scale, size: shape.size * scale }
    writeText(shape, at, (wide) => {
      pdf.save()
      pdf
        .fillOpacity(groundOfText)
        .rect(at.x, at.y - at.size, wide, at.size * 1.3)
        .fill('#ffffff')
      pdf.restore()
    })
  }
  pdf.restore()
  pdf
    .rect(x, y, width * scale, height * scale)
    .lineWidth(0.6)
    .stroke('#8a9499')
}
