import { plainName, type QtiElement } from '../element.ts'

/**
 * Reads the XML of a test: elements, attributes in double quotes and plain text, no more.
 * @internal
 */
export const readXml = (xml: string): QtiElement => {
  interface Open {
    name: string
    attributes: Record<string, string>
    children: QtiElement[]
    text: string
  }
  const root: Open = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  for (const [, close, name, attributes = '', empty, text] of xml.matchAll(
    /<(\/?)([\w-]+)((?:\s+[\w-]+="[^"]*")*)\s*(\/?)>|([^<]+)/g,
  )) {
    const top = open.at(-1) ?? root
    if (text !== undefined) top.text += text
    else if (close) open.pop()
    else {
      const pairs = [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [plainName(key), value])
      const element = { name: plainName(name ?? ''), attributes: Object.fromEntries(pairs), children: [], text: '' }
      top.children.push(element)
      if (!empty) open.push(element)
    }
  }
  const [only] = root.children
  if (!only || open.length > 1) throw new Error(`This is no XML of a test: ${xml.slice(0, 200)}`)
  return only
}
