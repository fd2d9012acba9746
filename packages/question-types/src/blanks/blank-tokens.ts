/** Markup and comments, which are no text: a bracket in an attribute is none of the question's. */
const markup = /<!--[\s\S]*?-->|<(?:"[^"]*"|'[^']*'|[^'">])*>/g

/** Bracketed text that no tag interrupts. */
const bracketed = /\[([^[\]<>]*)\]/g

/** A blank: a letter V followed by digits (spec 2 §5). */
const token = /^v\d+$/i

/** The blank's id, as it stands in `variableOptions`, of what stands in brackets; undefined where that is no blank. */
const blankId = (inBrackets: string): string | undefined => (token.test(inBrackets) ? inBrackets.toUpperCase() : undefined)

/** The ids of the blanks of a question's text, in the order of the text, each once: `[V1]`, `[v2]` are `V1`, `V2` (decisions). */
export const blankIds = (html: string): string[] => [
  ...new Set([...html.replace(markup, '<>').matchAll(bracketed)].flatMap(([, inside = '']) => blankId(inside) ?? [])),
]

const outsideMarkup = (html: string, change: (text: string) => string): string => {
  let result = ''
  let from = 0
  for (const found of html.matchAll(markup)) {
    result += change(html.slice(from, found.index)) + found[0]
    from = found.index + found[0].length
  }
  return result + change(html.slice(from))
}

/** The text with its blanks, and every other bracketed text emptied (spec 2 §5). */
export const withoutOtherBrackets = (html: string): string =>
  outsideMarkup(html, (text) => text.replace(bracketed, (found, inside: string) => (token.test(inside) ? found : '')))

/** A text without markup, in pieces: what stands around its blanks, and the blanks by their ids. */
export const splitAtBlanks = (text: string): ({ readonly text: string } | { readonly blankId: string })[] =>
  text
    .split(/(\[v\d+\])/i)
    .filter((piece) => piece !== '')
    .map((piece) => {
      const id = piece.startsWith('[') && piece.endsWith(']') ? blankId(piece.slice(1, -1)) : undefined
      return id === undefined ? { text: piece } : { blankId: id }
    })

/** The text with its blanks as numbers, (1), in the order of their ids; a blank that comes again has its number again. */
export const withNumberedBlanks = (html: string): string => {
  const ids = blankIds(html)
  const numbered = (text: string) =>
    text.replace(bracketed, (_, inside: string) => {
      const id = blankId(inside)
      return id === undefined ? '' : `(${ids.indexOf(id) + 1})`
    })
  return outsideMarkup(html, numbered)
}
