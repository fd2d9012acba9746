/** Characters that a name may have: it is read aloud each time that somebody comes into what it names. */
const mostCharacters = 100

/** A text as a name: in one line, and cut after a word where it is long. */
export const shortText = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= mostCharacters) return line
  const cut = line.slice(0, mostCharacters)
  const end = cut.lastIndexOf(' ')
  return `${end > mostCharacters / 2 ? cut.slice(0, end) : cut}…`
}

/** Whether a text is too long for a name. */
export const isLong = (text: string): boolean => text.replaceAll(/\s+/g, ' ').trim().length > mostCharacters

/** What a text says: its words, and those of its pictures; not what a film shows where there are none. */
export const namedBy = (text: Element): string => {
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  const words: string[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof HTMLImageElement) words.push(` ${node.alt} `)
    else if (!(node instanceof Element) && !node.parentElement?.closest('video')) words.push(node.textContent ?? '')
  }
  return words.join('')
}
