/**
 * A name as it is compared: without capitals, accents, points and vowel signs, in one form of Unicode. ß is ss, and ŵ is w, because that is
 * how those write it who have no such key.
 */
export const foldedName = (name: string): string =>
  // By way of the capitals: ß has two of them, and some letters have two small ones.
  name
    .normalize('NFKD')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(ignored, '')
    .replaceAll(otherwise, (sign) => written[sign] ?? sign)

/** Marks above and below letters, the stroke that lengthens Arabic words, and what can't be seen. */
const ignored = /[\p{M}\u0640\p{Cf}]/gu

/** Letters that are others with something to them, and that Unicode doesn't take apart; apostrophes and hyphens as keyboards have them. */
const written: Readonly<Record<string, string>> = {
  ...{ ø: 'o', đ: 'd', ð: 'd', ł: 'l', ħ: 'h', ŧ: 't', ı: 'i', ς: 'σ', æ: 'ae', œ: 'oe', þ: 'th' },
  // Forms of yeh, kaf and teh marbuta that Arabic and Persian keyboards distinguish.
  ...{ ى: 'ي', ی: 'ي', ک: 'ك', ة: 'ه', ٱ: 'ا' },
  ...{ '’': "'", '‘': "'", ʼ: "'", '‐': '-', '‑': '-', '–': '-' },
}
const otherwise = new RegExp(`[${Object.keys(written).join('')}]`, 'gu')

/** The words that somebody looks for, as they are compared. */
export const wordsOf = (search: string): string[] =>
  search
    .split(/\s+/)
    .map(foldedName)
    .filter((word) => word !== '')
