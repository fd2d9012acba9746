import type { StyleName } from './page.ts'

/** A cell; one that heads its row or its column is told apart for a screen reader. */
export interface PaperCell {
  readonly text: string
  readonly isHeader?: boolean
}

/** What the PDF is made of, in order, before it is laid out on pages. */
export type PaperPart =
  | { readonly kind: 'heading'; readonly level: 2 | 3; readonly text: string; readonly aside?: string }
  | { readonly kind: 'paragraph'; readonly text: string; readonly style: StyleName; readonly isAnswer?: boolean }
  | { readonly kind: 'list'; readonly items: readonly { readonly marker: string; readonly text: string }[] }
  | {
      readonly kind: 'table'
      /** Read out, not shown: what the table is. */
      readonly title: string
      readonly head?: readonly string[]
      readonly rows: readonly (readonly PaperCell[])[]
      /** Shares of the width. */
      readonly widths: readonly number[]
      readonly isAnswer?: boolean
    }

/** A document before it is laid out. */
export interface PaperDocument {
  readonly language: 'en' | 'ar'
  readonly title: string
  readonly subtitle: string
  readonly organisation: string
  /** Who it is for; stands at the foot of each page. */
  readonly learner: string
  readonly colours: { readonly primary: string; readonly secondary: string }
  readonly completedAtMs: number
  readonly words: { readonly PAGE: string; readonly UNPRINTABLE: string }
  readonly parts: readonly PaperPart[]
}
