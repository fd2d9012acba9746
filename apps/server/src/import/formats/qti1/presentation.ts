import { attributeOf, childrenOf, type Element, insideOf, nameOf, numberIn } from '../../files/xml.ts'
import { type MaterialPlace, materialHtml } from './material.ts'
import { isYes } from './question-xml.ts'

/** Something that can be chosen; `html` isn't cleaned yet. */
export interface Label {
  readonly ident: string
  readonly html: string
  readonly isFixed: boolean
  /** The labels that it may be put together with, where it names some. */
  readonly group: readonly string[] | undefined
}

/** A response that an item asks for. */
export interface Response {
  readonly ident: string
  readonly kind: 'choice' | 'text' | 'number' | 'pairs'
  readonly cardinality: 'single' | 'multiple' | 'ordered'
  /** HTML that belongs to it alone. */
  readonly lead: string
  readonly labels: readonly Label[]
  readonly shuffle: boolean
  readonly most: number | undefined
  /** How many blanks it has. */
  readonly places: number
  /** How many lines are to be written into it. */
  readonly lines: number
  /** A list within a sentence, which takes a text or a number: its rules name the words of a choice. */
  readonly isInText?: boolean
  /** The numbers between which its field takes an answer, as ILIAS writes them. */
  readonly bounds?: { readonly least: number | undefined; readonly most: number | undefined }
  /** Why it can't be asked here. */
  readonly unread: string | undefined
  /** Texts any of which counts for any of its labels: what is listed there is typed. */
  readonly accepted?: readonly string[]
}

/** What is shown, in its order: HTML, and places of responses. */
export type Piece = { readonly html: string; readonly flow: Element } | { readonly ident: string; readonly at: number }

export interface Presentation {
  readonly pieces: readonly Piece[]
  readonly responses: readonly Response[]
}

const isResponse = (name: string) => /^response_(lid|str|num|xy|grp)$/.test(name)
const unreadRenders = /^render_(hotspot|extension)$|^response_extension$/

const labelOf = (label: Element, place: MaterialPlace): Label => ({
  ident: attributeOf(label, 'ident') ?? '',
  html:
    insideOf(label, 'material')
      .map((one) => materialHtml(one, place))
      .join(' ') || textBeside(label),
  isFixed: !isYes(label, 'rshuffle', true),
  group: attributeOf(label, 'match_group')
    ?.split(/[\s,]+/)
    .filter(Boolean),
})

/** Words that stand in a label itself, which some programs write. */
const textBeside = (label: Element): string => (childrenOf(label).length === 0 ? (label.textContent ?? '').trim() : '')

/** How many places a fill-in has. One label may be for each, or one for the answer as such. */
const placesIn = (render: Element | undefined): number => Math.max(1, render ? insideOf(render, 'response_label').length : 0)

const kindOf = (element: Element, render: Element | undefined): Response['kind'] => {
  const name = nameOf(element)
  if (name === 'response_grp') return 'pairs'
  const shown = nameOf(render ?? element)
  if (name === 'response_lid' ? shown !== 'render_fib' : shown === 'render_choice') return 'choice'
  const type = (attributeOf(render ?? element, 'fibtype') ?? attributeOf(element, 'numtype') ?? '').toLowerCase()
  return name === 'response_num' || /^(integer|decimal|scientific)$/.test(type) ? 'number' : 'text'
}

const cardinalityOf = (element: Element): Response['cardinality'] => {
  const written = attributeOf(element, 'rcardinality')?.toLowerCase()
  return written === 'multiple' || written === 'ordered' ? written : 'single'
}

/** Why it can't be shown; undefined if it can. */
const whyUnread = (element: Element): string | undefined => {
  const [unreadable] = insideOf(element, (name) => unreadRenders.test(name))
  if (nameOf(element) === 'response_xy' || (unreadable && nameOf(unreadable) === 'render_hotspot'))
    return 'Areas of a picture are not read in QTI 1.2.'
  return unreadable && `Nothing here shows <${unreadable.tagName}>.`
}

const boundsOf = (render: Element | undefined): Response['bounds'] => {
  const least = numberIn(render && attributeOf(render, 'minnumber'))
  const most = numberIn(render && attributeOf(render, 'maxnumber'))
  return least === undefined && most === undefined ? undefined : { least, most }
}

/** What a field or a list within a sentence has beyond what the standard gives it. */
const inSentence = (
  element: Element,
  render: Element | undefined,
  kind: Response['kind'],
): Pick<Response, 'isInText' | 'bounds'> => {
  if (cardinalityOf(element) !== 'single') return {}
  const bounds = kind === 'number' ? boundsOf(render) : undefined
  if (bounds) return { bounds }
  return kind === 'choice' && nameOf(element) !== 'response_lid' ? { isInText: true } : {}
}

const responseOf = (element: Element, place: MaterialPlace): Response => {
  const render = childrenOf(element).find((one) => /^render_/.test(nameOf(one)))
  const kind = kindOf(element, render)
  const isTyped = kind === 'text' || kind === 'number'
  const lead = [element, ...(isTyped || !render ? [] : [render])]
    .flatMap((one) => childrenOf(one, 'material'))
    // ILIAS names its own page here, for after the test.
    .filter((one) => attributeOf(one, 'label') !== 'suggested_solution')
    .map((one) => materialHtml(one, place))
  const most = numberIn(render && attributeOf(render, 'maxnumber'))
  return {
    ident: attributeOf(element, 'ident') ?? '',
    kind,
    cardinality: cardinalityOf(element),
    lead: lead.join(' '),
    labels: isTyped || !render ? [] : insideOf(render, 'response_label').map((one) => labelOf(one, place)),
    shuffle: render !== undefined && isYes(render, 'shuffle'),
    most: most !== undefined && Number.isInteger(most) && most > 0 ? most : undefined,
    places: isTyped ? placesIn(render) : 1,
    lines: Math.min(30, Math.max(1, numberIn(render && attributeOf(render, 'rows')) ?? 1)),
    unread: whyUnread(element),
    ...inSentence(element, render, kind),
  }
}

/** The answers that Blackboard keeps beside the responses, whose labels are empty: the first label is the first of these. */
const withBlocks = (response: Response, blocks: readonly string[]): Response =>
  blocks.length > 0 && response.labels.length === blocks.length && response.labels.every(({ html }) => html === '')
    ? { ...response, labels: response.labels.map((one, at) => ({ ...one, html: blocks[at] ?? '' })) }
    : response

/** Reads what an item shows. */
export const presentationOf = (item: Element, place: MaterialPlace): Presentation => {
  const pieces: Piece[] = []
  const responses: Response[] = []
  const blocks: string[] = []
  const typed = (element: Element, response: Response) => {
    let at = 0
    const walk = (inside: Element) => {
      for (const one of childrenOf(inside)) {
        if (nameOf(one) === 'material') pieces.push({ html: materialHtml(one, place), flow: inside })
        else if (nameOf(one) === 'response_label') pieces.push({ ident: response.ident, at: at++ })
        else walk(one)
      }
    }
    for (const render of childrenOf(element).filter((one) => /^render_/.test(nameOf(one)))) walk(render)
    if (at === 0) pieces.push({ ident: response.ident, at: 0 })
  }
  const ask = (one: Element) => {
    const response = responseOf(one, place)
    responses.push(response)
    if (response.labels.length === 0) typed(one, response)
    else pieces.push({ ident: response.ident, at: 0 })
  }
  const materialIn = (block: Element) =>
    insideOf(block, 'material')
      .map((material) => materialHtml(material, place))
      .join(' ')
  const walk = (element: Element) => {
    for (const one of childrenOf(element)) {
      const name = nameOf(one)
      if (attributeOf(one, 'class')?.toUpperCase() === 'RIGHT_MATCH_BLOCK') blocks.push(...childrenOf(one).map(materialIn))
      else if (name === 'material') pieces.push({ html: materialHtml(one, place), flow: element })
      else if (isResponse(name)) ask(one)
      else if (/^(flow|flow_mat|presentation|section)$/.test(name)) walk(one)
    }
  }
  for (const one of childrenOf(item, 'presentation')) walk(one)
  return {
    pieces: pieces.filter((one) => !('html' in one) || one.html !== ''),
    responses: responses.map((one) => withBlocks(one, blocks)),
  }
}
