import { type MathElement, textOfMath } from './formula/math-element.ts'

/**
 * A written answer with marks, as plain data. It holds what the editor offers and nothing else, so that whatever was read into
 * it can be shown: no script, no style but the two fonts, no address that loads something.
 */
export type RichDocument = readonly (Block | Table)[]

/** A table; its rows make a whole grid (`table-grid.ts`), and a block stands before and behind it, to write in. */
export interface Table {
  readonly kind: 'table'
  readonly rows: readonly (readonly Cell[])[]
}

export interface Cell {
  readonly isHeader: boolean
  /** How many columns and rows of the grid it takes. */
  readonly columns: number
  readonly rows: number
  /** At least one; no table stands in a table. */
  readonly blocks: readonly Block[]
}

export interface Block {
  readonly kind: 'paragraph' | 'bullet' | 'number'
  /** How far it is indented, in steps; of a list item how deep it is nested. At most {@link maxIndent}. */
  readonly indent: number
  readonly runs: readonly Run[]
}

export type Run = TextRun | { readonly kind: 'break' } | ImageRun | FormulaRun

export interface TextRun extends Marks {
  readonly kind: 'text'
  readonly text: string
}

export interface ImageRun {
  readonly kind: 'image'
  /** The picture itself as a data URL: nothing is loaded for it. */
  readonly src: string
  readonly alt: string
}

/** A formula in the line of the text. */
export interface FormulaRun {
  readonly kind: 'formula'
  readonly math: MathElement
  /** What its learner typed, to go on with; empty where it came from elsewhere without any. */
  readonly source: string
}

export interface Marks {
  readonly bold?: boolean
  readonly italic?: boolean
  readonly underline?: boolean
  /** Raised or lowered: without it x² would be x2. */
  readonly script?: Script
  readonly font?: Font
  readonly size?: Size
  readonly href?: string
}

/** The fonts and sizes that the editor offers, with their value in a style. */
export const fonts = { serif: 'serif', mono: 'monospace' } as const
export const sizes = { small: '0.85em', large: '1.3em' } as const
export type Script = 'sub' | 'super'
export type Font = keyof typeof fonts
export type Size = keyof typeof sizes

export const maxIndent = 7

/** An address that a link may lead to. */
export const isLinkAddress = (address: string): boolean =>
  address.length <= 2000 && /^(https?:\/\/[^\s"'<>]+|mailto:[^\s"'<>]+)$/i.test(address)

/** A picture that an answer may hold: embedded, of a kind that can't hold a script. */
export const isEmbeddedImage = (address: string): boolean =>
  /^data:image\/(png|jpeg|gif|webp);base64,[a-z\d+/]+=*$/i.test(address)

const sameMarks = (one: TextRun, other: TextRun): boolean =>
  one.bold === other.bold &&
  one.italic === other.italic &&
  one.underline === other.underline &&
  one.script === other.script &&
  one.font === other.font &&
  one.size === other.size &&
  one.href === other.href

/** Adds a run, together with the one before where both are text with the same marks. */
export const addRun = (runs: Run[], run: Run): void => {
  const last = runs.at(-1)
  if (run.kind !== 'text') runs.push(run)
  else if (run.text === '') return
  else if (last?.kind === 'text' && sameMarks(last, run)) runs[runs.length - 1] = { ...last, text: last.text + run.text }
  else runs.push(run)
}

/** The blocks of a document, those in its tables too, as they are read. */
const blocksOf = (document: RichDocument): readonly Block[] =>
  document.flatMap((one) => (one.kind === 'table' ? one.rows.flat().flatMap(({ blocks }) => blocks) : [one]))

const textOfRun = (run: Run): string => {
  if (run.kind === 'text') return run.text
  if (run.kind === 'formula') return textOfMath(run.math)
  return run.kind === 'break' ? '\n' : ''
}

const textOfRuns = (runs: readonly Run[]): string => runs.map(textOfRun).join('')

/** What is read of it: a line for each block, in a table a line for each block of a cell. */
export const plainTextOf = (document: RichDocument): string =>
  blocksOf(document)
    .map(({ runs }) => textOfRuns(runs))
    .join('\n')

/** Plain text as a document: a paragraph for each line. */
export const documentOfText = (text: string): RichDocument =>
  text === ''
    ? []
    : text
        .split(/\r\n|\r|\n/)
        .map((line) => ({ kind: 'paragraph', indent: 0, runs: line === '' ? [] : [{ kind: 'text', text: line }] }))

/** Whether it is plain text as {@link documentOfText} makes it: nothing is lost where only the text is kept. */
export const isPlainText = (document: RichDocument): boolean =>
  document.every(
    (block) =>
      block.kind === 'paragraph' &&
      block.indent === 0 &&
      block.runs.every((run) => run.kind === 'text' && Object.keys(run).every((field) => field === 'kind' || field === 'text')),
  )

/** Whether there is anything in it: a word, a picture or a formula. A table without any is as empty as a line. */
export const holdsSomething = (document: RichDocument): boolean =>
  blocksOf(document).some(({ runs }) =>
    runs.some((run) => run.kind !== 'break' && (run.kind !== 'text' || run.text.trim() !== '')),
  )
