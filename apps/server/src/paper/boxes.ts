import type { MathBox } from './math-box.ts'
import { layOut } from './math-layout.ts'
import { contentEnd, contentWidth, paper } from './page.ts'
import type { PrintablePicture } from './paper-parts.ts'
import type { Box, FormulaBox, PictureBox } from './rich-text.ts'
import type { BoxSize } from './text-lines.ts'

/** A CSS pixel in points. */
const pixel = 0.75
const highest = (contentEnd - paper.top) * 0.8
const leastScale = 0.4

/** What boxes take in a document with these pictures, and how formulas are laid out in it. */
export interface Boxes {
  sizeOf(box: Box, size: number, most: number): BoxSize
  /** A formula's layout, and the size of its letters in points. */
  formula(box: FormulaBox, size: number, most: number): { readonly math: MathBox; readonly size: number }
  picture(box: PictureBox): PrintablePicture | undefined
  /** The picture of an address. */
  pictureAt(address: string): PrintablePicture | undefined
}

/** A picture as large as it is shown, as far as that fits: its own proportions hold over what the HTML says of both. */
const pictureSize = ({ width, height }: PictureBox, picture: PrintablePicture, most: number): BoxSize => {
  const shape = picture.height / picture.width
  const wished = width ?? (height === undefined ? picture.width : height / shape)
  const shownWidth = Math.min(wished * pixel, most, contentWidth, highest / shape)
  return { width: shownWidth, ascent: shownWidth * shape, descent: 0 }
}

export const createBoxes = (pictures: ReadonlyMap<string, PrintablePicture>): Boxes => {
  const laidOut = new WeakMap<FormulaBox, MathBox>()
  const mathOf = (box: FormulaBox): MathBox => {
    const found = laidOut.get(box) ?? layOut(box.math)
    laidOut.set(box, found)
    return found
  }
  /** What is wider than its column or higher than a page is set smaller. */
  const sizeFor = ({ width, ascent, descent }: MathBox, size: number, most: number): number => {
    const scale = Math.min(1, most / (width * size || 1), highest / ((ascent + descent) * size || 1))
    return size * Math.max(scale, leastScale)
  }
  return {
    sizeOf: (box, size, most) => {
      if (box.kind === 'formula') {
        const math = mathOf(box)
        const own = sizeFor(math, size, most)
        return { width: math.width * own, ascent: math.ascent * own, descent: math.descent * own }
      }
      const picture = pictures.get(box.address)
      return picture ? pictureSize(box, picture, most) : { width: 0, ascent: 0, descent: 0 }
    },
    formula: (box, size, most) => {
      const math = mathOf(box)
      return { math, size: sizeFor(math, size, most) }
    },
    picture: ({ address }) => pictures.get(address),
    pictureAt: (address) => pictures.get(address),
  }
}
