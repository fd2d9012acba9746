import { plainName } from '@sitwell/qti/element'
import { DOMParser, type Document, type Element, type Node } from '@xmldom/xmldom'
import { type PackageFiles, PackageRefused } from './package-files.ts'

export type { Element, Node } from '@xmldom/xmldom'

const mostDepth = 200

/** The text of an XML file in the encoding that it declares; UTF-8 by default. */
const textOf = (bytes: Uint8Array, path: string): string => {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 200))
  const utf16 =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined
  const declared = utf16 ?? /^[\s\S]{0,5}<\?xml[^>]*encoding\s*=\s*["']([\w-]+)["']/.exec(start)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(declared, { fatal: true }).decode(bytes)
  } catch {
    throw new PackageRefused(path, `The file is not in the encoding that it declares (${declared}).`)
  }
}

const checkDepth = (document: Document, path: string) => {
  let depth = 0
  for (let node: Node | null = document.documentElement; node; ) {
    if (node.firstChild) {
      depth += 1
      if (depth > mostDepth) throw new PackageRefused(path, `The elements stand more than ${mostDepth} deep in each other.`)
      node = node.firstChild
      continue
    }
    while (node && !node.nextSibling) {
      node = node.parentNode
      depth -= 1
    }
    node = node?.nextSibling ?? null
  }
}

/** The start and end marks of stretches that are not content. */
const ends: Readonly<Record<string, string>> = { '<!--': '-->', '<![CDATA[': ']]>', '<?': '?>' }
const strayAmpersand = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});)[^\s]{0,20}/i
const forbiddenCharacter = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u

/**
 * Removes comments, CDATA sections and processing instructions from a text; undefined if one of them has no end. It works in
 * one pass: a single regular expression would search to the end of the text from each beginning.
 */
const contentOf = (text: string): string | undefined => {
  const beginnings = /<!--|<!\[CDATA\[|<\?/g
  const parts: string[] = []
  let from = 0
  for (let found = beginnings.exec(text); found; found = beginnings.exec(text)) {
    const end = ends[found[0]] ?? ''
    const at = text.indexOf(end, beginnings.lastIndex)
    if (at < 0) return undefined
    parts.push(text.slice(from, found.index))
    from = at + end.length
    beginnings.lastIndex = from
  }
  return [...parts, text.slice(from)].join('')
}

/** Syntax that the parser accepts silently, but XML does not allow. */
const checkCharacters = (text: string, path: string) => {
  const refuse = (what: string): never => {
    throw new PackageRefused(path, `This is not well-formed XML (${what}).`)
  }
  if (forbiddenCharacter.test(text)) refuse('it contains a character that XML does not allow')
  const content = contentOf(text) ?? refuse('a comment, a CDATA section or a processing instruction has no end')
  const [stray] = strayAmpersand.exec(content) ?? []
  if (stray !== undefined) refuse(`"${stray}" is not a character: write &amp; for &`)
  if (content.includes(']]>')) refuse('a text contains "]]>"')
}

/** A document type without declarations of its own, with everything before it. */
const named =
  /^((?:\s|<\?[^>]*\?>|<!--(?:[^-]|-(?!->))*-->)*)<!DOCTYPE\s+([\w:.-]+)((?:\s+(?:SYSTEM|PUBLIC\s+(?:"[^"<>]*"|'[^'<>]*'))(?:\s+(?:"[^"<>]*"|'[^'<>]*'))?)?)\s*>/

/** A text without such a document type, and the root that it names. One that asks for a file of this machine stays, to be refused. */
const withoutNamedType = (text: string): { text: string; root: string | undefined } => {
  const [whole, before = '', root, ids = ''] = named.exec(text) ?? []
  if (whole === undefined || /["']\s*file:/i.test(ids)) return { text, root: undefined }
  return { text: before + text.slice(whole.length), root }
}

const refuseType = (path: string): never => {
  throw new PackageRefused(path, 'The file declares a document type or entities, which are not taken.')
}

/**
 * Reads an XML file of the package and hands over its root element. A document type that declares anything is refused: through it a file
 * reads other files of the machine, or grows to gigabytes. One that only names the root element is passed over, and the file that it may
 * name is never read.
 * Lenient is for courses: what isn't well-formed there is seldom of weight, and in a question it may be part of what is asked.
 */
export const xmlAt = (files: PackageFiles, path: string, { isLenient = false }: { isLenient?: boolean } = {}): Element => {
  const bytes = files.get(path)
  if (!bytes) throw new PackageRefused(path, 'The file is missing.')
  const { text, root: namedRoot } = withoutNamedType(textOf(bytes, path))
  if (/<!DOCTYPE|<!ENTITY/i.test(text)) refuseType(path)
  if (!isLenient) checkCharacters(text, path)
  let document: Document
  try {
    document = new DOMParser({
      // Problems that are only warnings of the parser, such as an attribute without quotes, are not valid XML either.
      onError: (level, message) => {
        if (level !== 'warning' || !isLenient) throw new Error(message)
      },
    }).parseFromString(text, 'text/xml')
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new PackageRefused(path, `This is not well-formed XML (${message.split('\n')[0]}).`)
  }
  const root = document.documentElement
  if (!root) throw new PackageRefused(path, 'The file holds no XML element.')
  if (namedRoot !== undefined && namedRoot !== root.tagName) refuseType(path)
  checkDepth(document, path)
  return root
}

export const isElement = (node: Node): node is Element => node.nodeType === 1

/** An element's name in one spelling for QTI 2 and 3: `choiceinteraction` for `choiceInteraction` and `qti-choice-interaction`. */
export const nameOf = (element: Element): string => plainName(element.localName ?? element.tagName)

/** An attribute by its name in that spelling: `maxchoices` for `maxChoices` and `max-choices`. */
export const attributeOf = (element: Element, name: string): string | undefined => {
  for (const attribute of Array.from(element.attributes)) {
    if (plainName(attribute.localName ?? attribute.name) === name) return attribute.value
  }
  return undefined
}

/** The elements right inside, or those of one name. */
export const childrenOf = (element: Element, name?: string): Element[] =>
  Array.from(element.childNodes)
    .filter(isElement)
    .filter((child) => name === undefined || nameOf(child) === name)

/** The elements inside, however deep, of one name or that a test picks. */
export const insideOf = (element: Element, picks: string | ((name: string) => boolean)): Element[] =>
  childrenOf(element).flatMap((child) => [
    ...((typeof picks === 'string' ? nameOf(child) === picks : picks(nameOf(child))) ? [child] : []),
    ...insideOf(child, picks),
  ])

export const textIn = (element: Element): string => (element.textContent ?? '').replace(/\s+/g, ' ').trim()

/** The number in an attribute or text; undefined if it isn't one. */
export const numberIn = (text: string | undefined): number | undefined => {
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(value) ? value : undefined
}
