import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'
import { unpackWoff } from './unpack-woff.ts'

export type Weight = 400 | 700

/** A font file and what it can write. */
export interface PaperFont {
  /** Names it in a document. */
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly font: Font
  readonly has: ReadonlySet<number>
}

const { resolve } = createRequire(import.meta.url)

/**
 * The first one that has a character writes it; together they have what exams are written in. The Arabic one has a glyph for each
 * letter: of one that puts letters together from strokes and dots, no text could be searched or copied.
 */
const parts = [
  ['noto-sans', 'latin'],
  ['noto-sans', 'latin-ext'],
  ['noto-sans', 'greek'],
  ['noto-sans', 'greek-ext'],
  ['noto-sans', 'cyrillic'],
  ['noto-sans', 'cyrillic-ext'],
  ['noto-sans', 'vietnamese'],
  ['noto-sans', 'devanagari'],
  ['ibm-plex-sans-arabic', 'arabic'],
  ['noto-sans-math', 'latin'],
] as const

const load = (family: string, subset: string, weight: Weight): PaperFont => {
  const bytes = unpackWoff(readFileSync(resolve(`@fontsource/${family}/files/${family}-${subset}-${weight}-normal.woff`)))
  const font = create(Buffer.from(bytes.buffer))
  if (!('characterSet' in font)) throw new Error(`${family} is a collection of fonts`)
  return { name: `${family}-${subset}-${weight}`, bytes, font, has: new Set(font.characterSet) }
}

/** Mathematical signs come in one weight. */
const weightOf = (family: string, weight: Weight): Weight => (family === 'noto-sans-math' ? 400 : weight)

const loadAll = (weight: Weight) => parts.map(([family, subset]) => load(family, subset, weightOf(family, weight)))

const loaded = new Map<Weight, readonly PaperFont[]>()

/** The fonts of a weight, read once. */
export const fontsOf = (weight: Weight): readonly PaperFont[] => {
  const found = loaded.get(weight) ?? loadAll(weight)
  loaded.set(weight, found)
  return found
}

/** Joins letters and picks the form of a sign, and shows nothing itself. */
const isJoiner = (codePoint: number) =>
  codePoint === 0x200c || codePoint === 0x200d || (codePoint >= 0xfe00 && codePoint <= 0xfe0f)

/** What represents a character that no font has. */
export const unprintable = '\ufffd'

/** A piece of text in one font. `source` is what was written, where something else is shown for it. */
export interface FontRun {
  readonly text: string
  readonly font: PaperFont
  readonly source: string | undefined
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
export const graphemesOf = (text: string): string[] => Array.from(graphemes.segment(text), ({ segment }) => segment)

/** Splits a text into pieces of one font each. What no font has is shown by a sign that says so. */
export const fontRuns = (text: string, weight: Weight): FontRun[] => {
  const fonts = fontsOf(weight)
  const [latin] = fonts
  if (!latin) throw new Error('There is no font')
  const runs: { text: string; font: PaperFont; source: string | undefined }[] = []
  for (const cluster of graphemesOf(text)) {
    const codes = Array.from(cluster, (one) => one.codePointAt(0) ?? 0).filter((code) => !isJoiner(code))
    const canWrite = ({ has }: PaperFont) => codes.every((code) => has.has(code))
    const last = runs.at(-1)
    // A space within a word's font keeps the words of one script in one piece.
    const font = last && last.source === undefined && canWrite(last.font) ? last.font : fonts.find(canWrite)
    if (font && last?.font === font && last.source === undefined) last.text += cluster
    else if (font) runs.push({ text: cluster, font, source: undefined })
    else if (last?.source !== undefined) {
      last.text += unprintable
      last.source += cluster
    } else runs.push({ text: unprintable, font: latin, source: cluster })
  }
  return runs
}
