import type { LanguageTag } from '@sitwell/i18n/languages'
import type { StyleName } from './page.ts'

/** A text of a document: plain text, or HTML. */
export interface PaperText {
  readonly text: string
  readonly isHtml?: boolean
}

/** A cell. The header of a row or column is marked for screen readers. */
export interface PaperCell extends PaperText {
  readonly isHeader?: boolean
}

/** The content of the PDF, in order, before it is divided into pages. */
export type PaperPart =
  | { readonly kind: 'heading'; readonly level: 2 | 3; readonly text: string; readonly aside?: string }
  | ({ readonly kind: 'paragraph'; readonly style: StyleName; readonly isAnswer?: boolean } & PaperText)
  /** Paragraphs, lists, tables, pictures and formulas of some HTML. */
  | { readonly kind: 'html'; readonly html: string }
  /** Texts with their own markers: A, B, C. */
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
      /**
       * Shown above the columns on each page on which the table continues, with the column headers. Screen readers read it
       * once, with the table.
       */
      readonly continued?: string
    }
  /** Begins a new page, unless one has just begun. */
  | { readonly kind: 'page' }
  /** A slip that is cut out and handed to a person: it is on one page, above a dashed rule. */
  | {
      readonly kind: 'slip'
      readonly title: string
      readonly text: string
      readonly head: readonly string[]
      readonly row: readonly string[]
      readonly widths: readonly number[]
    }
  /** A learner's drawing on a picture of the exam. */
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

/** A mark of a drawing, in pixels of its picture: an SVG path, or a text at a point. */
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
  /** The recipient; shown at the foot of each page. */
  readonly learner: string
  readonly colours: { readonly primary: string; readonly secondary: string }
  /** In milliseconds; written into the properties of the file. */
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
