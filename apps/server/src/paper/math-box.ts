import { looks } from './rich-text.ts'
import { type DrawnText, drawnText } from './text-width.ts'

/** What a formula is drawn from. Lengths in em of the text around it; x from its left edge, y upwards from the line. */
export type MathMark =
  | { readonly kind: 'text'; readonly drawn: DrawnText; readonly size: number; readonly x: number; readonly y: number }
  | {
      readonly kind: 'rule'
      readonly x: number
      readonly y: number
      readonly width: number
      readonly height: number
    }
  | { readonly kind: 'lines'; readonly points: readonly (readonly [x: number, y: number])[]; readonly thickness: number }

/** A formula, or a piece of one, laid out. */
export interface MathBox {
  readonly width: number
  readonly ascent: number
  readonly descent: number
  readonly marks: readonly MathMark[]
}

export const nothing: MathBox = { width: 0, ascent: 0, descent: 0, marks: [] }

/** Where fraction bars stand, and what is in the middle of a line. */
export const axis = 0.26
export const ruleThickness = 0.05

/** A box moved and made smaller or larger. */
export const placed = ({ marks }: Pick<MathBox, 'marks'>, x: number, y: number, scale = 1): MathMark[] =>
  marks.map((mark): MathMark => {
    if (mark.kind === 'text') return { ...mark, size: mark.size * scale, x: x + mark.x * scale, y: y + mark.y * scale }
    if (mark.kind === 'rule')
      return {
        ...mark,
        x: x + mark.x * scale,
        y: y + mark.y * scale,
        width: mark.width * scale,
        height: mark.height * scale,
      }
    return {
      ...mark,
      points: mark.points.map(([px, py]) => [x + px * scale, y + py * scale] as const),
      thickness: mark.thickness * scale,
    }
  })

export const scaled = (box: MathBox, scale: number): MathBox => ({
  width: box.width * scale,
  ascent: box.ascent * scale,
  descent: box.descent * scale,
  marks: placed(box, 0, 0, scale),
})

/** Letters or a sign. */
export const textBox = (text: string, isItalic = false): MathBox => {
  if (text === '') return nothing
  const drawn = drawnText(text, isItalic ? looks.italic : 0)
  return { width: drawn.width, ascent: 0.74, descent: 0.22, marks: [{ kind: 'text', drawn, size: 1, x: 0, y: 0 }] }
}

export const space = (width: number): MathBox => ({ ...nothing, width })

/** Boxes one after the other on one line. */
export const inRow = (boxes: readonly MathBox[]): MathBox => {
  let width = 0
  const marks: MathMark[] = []
  for (const box of boxes) {
    for (const mark of placed(box, width, 0)) marks.push(mark)
    width += box.width
  }
  return {
    width,
    ascent: Math.max(0, ...boxes.map(({ ascent }) => ascent)),
    descent: Math.max(0, ...boxes.map(({ descent }) => descent)),
    marks,
  }
}

/** Boxes at places of their own; what they take is worked out. */
export const together = (parts: readonly { readonly box: MathBox; readonly x: number; readonly y: number }[]): MathBox => ({
  width: Math.max(0, ...parts.map(({ box, x }) => x + box.width)),
  ascent: Math.max(0, ...parts.map(({ box, y }) => y + box.ascent)),
  descent: Math.max(0, ...parts.map(({ box, y }) => box.descent - y)),
  marks: parts.flatMap(({ box, x, y }) => placed(box, x, y)),
})
