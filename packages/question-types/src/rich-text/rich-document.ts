/**
 * A written answer with marks, as plain data. It holds what the editor offers and nothing else, so that whatever was read into
 * it can be shown: no script, no style but the two fonts, no address that loads something.
 */
export type RichDocument = readonly Block[]

export interface Block {
  readonly kind: 'paragraph' | 'bullet' | 'number'
  /** How far it is indented, in steps; of a list item how deep it is nested. At most {@link maxIndent}. */
  readonly indent: number
  readonly runs: readonly Run[]
}

export type Run = TextRun | { readonly kind: 'break' } | ImageRun

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

export interface Marks {
  readonly bold?: boolean
  readonly italic?: boolean
  readonly underline?: boolean
  readonly font?: Font
  readonly size?: Size
  readonly href?: string
}

/** The fonts and sizes that the editor offers, with their value in a style. */
export const fonts = { serif: 'serif', mono: 'monospace' } as const
export const sizes = { small: '0.85em', large: '1.3em' } as const
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

/** What is read of it: a line for each block. */
export const plainTextOf = (document: RichDocument): string =>
  document
    .map(({ runs }) => runs.map((run) => (run.kind === 'text' ? run.text : run.kind === 'break' ? '\n' : '')).join(''))
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
    ({ kind, indent, runs }) =>
      kind === 'paragraph' &&
      indent === 0 &&
      runs.every((run) => run.kind === 'text' && Object.keys(run).every((field) => field === 'kind' || field === 'text')),
  )

/** Whether there is anything in it: a word or a picture. */
export const holdsSomething = (document: RichDocument): boolean =>
  document.some(({ runs }) => runs.some((run) => run.kind === 'image' || (run.kind === 'text' && run.text.trim() !== '')))
