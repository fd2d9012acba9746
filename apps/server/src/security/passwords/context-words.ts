/** Shorter words are in many a password by chance. */
const shortestWord = 4

/** Signs that may stand beside such a word and still make it no harder to guess: a year, and a sign behind it. */
const mostBeside = 5

/** The product's own name; its other one is the operator's (`SITWELL_PRODUCT`). */
const product = 'sitwell'

interface Place {
  readonly productName: string
  readonly organisationName: string
  readonly urlToken: string
}

/** What whoever guesses at this place tries first: the names of the product and of the organisation, whole and word by word. */
export const contextWords = ({ productName, organisationName, urlToken }: Place): readonly string[] => {
  const names = [product, productName, urlToken, organisationName, organisationName.replace(/[^\p{L}\p{N}]/gu, '')]
  const words = [...names, ...organisationName.split(/[^\p{L}\p{N}]+/u)]
  return [...new Set(words.map((word) => word.toLowerCase()))].filter((word) => [...word].length >= shortestWord)
}

/** Whether a password is little more than one of these words: once, twice, or with a few signs about it. */
export const isMadeOf = (password: string, words: readonly string[]): boolean => {
  const lower = password.toLowerCase()
  return words.some((word) => lower.includes(word) && [...lower.replaceAll(word, '')].length <= mostBeside)
}
