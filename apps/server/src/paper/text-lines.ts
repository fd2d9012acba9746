import bidiModule from 'bidi-js'
import { type FontRun, fontRuns, fontsOf, graphemesOf, type Weight } from './fonts.ts'
import { type Box, looks, type RichText, sliceOf, spokenFor, stretchesOf } from './rich-text.ts'
import { riseOf, rtlLetters, scaleOf, splitWide, weightOf, widthOf, widthOfRun } from './text-width.ts'

export { isShapedWhole } from './text-width.ts'

// Boundary: its types are of its build for bundlers; what Node imports is the factory itself.
const bidi = (bidiModule as unknown as typeof bidiModule.default)()

/** What a box takes in a line, in points. */
export interface BoxSize {
  readonly width: number
  readonly ascent: number
  readonly descent: number
}

/** A piece of a line as it is drawn, from left to right. Widths are in points at a size of 1 point. */
export interface DrawnRun extends FontRun {
  readonly width: number
  readonly look: number
  /** Where it begins in its paragraph. */
  readonly from: number
  /** What is read out for it by itself, where a line with a box or a power in it is not read out whole. */
  readonly spoken: string | undefined
  readonly box: Box | undefined
}

/** A line of a paragraph. `spoken` is its text as it is read, where what is drawn differs from it and it is read out whole. */
export interface TextLine {
  readonly runs: readonly DrawnRun[]
  readonly width: number
  readonly isRtl: boolean
  readonly spoken: string | undefined
  readonly hasUnprintable: boolean
  /** Above and below its base line, in points, as far as something in it needs more than letters do. */
  readonly ascent: number
  readonly descent: number
}

/** Where a text is set: `width` in points, `size` of its letters too. */
export interface TextPlace {
  readonly weight: Weight
  readonly size: number
  readonly width: number
  readonly base: 'ltr' | 'rtl'
  /** What a box takes; without it there is none in the text. */
  boxSize?(box: Box, size: number, most: number): BoxSize
}

/** Longer words than this are put together from their letters: shaping one at once takes long, and no line holds it. */
const longWord = 80

/** Where lines may end: behind spaces, and behind a hyphen or a slash between letters. */
const pieces = /[^\s/-]*(?:[/-]+|\s+|$)/g

const noSize: BoxSize = { width: 0, ascent: 0, descent: 0 }
const sizeIn = ({ boxSize, size, width }: TextPlace, box: Box): BoxSize => boxSize?.(box, size, width) ?? noSize

/** Width of a part of a paragraph, at a size of 1 point. */
const widthBetween = (rich: RichText, from: number, to: number, place: TextPlace): number => {
  const { text, looks: all, boxes } = rich
  if (!all && !boxes) return widthOf(text.slice(from, to), place.weight)
  return stretchesOf(rich, from, to).reduce((sum, { from: start, to: end, look, box }) => {
    if (box) return sum + sizeIn(place, box).width / place.size
    return sum + widthOf(text.slice(start, end), weightOf(look, place.weight)) * scaleOf(look)
  }, 0)
}

/** The lines' texts, as `[from, to)` of the paragraph. Trailing spaces hang over the end of a line. */
const breakLines = (rich: RichText, place: TextPlace): [from: number, to: number][] => {
  const most = place.width / place.size
  const lines: [number, number][] = []
  let from = 0
  let at = 0
  let width = 0
  const widthFrom = (length: number) => widthBetween(rich, at, at + length, place)
  const partsOf = (bare: string, isWide: boolean) =>
    isWide && bare.length > 1 ? splitWide(bare, rich.looks ? 700 : place.weight, most) : []
  const put = (piece: string) => {
    const bare = piece.trimEnd()
    const own = bare.length > longWord ? Number.POSITIVE_INFINITY : widthFrom(bare.length)
    const parts = partsOf(bare, own > most)
    if (parts.length > 1) {
      for (const part of parts) put(part)
      at += piece.length - bare.length
      return
    }
    const bareWidth = own === Number.POSITIVE_INFINITY ? widthFrom(bare.length) : own
    if (at > from && width + bareWidth > most) {
      lines.push([from, at])
      from = at
      width = 0
    }
    width += bare === piece ? bareWidth : widthFrom(piece.length)
    at += piece.length
  }
  for (const [piece] of rich.text.matchAll(pieces)) if (piece !== '') put(piece)
  if (at > from || lines.length === 0) lines.push([from, at])
  return lines
}

/** Puts pieces of one level each into the order in which they are drawn (rule L2 of the bidirectional algorithm). */
const inVisualOrder = <T extends { readonly level: number }>(line: readonly T[]): T[] => {
  const ordered = [...line]
  const highest = Math.max(0, ...line.map(({ level }) => level))
  for (let level = highest; level >= 1; level -= 1)
    for (let start = 0; start < ordered.length; start += 1) {
      let end = start
      while (end < ordered.length && (ordered[end]?.level ?? 0) >= level) end += 1
      if (end > start) ordered.splice(start, end - start, ...ordered.slice(start, end).reverse())
      start = end
    }
  return ordered
}

/** Letters of a right-to-left script are turned around by their font's shaping; signs between them are not. */
const asDrawn = (text: string): string => (rtlLetters.test(text) ? text : graphemesOf(text).reverse().join(''))

type Atom = DrawnRun & { readonly level: number }

const boxRun = (box: Box, from: number, level: number, place: TextPlace): Atom => {
  const [font] = fontsOf(400)
  if (!font) throw new Error('There is no font')
  const width = sizeIn(place, box).width / place.size
  return { text: '', font, source: undefined, width, look: 0, from, spoken: undefined, box, level }
}

/** A part of a paragraph of one level, look and box. */
interface Part {
  readonly from: number
  readonly to: number
  readonly level: number
  readonly look: number
  readonly box: Box | undefined
}

/** The parts of a line in their order of reading; a box is one whole. */
function* partsOfLine(rich: RichText, [from, to]: readonly [number, number], levels: Uint8Array | undefined): Generator<Part> {
  for (const { from: begin, to: end, look, box } of stretchesOf(rich, from, to)) {
    for (let start = begin; start < end; ) {
      const level = levels?.[start] ?? 0
      const turn = levels?.subarray(start, end).findIndex((one) => one !== level) ?? -1
      const next = turn < 0 ? end : start + turn
      yield { from: start, to: next, level, look, box }
      start = next
    }
  }
}

/** The letters of a part, a piece for each font. */
const letterRuns = (rich: RichText, part: Part, place: TextPlace): Atom[] => {
  const { from, to, level, look, box } = part
  const isTurned = level % 2 === 1
  const written = rich.text.slice(from, to)
  const text = isTurned ? Array.from(written, (one) => bidi.getMirroredCharacter(one) ?? one).join('') : written
  const isMoved = riseOf(look) !== 0
  const spokenText = isMoved || isTurned ? spokenFor(rich, { from, to, look, box }, () => '') : undefined
  let at = from
  return fontRuns(text, weightOf(look, place.weight)).map((run, index) => {
    const drawn = { ...run, text: isTurned ? asDrawn(run.text) : run.text }
    // Heard once, with its first piece.
    const heard = index === 0 ? spokenText : ''
    const spoken = spokenText === undefined ? run.source : heard
    const atom = { ...drawn, width: widthOfRun(drawn) * scaleOf(look), look, from: at, spoken, box: undefined, level }
    at += run.source?.length ?? run.text.length
    return atom
  })
}

/** The pieces of a line in their order of reading, each of one level, look and font. */
const atomsOf = (rich: RichText, line: readonly [number, number], levels: Uint8Array | undefined, place: TextPlace): Atom[] =>
  [...partsOfLine(rich, line, levels)].flatMap((part) =>
    part.box ? [boxRun(part.box, part.from, part.level, place)] : letterRuns(rich, part, place),
  )

/** What reaches above and below a line's letters, in points. */
const reachOf = (runs: readonly DrawnRun[], place: TextPlace) => {
  let ascent = 0
  let descent = 0
  for (const { box } of runs) {
    if (!box) continue
    const size = sizeIn(place, box)
    ascent = Math.max(ascent, size.ascent)
    descent = Math.max(descent, size.descent)
  }
  return { ascent, descent }
}

/** A paragraph's lines in a width. A paragraph without letters of its own has the document's direction. */
const paragraphLines = (rich: RichText, place: TextPlace): TextLine[] => {
  const { text } = rich
  const hasDirection = /\p{L}/u.test(text)
  const isPlain = !rtlLetters.test(text) && (place.base === 'ltr' || hasDirection)
  const embedding = isPlain ? undefined : bidi.getEmbeddingLevels(text, hasDirection ? 'auto' : place.base)
  const isRtl = embedding ? (embedding.paragraphs[0]?.level ?? 0) % 2 === 1 : false
  return breakLines(rich, place).map(([from, to]) => {
    const own = text.slice(from, to).trimEnd()
    const atoms = atomsOf(rich, [from, from + own.length], embedding?.levels, place)
    const runs = embedding ? inVisualOrder(atoms) : atoms
    const hasUnprintable = runs.some(({ source }) => source !== undefined)
    const isTurned = atoms.some(({ level }) => level % 2 === 1)
    const isMixed = runs.some(({ box, look }) => box !== undefined || riseOf(look) !== 0)
    return {
      runs,
      width: runs.reduce((sum, run) => sum + run.width, 0),
      isRtl,
      spoken: !isMixed && (hasUnprintable || isTurned) ? own : undefined,
      hasUnprintable,
      ...reachOf(runs, place),
    }
  })
}

/** The lines of a text in a width, both in points. */
export const textLines = (given: string | RichText, place: TextPlace): TextLine[] => {
  const rich = typeof given === 'string' ? { text: given } : given
  if (!rich.text.includes('\n')) return paragraphLines(rich, place)
  const lines: TextLine[] = []
  let from = 0
  for (const paragraph of rich.text.split('\n')) {
    for (const line of paragraphLines(sliceOf(rich, from, from + paragraph.length), place)) lines.push(line)
    from += paragraph.length + 1
  }
  return lines
}

/** Width in points of the widest word and of the longest line of a text. */
export const textWidths = (rich: RichText, place: TextPlace): { readonly least: number; readonly most: number } => {
  let least = 0
  let most = 0
  let from = 0
  for (const paragraph of rich.text.split('\n')) {
    let at = from
    for (const [piece] of paragraph.matchAll(pieces)) {
      const bare = piece.trimEnd()
      if (bare.length <= longWord) least = Math.max(least, widthBetween(rich, at, at + bare.length, place))
      at += piece.length
    }
    most = Math.max(
      most,
      paragraph.length > 2000 ? Number.MAX_SAFE_INTEGER : widthBetween(rich, from, from + paragraph.length, place),
    )
    from += paragraph.length + 1
  }
  return { least: least * place.size, most: most * place.size }
}

/** Whether a look is drawn with its own line under or through it. */
export const isRuled = (look: number): boolean => (look & (looks.underlined | looks.struck)) !== 0
