import { type Element, type Node, nameOf } from '../../files/xml.ts'

/** What would load, run or lead elsewhere: an interaction's own code is in its modules. */
const foreign = new Set(['script', 'iframe', 'frame', 'object', 'embed', 'link', 'meta', 'base', 'applet'])
const withoutEnd = new Set('area br col hr img input param source track wbr'.split(' '))

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const quoted = (text: string) => escaped(text).replaceAll('"', '&quot;')

const elementType = 1
const isElement = (node: Node): node is Element => node.nodeType === elementType
const isText = ({ nodeType }: Node) => nodeType === 3 || nodeType === 4

/** What markup of an interaction holds beside what is shown, which is left out of it. */
export interface CodeMarkup {
  readonly html: string
  readonly removed: ReadonlySet<string>
  /** The addresses in it. */
  readonly addresses: readonly string[]
}

/**
 * The markup of an interaction as HTML with the classes, ids and data that its code looks for. It is shown in the frame of its code alone,
 * which is held whatever is in it; what loads or runs is left out anyway.
 */
export const markupOf = (nodes: Iterable<Node>): CodeMarkup => {
  const removed = new Set<string>()
  const addresses: string[] = []
  const attributesOf = (element: Element) =>
    Array.from(element.attributes).flatMap(({ name, value }) => {
      if (/^xmlns(:|$)/.test(name)) return []
      if (/^on/i.test(name) || /^\s*javascript:/i.test(value)) {
        removed.add(name)
        return []
      }
      if (/^(src|href|xlink:href|poster|data-src)$/i.test(name)) addresses.push(value)
      return [` ${name}="${quoted(value)}"`]
    })
  const write = (node: Node): string => {
    if (isText(node)) return escaped(node.nodeValue ?? '')
    if (!isElement(node)) return ''
    if (foreign.has(nameOf(node))) {
      removed.add(`<${node.tagName}>`)
      return ''
    }
    const name = node.localName ?? node.tagName
    const start = `<${name}${attributesOf(node).join('')}>`
    return withoutEnd.has(name) ? start : `${start}${Array.from<Node>(node.childNodes).map(write).join('')}</${name}>`
  }
  const html = Array.from(nodes).map(write).join('').trim()
  return { html, removed, addresses }
}
