/** Characters that a name may have: it is read aloud each time that somebody comes into what it names. */
const mostCharacters = 100

/** A text as a name: in one line, and cut after a word where it has more than `most` characters. */
export const shortText = (text: string, most = mostCharacters): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= most) return line
  const cut = line.slice(0, most)
  const end = cut.lastIndexOf(' ')
  return `${end > most / 2 ? cut.slice(0, end) : cut}…`
}

/** Whether a text is too long for a name. */
export const isLong = (text: string): boolean => text.replaceAll(/\s+/g, ' ').trim().length > mostCharacters

const signs: Readonly<Record<string, string>> = { mfrac: '/', msup: '^', msub: '_' }

/** A formula in one line. */
const formulaWords = (part: Element): string => {
  const sign = signs[part.localName]
  const words = [...part.children].map((child) => {
    const own = formulaWords(child)
    return sign && child.children.length > 1 ? `(${own})` : own
  })
  return part.getAttribute('alttext') ?? (words.length > 0 ? words.join(sign ?? ' ') : (part.textContent ?? ''))
}

/** What a text says, in one line: its words, its formulas, and the words of its pictures; not what a film shows where there are none. */
export const namedBy = (node: Node): string => {
  if (!(node instanceof Element)) return node.textContent ?? ''
  const { localName: name } = node
  if (node instanceof HTMLImageElement) return ` ${node.alt} `
  if (name === 'math') return ` ${formulaWords(node)} `
  if (name === 'video') return ''
  const words = [...node.childNodes].map(namedBy).join('')
  // Words of two paragraphs or cells are two words.
  return /^(p|li|t[dhr]|br|d[dtiv]+|h\d|caption)$/.test(name) ? `${words} ` : words
}
