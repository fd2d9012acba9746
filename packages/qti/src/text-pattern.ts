import { foldCase } from './fold-case.ts'

/** A text as a pattern of XML Schema that it alone fits. */
export const literalPattern = (text: string): string => text.replace(/[\\.?*+{}()[\]|^$-]/g, String.raw`\$&`)

let known: ReadonlyMap<string, readonly string[]> | undefined

/** The letters of alphabets that have capitals, by what they are without their case: ß and ẞ by `ss`. */
const lettersByFold = (): ReadonlyMap<string, readonly string[]> => {
  if (known) return known
  const found = new Map<string, string[]>()
  for (let code = 0x41; code <= 0x2c2f; code += 1) {
    const letter = String.fromCharCode(code)
    const fold = foldCase(letter)
    if (fold !== letter) found.set(fold, [...(found.get(fold) ?? []), letter])
  }
  known = found
  return found
}

const longestFold = 3

/** One letter in each of its cases. The dot above is written apart where an i is neither I nor İ. */
const anyCaseOf = (letter: string): string => {
  const ways = [letter, letter.toUpperCase(), letter.toLowerCase(), ...(lettersByFold().get(letter) ?? [])]
  const single = [...new Set(ways)].filter((one) => Array.from(one).length === 1)
  const pattern = single.length > 1 ? `[${single.join('')}]` : literalPattern(letter)
  return letter === 'i' ? `${pattern}\u0307*` : pattern
}

/** A text as a pattern of XML Schema that it fits in any case, as {@link foldCase} has it. */
export const anyCasePattern = (text: string): string => {
  const characters = Array.from(foldCase(text))
  let pattern = ''
  for (let at = 0; at < characters.length; ) {
    let length = longestFold
    while (length > 1 && !lettersByFold().has(characters.slice(at, at + length).join(''))) length -= 1
    const some = characters.slice(at, at + length)
    const apart = some.map(anyCaseOf).join('')
    const together = length > 1 ? (lettersByFold().get(some.join('')) ?? []) : []
    pattern += together.length > 0 ? `(${[apart, ...together].join('|')})` : apart
    at += length
  }
  return pattern
}
