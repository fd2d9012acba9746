/**
 * Marks in a row on one letter, of which no writing has more than a handful; Unicode's own limit for text that is handed on piece by piece. The
 * two halfwidth signs are marks once they are composed.
 */
const tooManyMarks = /[\p{M}\uff9e\uff9f]{31}/u

/**
 * A text with its letters and accents put together, or taken apart, as Unicode has it. One that piles marks up on a letter stays as it is: the engine
 * sorts such a pile in the square of its height, and one answer could hold a server up for most of a minute.
 */
export const normalForm = (text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string =>
  tooManyMarks.test(text) ? text : text.normalize(form)
