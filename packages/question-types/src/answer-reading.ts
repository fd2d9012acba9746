/** A text of a question or an answer: HTML, or as it was typed. */
export interface ReadText {
  readonly text: string
  readonly isHtml: boolean
  /** It is a day, `YYYY-MM-DD`, for whoever reads it to be written in their language (`dayInWords`). */
  readonly isDay?: true
  /** What was drawn, as its answer holds it, on the picture of this address: `text` is what its learner said of it. */
  readonly drawing?: { readonly value: string; readonly src: string }
}

/** Something that a learner gave; `label` says for what, where the question asks for several. An empty value was left out. */
export interface ReadLine {
  readonly label?: ReadText
  readonly value: ReadText
}

export const typed = (text: string): ReadText => ({ text, isHtml: false })
export const html = (text: string): ReadText => ({ text, isHtml: true })

/** What a question offers: a list, which may have a name, or a table whose first row names its columns. */
export type Offer =
  | { readonly kind: 'list'; readonly label?: ReadText; readonly items: readonly ReadText[] }
  | { readonly kind: 'table'; readonly head: readonly ReadText[]; readonly rows: readonly (readonly ReadText[])[] }

/** A list of what may be chosen. */
export const listOf = (items: readonly { readonly text: string }[], label?: ReadText): Offer => ({
  kind: 'list',
  ...(label && { label }),
  items: items.map(({ text }) => html(text)),
})
