import type { LanguageTag } from '@sitwell/i18n/languages'
import type { StyleName } from './page.ts'

/** A text of a document: as it stands, or HTML. */
export interface PaperText {
  readonly text: string
  readonly isHtml?: boolean
}

/** A cell; one that heads its row or its column is told apart for a screen reader. */
export interface PaperCell extends PaperText {
  readonly isHeader?: boolean
}

/** What the PDF is made of, in order, before it is laid out on pages. */
export type PaperPart =
  | { readonly kind: 'heading'; readonly level: 2 | 3; readonly text: string; readonly aside?: string }
  | ({ readonly kind: 'paragraph'; readonly style: StyleName; readonly isAnswer?: boolean } & PaperText)
  /** Paragraphs, lists, tables, pictures and formulas of some HTML. */
  | { readonly kind: 'html'; readonly html: string }
  /** Texts beside markers of their own: A, B, C. */
  | { readonly kind: 'list'; readonly items: readonly ({ readonly marker: string } & PaperText)[] }
  | {
      readonly kind: 'table'
      /** Read out, not shown: what the table is. */
      readonly title: string
      readonly head?: readonly PaperText[]
      readonly rows: readonly (readonly PaperCell[])[]
      /** Shares of the width. */
      readonly widths: readonly number[]
      readonly isAnswer?: boolean
      /** Rows are high enough to write in them by hand. */
      readonly isRoomy?: boolean
      /** Stands above the columns on each page that the table goes on to, with their heads again. Read out once, with the table. */
      readonly continued?: string
    }
  /** Begins a new page, unless one has just begun. */
  | { readonly kind: 'page' }
  /** What is cut out and handed to somebody: it stands on one page, above a dashed rule. */
  | {
      readonly kind: 'slip'
      readonly title: string
      readonly text: string
      readonly head: readonly string[]
      readonly row: readonly string[]
      readonly widths: readonly number[]
    }
  /** What a learner drew on a picture of the exam. */
  | {
      readonly kind: 'drawing'
      /** Read out, not shown: what it is. */
      readonly name: string
      /** The address of the picture that it was drawn on. */
      readonly src: string
      /** In pixels of that picture, as all lengths of the shapes. */
      readonly width: number
      readonly height: number
      /** How much light there is around a path, so that it is seen on a dark picture. */
      readonly halo: number
      readonly shapes: readonly PaperShape[]
    }

/** A mark of a drawing, in pixels of its picture: a path as SVG has it, or a text whose letters stand at a point. */
export type PaperShape =
  | { readonly kind: 'path'; readonly d: string; readonly colour: string; readonly width: number }
  | {
      readonly kind: 'text'
      readonly x: number
      readonly y: number
      readonly size: number
      readonly colour: string
      readonly text: string
    }

/** A picture as it came with its exam. */
export interface PaperPicture {
  readonly mediaType: string
  readonly bytes: Uint8Array
}

/** A picture that a PDF takes as it is: JPEG, or PNG without transparency. Lengths in pixels of the picture as it came. */
export interface PrintablePicture {
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
}

/** A document before it is laid out. */
export interface PaperDocument {
  readonly language: LanguageTag
  readonly title: string
  readonly subtitle: string
  readonly organisation: string
  /** Who it is for; stands at the foot of each page. */
  readonly learner: string
  readonly colours: { readonly primary: string; readonly secondary: string }
  /** In milliseconds; stands in the file's properties. */
  readonly madeAtMs: number
  readonly words: {
    readonly PAGE: string
    readonly UNPRINTABLE: string
    readonly PICTURE: string
    readonly CUT: string
    /** Where the document has pictures, and one of them could not be printed. */
    readonly LOST_PICTURE?: string
  }
  /** By the addresses that its HTML has for them. */
  readonly pictures?: ReadonlyMap<string, PaperPicture>
  readonly parts: readonly PaperPart[]
}
