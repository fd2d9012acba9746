import bidiModule from 'bidi-js'
import { type FontRun, fontRuns, graphemesOf, type Weight } from './fonts.ts'

// Boundary: its types are of its build for bundlers; what Node imports is the factory itself.
const bidi = (bidiModule as unknown as typeof bidiModule.default)()

/** A piece of a line as it is drawn, from left to right. Widths are in points at a size of 1 point. */
export interface DrawnRun extends FontRun {
  readonly width: number
}

/** A line of a paragraph. `spoken` is its text as it is read, where what is drawn differs from it. */
export interface TextLine {
  readonly runs: readonly DrawnRun[]
  readonly width: number
  readonly isRtl: boolean
  readonly spoken: string | undefined
  readonly hasUnprintable: boolean
}

const mostKept = 20_000

/** Words come again and again; what a short one measured is kept. */
const known = new Map<string, number>()
const kept = (kind: string, text: string, measure: () => number): number => {
  const key = `${kind} ${text}`
  const found = known.get(key)
  if (found !== undefined) return found
  const width = measure()
  if (known.size >= mostKept) known.clear()
  if (text.length <= 40) known.set(key, width)
  return width
}

const shapedWidth = (text: string, { name, font }: FontRun['font']): number =>
  kept(name, text, () => font.layout(text).advanceWidth / font.unitsPerEm)

/** Word by word, as it is drawn: shaping is what takes longest, and words come again. */
const widthOfRun = ({ text, font }: FontRun): number =>
  isShapedWhole(text)
    ? shapedWidth(text, font)
    : (text.match(/[^ ]* |[^ ]+$/g) ?? []).reduce((sum, word) => sum + shapedWidth(word, font), 0)

const widthOf = (text: string, weight: Weight): number =>
  kept(String(weight), text, () => fontRuns(text, weight).reduce((sum, run) => sum + widthOfRun(run), 0))

/** Hebrew, Arabic and the scripts beside them. */
const rtlLetters = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|\ud802|\ud803|\ud83a|\ud83b/

/** Words of a right-to-left script are drawn in one piece: one by one they would stand in the wrong order. */
export const isShapedWhole = (text: string): boolean => rtlLetters.test(text)

/** Longer words than this are put together from their letters: shaping one at once takes long, and no line holds it. */
const longWord = 80

/** Where lines may end: behind spaces, and behind a hyphen or a slash between letters. */
const pieces = /[^\s/-]*(?:[/-]+|\s+|$)/g

/** Splits what is wider than a line. */
const splitWide = (word: string, weight: Weight, most: number): string[] => {
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

/** The lines' texts, as `[from, to)` of the paragraph. Trailing spaces hang over the end of a line. */
const breakLines = (paragraph: string, weight: Weight, most: number): [from: number, to: number][] => {
  const lines: [number, number][] = []
  let from = 0
  let at = 0
  let width = 0
  const put = (piece: string) => {
    const bare = piece.trimEnd()
    const own = bare.length > longWord ? Number.POSITIVE_INFINITY : widthOf(bare, weight)
    if (own > most && bare.length > 1) {
      const parts = splitWide(bare, weight, most)
      if (parts.length > 1) {
        for (const part of parts) put(part)
        at += piece.length - bare.length
        return
      }
    }
    const bareWidth = own === Number.POSITIVE_INFINITY ? widthOf(bare, weight) : own
    if (at > from && width + bareWidth > most) {
      lines.push([from, at])
      from = at
      width = 0
    }
    at += piece.length
    width += bare === piece ? bareWidth : widthOf(piece, weight)
  }
  for (const [piece] of paragraph.matchAll(pieces)) if (piece !== '') put(piece)
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

const drawLine = (text: string, levels: Uint8Array | undefined, weight: Weight): DrawnRun[] => {
  if (!levels) return fontRuns(text, weight).map((run) => ({ ...run, width: widthOfRun(run) }))
  const atoms: (FontRun & { level: number })[] = []
  for (let start = 0; start < text.length; ) {
    const level = levels[start] ?? 0
    let end = start
    while (end < text.length && levels[end] === level) end += 1
    const isTurned = level % 2 === 1
    const part = isTurned
      ? Array.from(text.slice(start, end), (one) => bidi.getMirroredCharacter(one) ?? one).join('')
      : text.slice(start, end)
    for (const run of fontRuns(part, weight)) atoms.push({ ...run, text: isTurned ? asDrawn(run.text) : run.text, level })
    start = end
  }
  return inVisualOrder(atoms).map((run) => ({ ...run, width: widthOfRun(run) }))
}

/** A paragraph's lines in a width, at a size of 1 point. A paragraph without letters of its own has the document's direction. */
const paragraphLines = (paragraph: string, weight: Weight, most: number, base: 'ltr' | 'rtl'): TextLine[] => {
  const hasDirection = /\p{L}/u.test(paragraph)
  const isPlain = !rtlLetters.test(paragraph) && (base === 'ltr' || hasDirection)
  const embedding = isPlain ? undefined : bidi.getEmbeddingLevels(paragraph, hasDirection ? 'auto' : base)
  const isRtl = embedding ? (embedding.paragraphs[0]?.level ?? 0) % 2 === 1 : false
  return breakLines(paragraph, weight, most).map(([from, to]) => {
    const text = paragraph.slice(from, to).trimEnd()
    const runs = drawLine(text, embedding?.levels.subarray(from, from + text.length), weight)
    const hasUnprintable = runs.some(({ source }) => source !== undefined)
    const isTurned = embedding?.levels.subarray(from, to).some((level) => level % 2 === 1) ?? false
    return {
      runs,
      width: runs.reduce((sum, run) => sum + run.width, 0),
      isRtl,
      spoken: hasUnprintable || isTurned ? text : undefined,
      hasUnprintable,
    }
  })
}

/** The lines of a text in a width, both in points. */
export const textLines = (
  text: string,
  { weight, size, width, base }: { weight: Weight; size: number; width: number; base: 'ltr' | 'rtl' },
): TextLine[] => text.split('\n').flatMap((paragraph) => paragraphLines(paragraph, weight, width / size, base))
