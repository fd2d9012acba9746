import { splitAtPassages } from './tokens.ts'

/** An element within the shown text that replaces the token of a passage. */
export interface PassageHost {
  /** The place of its option, from 0. */
  readonly option: number
  readonly element: HTMLElement
}

const mathMl = 'http://www.w3.org/1998/Math/MathML'

/** Puts an empty element in the place of each token of what is shown in `box`. A formula takes none: its tokens stay. */
export const hostPassages = (box: HTMLElement): PassageHost[] => {
  const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
  return texts.flatMap((node) => {
    const pieces = splitAtPassages(node.data)
    if (node.parentElement?.namespaceURI === mathMl || pieces.every((piece) => 'text' in piece)) return []
    const hosts: PassageHost[] = []
    node.replaceWith(
      ...pieces.map((piece) => {
        if ('text' in piece) return piece.text
        const element = document.createElement('span')
        hosts.push({ option: piece.option, element })
        return element
      }),
    )
    return hosts
  })
}
