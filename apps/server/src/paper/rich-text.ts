import { isWrittenAs, writtenAs } from './formula-text.ts'
import type { HtmlNode } from './html-tree.ts'

/** How a character is set; looks are added up. */
export const looks = { bold: 1, italic: 2, underlined: 4, struck: 8, raised: 16, lowered: 32 } as const

/** A picture within a text. Lengths in CSS pixels, where the HTML gives them. */
export interface PictureBox {
  readonly kind: 'picture'
  /** As the HTML names it. */
  readonly address: string
  readonly alt: string
  readonly width: number | undefined
  readonly height: number | undefined
}

/** A formula within a text, as MathML. */
export interface FormulaBox {
  readonly kind: 'formula'
  readonly math: HtmlNode
  /** In a line of plain text: k/(n+1). */
  readonly said: string
}

export type Box = PictureBox | FormulaBox

/** What is in a text for each of its boxes. */
export const boxSign = '\ufffc'

/** A text with what it looks like: `looks` has one number for each unit of the text, `boxes` stand where the text has a sign for one. */
export interface RichText {
  readonly text: string
  readonly looks?: Uint8Array
  readonly boxes?: ReadonlyMap<number, Box>
}

export const lookAt = ({ looks: all }: RichText, at: number): number => all?.[at] ?? 0

/** A stretch of a text in which nothing changes. */
export interface Stretch {
  readonly from: number
  readonly to: number
  readonly look: number
  readonly box: Box | undefined
}

/** The stretches of a part of a text; a box is one by itself. */
export const stretchesOf = (rich: RichText, from: number, to: number): Stretch[] => {
  const { looks: all, boxes } = rich
  if (!all && !boxes) return from < to ? [{ from, to, look: 0, box: undefined }] : []
  const stretches: Stretch[] = []
  for (let start = from; start < to; ) {
    const box = boxes?.get(start)
    const look = lookAt(rich, start)
    let end = start + 1
    if (!box) while (end < to && lookAt(rich, end) === look && !boxes?.has(end)) end += 1
    stretches.push({ from: start, to: end, look, box })
    start = end
  }
  return stretches
}

/** A part of a text, as its own text. */
export const sliceOf = ({ text, looks: all, boxes }: RichText, from: number, to: number): RichText => {
  const own = boxes && [...boxes].flatMap(([at, box]) => (at >= from && at < to ? [[at - from, box] as const] : []))
  return {
    text: text.slice(from, to),
    ...(all && { looks: all.subarray(from, to) }),
    ...(own && own.length > 0 && { boxes: new Map(own) }),
  }
}

/** The same text with words in the place of some boxes: of those that `words` has any for. */
export const withWordsFor = (rich: RichText, words: (box: Box) => string | undefined): RichText => {
  if (!rich.boxes) return rich
  let text = ''
  const all: number[] = []
  const boxes = new Map<number, Box>()
  for (const { from, to, look, box } of stretchesOf(rich, 0, rich.text.length)) {
    const instead = box && words(box)
    if (box && instead === undefined) boxes.set(text.length, box)
    const piece = instead ?? rich.text.slice(from, to)
    text += piece
    for (let at = 0; at < piece.length; at += 1) all.push(look)
  }
  return { text, looks: Uint8Array.from(all), ...(boxes.size > 0 && { boxes }) }
}

/** What is read out for a stretch, where that isn't its text. */
export const spokenFor = (rich: RichText, { from, to, look, box }: Stretch, picture: (alt: string) => string): string => {
  if (box) return box.kind === 'formula' ? box.said : picture(box.alt)
  const text = rich.text.slice(from, to)
  if (look & looks.raised) return writtenAs('sup', [text])
  return look & looks.lowered ? writtenAs('sub', [text]) : text
}

/** Texts as one. */
export const joined = (texts: readonly RichText[]): RichText => {
  const text = texts.map((one) => one.text).join('')
  const all = new Uint8Array(text.length)
  const boxes = new Map<number, Box>()
  let from = 0
  for (const one of texts) {
    if (one.looks) all.set(one.looks, from)
    for (const [at, box] of one.boxes ?? []) boxes.set(from + at, box)
    from += one.text.length
  }
  return { text, looks: all, ...(boxes.size > 0 && { boxes }) }
}

/** A text in plain words: powers and indices stay legible (10^12, x_1), a formula is one line, a picture its alternative text. */
export const spokenOf = (rich: RichText, picture: (alt: string) => string): string =>
  stretchesOf(rich, 0, rich.text.length)
    .map((stretch) => spokenFor(rich, stretch, picture))
    .join('')

/** A formula in a line of plain text. */
export const spokenMath = (node: HtmlNode): string => {
  if (node.name === '') return node.text.replace(/\s+/g, ' ')
  if (/^annotation/.test(node.name)) return ''
  const pieces = node.children.filter(({ name, text }) => name !== '' || text.trim() !== '').map(spokenMath)
  return isWrittenAs(node.name) ? writtenAs(node.name, pieces) : pieces.join('')
}
