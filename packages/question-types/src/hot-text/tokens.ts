/** A passage in a text: a letter H followed by the number of its option, from 1. */
const token = /\[h(\d+)\]/gi

/** A text without markup, in pieces: the text around its passages, and the passages by the places of their options, from 0. */
export const splitAtPassages = (text: string): ({ readonly text: string } | { readonly option: number })[] =>
  text
    .split(/(\[h\d+\])/i)
    .filter((piece) => piece !== '')
    .map((piece) => (/^\[h\d+\]$/i.test(piece) ? { option: Number(piece.slice(2, -1)) - 1 } : { text: piece }))

/** HTML with each passage as `write` has it; a token of no option stays. */
export const withPassages = (html: string, write: (option: number) => string | undefined): string =>
  html.replace(token, (found, number: string) => write(Number(number) - 1) ?? found)
