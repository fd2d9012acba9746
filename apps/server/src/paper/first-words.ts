import { plainBlocks } from './html-blocks.ts'

/** The beginning of HTML as one line of plain text, of this many characters at most. A text that is cut ends with an ellipsis. */
export const firstWords = (html: string, mostCharacters: number): string => {
  const whole = plainBlocks(html, (alt) => alt)
    .map(({ text }) => text)
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()
  if (whole.length <= mostCharacters) return whole
  const cut = whole.slice(0, mostCharacters - 1)
  return `${cut.toWellFormed().trimEnd()}…`
}
