/** A text of a question or an answer: HTML, or as it was typed. */
export interface ReadText {
  readonly text: string
  readonly isHtml: boolean
}

/** Something that a learner gave; `label` says for what, where the question asks for several. An empty value was left out. */
export interface ReadLine {
  readonly label?: ReadText
  readonly value: ReadText
}

export const typed = (text: string): ReadText => ({ text, isHtml: false })
export const html = (text: string): ReadText => ({ text, isHtml: true })
