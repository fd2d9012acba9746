import { type FontRun, fontRuns, graphemesOf, type Weight } from './fonts.ts'
import { looks } from './rich-text.ts'

const mostCached = 20_000

/** Words come again and again; what a short one measured is kept. */
const known = new Map<string, number>()
const cached = (kind: string, text: string, measure: () => number): number => {
  const key = `${kind} ${text}`
  const found = known.get(key)
  if (found !== undefined) return found
  const width = measure()
  if (known.size >= mostCached) known.clear()
  if (text.length <= 40) known.set(key, width)
  return width
}

/** Hebrew, Arabic and the scripts beside them. */
export const rtlLetters = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|\ud802|\ud803|\ud83a|\ud83b/

/** Words of a right-to-left script are drawn in one piece: one by one they would be in the wrong order. */
export const isShapedWhole = (text: string): boolean => rtlLetters.test(text)

const shapedWidth = (text: string, { name, font }: FontRun['font']): number =>
  cached(name, text, () => font.layout(text).advanceWidth / font.unitsPerEm)

/** Word by word, as it is drawn: shaping is what takes longest, and words come again. At a size of 1 point. */
export const widthOfRun = ({ text, font }: FontRun): number =>
  isShapedWhole(text)
    ? shapedWidth(text, font)
    : (text.match(/[^ ]* |[^ ]+$/g) ?? []).reduce((sum, word) => sum + shapedWidth(word, font), 0)

export const widthOf = (text: string, weight: Weight): number =>
  cached(String(weight), text, () => fontRuns(text, weight).reduce((sum, run) => sum + widthOfRun(run), 0))

/** Powers and indices are smaller than the text around them. */
export const scaleOf = (look: number): number => (look & (looks.raised | looks.lowered) ? 0.68 : 1)
/** How far they stand from its line, upwards, of its size. */
export const riseOf = (look: number): number => {
  if (look & looks.raised) return 0.36
  return look & looks.lowered ? -0.16 : 0
}

export const weightOf = (look: number, weight: Weight): Weight => (look & looks.bold ? 700 : weight)

/** Splits what is wider than a line. */
export const splitWide = (word: string, weight: Weight, most: number): string[] => {
  const parts: string[] = []
  let part = ''
  let width = 0
  for (const letter of graphemesOf(word)) {
    const own = widthOf(letter, weight)
    if (part !== '' && width + own > most) {
      parts.push(part)
      part = ''
      width = 0
    }
    part += letter
    width += own
  }
  if (part !== '') parts.push(part)
  return parts
}

/** Some letters as they are drawn in a formula: in one look, from left to right. Widths at a size of 1 point. */
export interface DrawnText {
  readonly runs: readonly (FontRun & { readonly width: number })[]
  readonly look: number
  readonly width: number
}

export const drawnText = (text: string, look: number): DrawnText => {
  const runs = fontRuns(text, weightOf(look, 400)).map((run) => ({ ...run, width: widthOfRun(run) }))
  return { runs, look, width: runs.reduce((sum, { width }) => sum + width, 0) }
}
