import { type Colour, colours, type Drawing, type Mark, type Point, type Size, type Width } from './drawing.ts'

/** A mark as it is drawn, by whatever draws. Lengths in pixels of the picture. */
export type Shape =
  /** `d`: the path, as SVG has it. */
  | { readonly kind: 'path'; readonly d: string; readonly colour: string; readonly width: number }
  /** `y`: where the letters stand. */
  | {
      readonly kind: 'text'
      readonly x: number
      readonly y: number
      readonly size: number
      readonly colour: string
      readonly text: string
    }

/** The longer side of a picture on which a middle line is 4 pixels wide. */
const measure = 800
const pixels: Readonly<Record<Width, number>> = { 1: 2, 2: 4, 3: 9 }

const scaleOf = ({ width, height }: Size) => Math.max(width, height) / measure

/** How wide a line is, and how high letters are: pictures of all sizes have the same looks. */
export const lineWidth = (size: Size, width: Width): number => Math.round(pixels[width] * scaleOf(size) * 100) / 100
export const letterSize = (size: Size): number => Math.round(24 * scaleOf(size) * 100) / 100
/** The light around a mark, by which it is seen on a dark picture. */
export const haloWidth = (size: Size): number => Math.round(3 * scaleOf(size) * 100) / 100

const pathOf = ([from, ...rest]: readonly Point[]): string => {
  if (!from) return ''
  // A single point is a dot, with the round end of a line.
  const lines = rest.length === 0 ? [from] : rest
  return `M${from.join(' ')}${lines.map((point) => `L${point.join(' ')}`).join('')}`
}

const colourOf = (colour: Colour) => colours[colour]

export const shapeOf = (size: Size, mark: Mark): Shape =>
  mark.kind === 'text'
    ? { kind: 'text', x: mark.at[0], y: mark.at[1], size: letterSize(size), colour: colourOf(mark.colour), text: mark.text }
    : { kind: 'path', d: pathOf(mark.points), colour: colourOf(mark.colour), width: lineWidth(size, mark.width) }

export const shapesOf = (drawing: Drawing): Shape[] => drawing.marks.map((mark) => shapeOf(drawing, mark))

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? '')

const pathXml = ({ d, colour, width }: Extract<Shape, { kind: 'path' }>) =>
  `<path d="${d}" stroke="${colour}" stroke-width="${width}"/>`

const textXml = (halo: number, { x, y, size, colour, text }: Extract<Shape, { kind: 'text' }>) =>
  `<text x="${x}" y="${y}" font-size="${size}" fill="${colour}" stroke="#ffffff" stroke-width="${halo}" paint-order="stroke">${escaped(text)}</text>`

/**
 * A drawing as a picture that stands alone. Nothing of a learner is in it but numbers that were checked and text that was escaped.
 * `picture`: the address of what was drawn on, as whoever shows it trusts it; undefined for white paper. `isOver`: with neither, to lie on one.
 */
export const toSvg = (
  drawing: Drawing,
  {
    name,
    picture,
    isOver = false,
  }: { readonly name: string; readonly picture?: string | undefined; readonly isOver?: boolean },
): string => {
  const { width, height } = drawing
  const halo = haloWidth(drawing)
  const shapes = shapesOf(drawing)
  const paths = shapes.flatMap((shape) => (shape.kind === 'path' ? [shape] : []))
  const inside = [
    isOver ? '' : `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    picture === undefined
      ? ''
      : `<image href="${escaped(picture)}" width="${width}" height="${height}" preserveAspectRatio="none"/>`,
    '<g fill="none" stroke-linecap="round" stroke-linejoin="round">',
    ...paths.map((shape) => pathXml({ ...shape, colour: '#ffffff', width: Math.round((shape.width + halo) * 100) / 100 })),
    '</g>',
    '<g fill="none" stroke-linecap="round" stroke-linejoin="round" font-family="sans-serif" font-weight="600">',
    ...shapes.map((shape) => (shape.kind === 'path' ? pathXml(shape) : textXml(halo, shape))),
    '</g>',
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(name)}">${inside.join('')}</svg>`
}
