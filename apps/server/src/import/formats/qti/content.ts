import { explained } from '@sitwell/safe-html/attributes'
import { attributeOf, childrenOf, type Element, isElement, type Node, nameOf, textIn } from '../../files/xml.ts'
import { type FileSearch, filesOf, folderOf } from '../../html/find-file.ts'
import { HtmlWriter } from '../../html/html-writer.ts'
import { showBrackets } from '../../html/square-brackets.ts'
import { isFilm, mediaAddresses } from './media-of.ts'
import type { QtiReading } from './qti-reading.ts'

/** What is in content and isn't for the learner, or not before the answer. */
const unshown: Readonly<Record<string, string>> = {
  feedbackblock: 'Feedback inside a question is not shown.',
  feedbackinline: 'Feedback inside a question is not shown.',
  templateblock: 'Templates are not filled in.',
  templateinline: 'Templates are not filled in.',
  infocontrol: 'Hidden hints are not shown.',
  cataloginfo: 'Only the words of questions are explained.',
  stylesheet: 'Styles are the player’s own.',
}

/** What is said of an answer, which is gathered apart (`item-feedback.ts`). */
export const isFeedback = (element: Element) => /^(modalfeedback|feedbackinline|feedbackblock)$/.test(nameOf(element))

/** A rubric that is for whoever marks or watches says what no learner may read. */
const isForOthers = (element: Element) =>
  nameOf(element) === 'rubricblock' && !(attributeOf(element, 'view') ?? 'candidate').split(/\s+/).includes('candidate')

const isHidden = (element: Element) => Object.hasOwn(unshown, nameOf(element)) || isForOthers(element)

const childNodesOf = (node: Node): Node[] => Array.from<Node>(node.childNodes)

const isText = (node: Node) => node.nodeType === 3 || node.nodeType === 4

/** The plain text of an element, without what isn't for the learner: feedback inside a choice says whether it is right. */
export const shownTextIn = (element: Element): string => {
  const textOf = (node: Node): string => {
    if (!isElement(node)) return isText(node) ? (node.nodeValue ?? '') : ''
    return isHidden(node) ? '' : childNodesOf(node).map(textOf).join('')
  }
  return textOf(element).replace(/\s+/g, ' ').trim()
}

/** The catalogues that explain words of an item and its stimuli. */
export interface ReadCatalogs {
  /** Takes up those that stand in the item or stimulus of a file. */
  read(owner: Element, path: string): void
  /** What an element of a text is marked with; undefined if it refers to no catalogue, or to one of which nothing is taken. */
  markOf(element: Element, path: string): string | undefined
}

export interface ContentPlace {
  readonly reading: QtiReading
  /** The file that the content is in. */
  readonly path: string
  readonly search: FileSearch
  /** Elements that are shown elsewhere and left out here, without a word. */
  readonly skip?: (element: Element) => boolean
  /** What is written instead of an element: the token of a blank, say. */
  readonly replace?: (element: Element) => string | undefined
  /** Feedback in it is left out without a word, because it is gathered apart. */
  readonly keepsFeedback?: boolean
  /** What explains its words. They stand elsewhere in it, and are read where a word refers to them. */
  readonly catalogs?: ReadCatalogs
  /** What is written instead of a text. */
  readonly rewrite?: (text: string) => string
}

const attributesOf = (element: Element) =>
  Array.from(element.attributes).map((one) => [(one.localName ?? one.name).toLowerCase(), one.value] as const)

/** An attribute of ours that a package brings would refer to nothing, or to something else. */
const ownAttributesOf = (element: Element) => attributesOf(element).filter(([name]) => name !== explained)

const markOf = (element: Element, { catalogs, path }: ContentPlace): (readonly [string, string])[] => {
  const mark = catalogs?.markOf(element, path)
  return mark === undefined ? [] : [[explained, mark]]
}

/** A picture, a sound or a film as QTI writes it besides `img`, `audio` and `video`: the text inside represents the picture, and names the film. */
const asMedia = (element: Element): { name: string; attributes: readonly (readonly [string, string])[] } | undefined => {
  const [, kind] = (nameOf(element) === 'object' && /^(image|audio|video)\//.exec(attributeOf(element, 'type') ?? '')) || []
  const address = attributeOf(element, 'data') ?? ''
  if (kind === 'audio') return { name: 'audio', attributes: [['src', address]] }
  if (kind === undefined) return undefined
  const size = attributesOf(element).filter(([name]) => name === 'width' || name === 'height')
  if (kind === 'video') {
    const name = textIn(element).slice(0, mostName)
    return { name: 'video', attributes: [['src', address], ...size, ...(name === '' ? [] : ([['title', name]] as const))] }
  }
  return { name: 'img', attributes: [['src', address], ['alt', textIn(element)], ...size] }
}

/** Characters of what a film is called. */
const mostName = 200

const containers: ReadonlySet<string> = new Set(['object', 'video', 'picture'])
const beside: ReadonlySet<string> = new Set(['source', 'track', 'param'])

const isOfMedia = (element: Element) => beside.has(nameOf(element))

/** Whether one of the files of a film may be shown; of one that is missing is told elsewhere. */
const isShownFilm = (film: Element, { reading, path }: ContentPlace): boolean => {
  const find = filesOf(reading.files, folderOf(path), { used: new Set(), missing: new Set() })
  return mediaAddresses(film).some((address) => find(address, 'video') !== undefined)
}

/** What may not be shown, as it is told: a drawing, a film of another kind, an object of a program. Undefined for what is shown as it stands. */
const unseenIn = (element: Element, place: ContentPlace): string | undefined => {
  const name = nameOf(element)
  const [address = ''] = mediaAddresses(element)
  const isDrawing = /\.svgz?([?#]|$)/i.test(address) || /svg/i.test(attributeOf(element, 'type') ?? '')
  if (name === 'img') return isDrawing ? `<img src="${address.slice(0, 200)}">` : undefined
  if (name === 'picture') return undefined
  if (!containers.has(name)) return undefined
  if (isFilm(element) ? isShownFilm(element, place) : !isDrawing && asMedia(element)) return undefined
  return address === '' ? `<${name}>` : `<${name} "${address.slice(0, 200)}">`
}

/** A part of what shows something else: the address of a drawing, say. Those of a film that is shown stay. */
const isPartOfMedia = (element: Element, place: ContentPlace): boolean => {
  const { parentNode } = element
  if (!beside.has(nameOf(element)) || parentNode === null || !isElement(parentNode)) return false
  return containers.has(nameOf(parentNode)) && !(nameOf(parentNode) === 'video' && isShownFilm(parentNode, place))
}

/** Writes nodes, cleaned. */
const writeNodes = (nodes: readonly Node[], writer: HtmlWriter, place: ContentPlace): void => {
  const { rewrite = (text: string) => text } = place
  for (const node of nodes) {
    if (isText(node)) writer.text(rewrite(node.nodeValue ?? ''))
    if (isElement(node)) writeElement(node, writer, place)
  }
}

const writeElement = (element: Element, writer: HtmlWriter, place: ContentPlace): void => {
  const { reading, path, skip, replace, keepsFeedback } = place
  if (skip?.(element) || isForOthers(element) || (keepsFeedback && isFeedback(element))) return
  if (place.catalogs && nameOf(element) === 'cataloginfo') return
  const instead = replace?.(element)
  if (instead !== undefined) {
    writer.text(instead)
    return
  }
  if (isPartOfMedia(element, place)) return
  const why = unshown[nameOf(element)]
  if (why !== undefined) {
    reading.lose(path, `<${element.tagName}>`, why)
    return
  }
  writeShown(element, writer, place)
}

/** Writes an element that is for the learner, or what is in its place. */
const writeShown = (element: Element, writer: HtmlWriter, place: ContentPlace): void => {
  const unseen = unseenIn(element, place)
  if (unseen !== undefined) {
    const why = isFilm(element) ? 'It is no MP4 (H.264) or WebM.' : 'It is not shown.'
    place.reading.lose(place.path, unseen, `${why} What stands in its place for those who can’t see it is shown.`)
    // What the author wrote for whoever can't see it is better than nothing.
    writeNodes(childNodesOf(element), writer, place)
    writer.text(attributeOf(element, 'alt') ?? '')
    return
  }
  const media = asMedia(element)
  const name = media?.name ?? nameOf(element)
  writer.open(name, [...(media?.attributes ?? ownAttributesOf(element)), ...markOf(element, place)])
  if (name === 'video') writeNodes(childrenOf(element).filter(isOfMedia), writer, place)
  else if (!media) writeNodes(childNodesOf(element), writer, place)
  writer.close(name)
}

/** The HTML of nodes of an item or test, cleaned. */
export const htmlOf = (nodes: readonly Node[], place: ContentPlace): string => {
  const { reading, path, search } = place
  const writer = new HtmlWriter(filesOf(reading.files, folderOf(path), search))
  writeNodes(nodes, writer, place)
  const html = showBrackets(writer.end())
  for (const used of search.used) reading.used.add(used)
  for (const what of writer.removed) reading.lose(path, what, 'It may not stand in the HTML of an exam.')
  return html
}

const blocks = /<(?:p|div|section|blockquote|pre|h\d|ul|ol|dl|table|figure)\b/

/** The HTML inside an element of which QTI makes more than HTML, such as a choice; with what explains it as a whole. */
export const htmlIn = (element: Element, place: ContentPlace): string => {
  const html = htmlOf(Array.from<Node>(element.childNodes), place)
  const mark = html === '' ? undefined : place.catalogs?.markOf(element, place.path)
  if (mark === undefined) return html
  const name = blocks.test(html) ? 'div' : 'span'
  return `<${name} ${explained}="${mark}">${html}</${name}>`
}
