/** Markup, or a passage in a text: a letter H followed by the number of its option, from 1. */
const tagOrToken = /<[^<>]*>|\[h(\d+)\]/gi

/** A text without markup, in pieces: the text around its passages, and the passages by the places of their options, from 0. */
export const splitAtPassages = (text: string): ({ readonly text: string } | { readonly option: number })[] =>
  text
    .split(/(\[h\d+\])/i)
    .filter((piece) => piece !== '')
    .map((piece) => (/^\[h\d+\]$/i.test(piece) ? { option: Number(piece.slice(2, -1)) - 1 } : { text: piece }))

/** HTML with each passage as `write` has it. A token of no option stays, and so does one in an attribute, which shows nothing to choose. */
export const withPassages = (html: string, write: (option: number) => string | undefined): string =>
  html.replace(tagOrToken, (found, number: string | undefined) =>
    number === undefined ? found : (write(Number(number) - 1) ?? found),
  )
