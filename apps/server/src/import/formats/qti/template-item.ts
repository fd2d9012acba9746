import type { QtiVersion } from '@sitwell/qti/declaration'
import type { QtiElement } from '@sitwell/qti/element'
import { type QtiItem, readQtiItem } from '@sitwell/qti/item'
import { unprintable } from '@sitwell/qti/printed'
import { ProcessingError } from '@sitwell/qti/processing-error'
import { correctSetIn } from '@sitwell/qti/template'
import { hasTokens, type QuestionTemplate, token } from '@sitwell/question-types/marking'
import { attributeOf, childrenOf, type Element, insideOf, isElement, nameOf, textIn } from '../../files/xml.ts'
import { treeOf } from './tree-of.ts'

/** An item whose content has tokens instead of what is drawn; or why it can't be one. */
export type Prepared = { readonly item: Element; readonly template?: QuestionTemplate } | { readonly why: string }

/** Why an item with a template is left out. */
class Unfit extends Error {}

const stretches: ReadonlySet<string> = new Set(['templateinline', 'templateblock'])
/** Choices that leave their list where they are hidden; any other leaves a hole in a text or a picture. */
const choices: ReadonlySet<string> = new Set(['simplechoice', 'inlinechoice', 'simpleassociablechoice', 'gaptext'])
/** What is shown, if at all, after the answer. */
const feedback: ReadonlySet<string> = new Set(['feedbackinline', 'feedbackblock', 'modalfeedback', 'testfeedback'])
const retained: ReadonlySet<string> = new Set([
  'responsedeclaration',
  'outcomedeclaration',
  'templatedeclaration',
  'templateprocessing',
  'templatedefault',
])

const isInFeedback = (element: Element): boolean => {
  for (let one = element.parentNode; one && isElement(one); one = one.parentNode) if (feedback.has(nameOf(one))) return true
  return false
}

/** Whether this stands where its learner reads it before the answer. */
const isRead = (element: Element) => !feedback.has(nameOf(element)) && !isInFeedback(element)

/** An element by its name and attributes, without what is inside. */
const alone = (element: Element): QtiElement => {
  const { name, attributes } = treeOf(element)
  return { name, ...(attributes && { attributes }) }
}

const textNode = (near: Element, text: string) => {
  const document = near.ownerDocument
  if (!document) throw new Error('An element is outside of a document.')
  return document.createTextNode(text)
}

/** Puts tokens into a copy of an item's content, and gathers what they represent. */
class Tokens {
  readonly places: QtiElement[] = []
  readonly #item: QtiItem

  constructor(item: QtiItem) {
    this.#item = item
  }

  /** Goes through the content; `isForMath` says whether a name in a formula represents a variable. */
  put(item: Element, isForMath: (name: string) => boolean) {
    for (const element of insideOf(item, (one) => one !== 'templatedefault')) {
      const name = nameOf(element)
      if (name === 'printedvariable') this.#print(element)
      else if (name === 'mi' && isForMath(textIn(element))) this.#printInMath(element)
      else if (stretches.has(name)) this.#mayHide(element)
      else if (attributeOf(element, 'templateidentifier') !== undefined) this.#mayHideChoice(element)
    }
  }

  #declared(element: QtiElement) {
    const identifier = element.attributes?.identifier ?? ''
    return this.#item.declarations.find((one) => one.kind === 'template' && one.identifier === identifier)
  }

  #print(element: Element) {
    const place = alone(element)
    const name = (attributeOf(element, 'identifier') ?? '').slice(0, 80)
    // What an answer came to may be in what is said of it.
    if (!this.#declared(place) && isInFeedback(element)) return
    if (!this.#declared(place)) throw new Unfit(`It prints "${name}", which isn't a value that a template draws.`)
    const why = unprintable(place)
    if (why !== undefined) throw new Unfit(why)
    element.parentNode?.replaceChild(textNode(element, token(this.places.push(place) - 1)), element)
  }

  /** A variable of a formula is a name in it, which its value takes the place of. */
  #printInMath(element: Element) {
    const identifier = textIn(element).trim()
    const place = { name: 'mi', attributes: { identifier } }
    const { baseType } = this.#declared(place) ?? {}
    const isNumber = baseType === 'integer' || baseType === 'float'
    const value = textNode(element, token(this.places.push(place) - 1))
    const written = isNumber
      ? element.ownerDocument?.createElementNS(element.namespaceURI, element.tagName.replace(/mi$/, 'mn'))
      : undefined
    if (!written) {
      while (element.firstChild) element.removeChild(element.firstChild)
      element.appendChild(value)
      return
    }
    written.appendChild(value)
    element.parentNode?.replaceChild(written, element)
  }

  #mayHide(element: Element) {
    const interaction = insideOf(element, (name) => name.endsWith('interaction'))[0]
    if (interaction) throw new Unfit(`Whether its <${interaction.tagName}> is shown depends on its template.`)
    const place = this.#hiding(element)
    const parent = element.parentNode
    parent?.insertBefore(textNode(element, token(place, '#')), element)
    while (element.firstChild) parent?.insertBefore(element.firstChild, element)
    parent?.replaceChild(textNode(element, token(place, '/')), element)
  }

  #mayHideChoice(element: Element) {
    if (!choices.has(nameOf(element)) || /orderinteraction$/.test(nameOf(element.parentNode as Element)))
      throw new Unfit(`Whether its <${element.tagName}> is shown depends on its template.`)
    element.insertBefore(textNode(element, token(this.#hiding(element))), element.firstChild)
  }

  #hiding(element: Element): number {
    const place = alone(element)
    const named = attributeOf(element, 'templateidentifier') ?? ''
    if (!this.#item.declarations.some((one) => one.kind === 'template' && one.identifier === named))
      throw new Unfit(`Something of it is shown by "${named.slice(0, 80)}", which isn't a value that a template draws.`)
    return this.places.push(place) - 1
  }
}

/** The names that represent a variable in a formula. */
const mathNames = (tree: QtiElement): ReadonlySet<string> =>
  new Set(
    (tree.children ?? []).flatMap(({ name, attributes = {} }) =>
      name === 'templatedeclaration' && attributes.mathvariable?.trim() === 'true' ? [attributes.identifier ?? ''] : [],
    ),
  )

const readTemplate = (tree: QtiElement, version: QtiVersion): QtiItem => {
  try {
    return readQtiItem(tree, version)
  } catch (error) {
    if (error instanceof ProcessingError) throw new Unfit(`Its values can't be drawn: ${error.message}`)
    throw error
  }
}

const withTokens = (written: Element, version: QtiVersion): { item: Element; template: QuestionTemplate } => {
  const children = childrenOf(written).filter((one) => retained.has(nameOf(one)))
  const tree: QtiElement = { name: 'assessmentitem', children: children.map(treeOf) }
  const read = readTemplate(tree, version)
  if (hasTokens(textIn(written))) throw new Unfit('Its text has ⟦ or ⟧ in it, which mark what is drawn here.')
  // Boundary: a copy of an element is one.
  const item = written.cloneNode(true) as Element
  // A right answer that is drawn is none of everybody's.
  const drawn = correctSetIn(read.templateRules)
  for (const declaration of childrenOf(item, 'responsedeclaration'))
    if (drawn.has(attributeOf(declaration, 'identifier') ?? ''))
      for (const one of childrenOf(declaration, 'correctresponse')) declaration.removeChild(one)
  const names = mathNames(tree)
  const tokens = new Tokens(read)
  tokens.put(item, (name) => names.has(name.trim()))
  return { item, template: { version, item: tree, places: tokens.places } }
}

/** An item as it is read on: with tokens instead of what its template draws, where it has one. The item itself stays as it is. */
export const prepareTemplate = (item: Element, version: QtiVersion): Prepared => {
  try {
    if (childrenOf(item, 'templatedeclaration').length > 0) return withTokens(item, version)
    const isPrinting = insideOf(item, (name) => name === 'printedvariable').some(isRead)
    return isPrinting ? { why: 'It prints what an answer comes to, which is known after the exam.' } : { item }
  } catch (error) {
    if (error instanceof Unfit) return { why: error.message }
    throw error
  }
}
