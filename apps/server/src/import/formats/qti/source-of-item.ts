import type { QtiVersion } from '@sitwell/qti/declaration'
import type { QtiElement } from '@sitwell/qti/element'
import { type QtiItem, readQtiItem } from '@sitwell/qti/item'
import { ProcessingError } from '@sitwell/qti/processing-error'
import type { PackageFiles } from '../../files/package-files.ts'
import { childrenOf, type Element, nameOf, xmlAt } from '../../files/xml.ts'
import { folderOf, resolvePath } from '../../html/find-file.ts'
import { treeOf } from './tree-of.ts'

/** The edition of QTI of a file: its namespace says it, and the spelling of its elements where they have none. */
export const versionOf = (root: Element): QtiVersion => {
  const [, minor] = /imsqti_v2p([012])/.exec(root.namespaceURI ?? '') ?? []
  if (minor !== undefined) return `2.${minor}` as QtiVersion
  if (/^(\w+:)?qti-/.test(root.tagName) || /v3p0/.test(root.namespaceURI ?? '')) return '3.0'
  return '2.1'
}

/** What marks an item, as the item writes it. */
export interface ItemSource {
  readonly version: QtiVersion
  /** Its declarations and processing alone. */
  readonly tree: QtiElement
  /** Undefined if its processing can't be followed, and then why. */
  readonly item: QtiItem | undefined
  readonly problem: string | undefined
}

const retained = new Set([
  'responsedeclaration',
  'outcomedeclaration',
  'templatedeclaration',
  'templateprocessing',
  'templatedefault',
  'responseprocessing',
])

/** A template of the package's own, where the item leads to one. */
const templateIn = (files: PackageFiles, path: string, processing: QtiElement): readonly QtiElement[] | undefined => {
  for (const name of ['templatelocation', 'template']) {
    const address = processing.attributes?.[name]
    const target = address === undefined ? undefined : resolvePath(folderOf(path), address)
    if (target === undefined || !files.has(target)) continue
    const root = xmlAt(files, target)
    if (nameOf(root) === 'responseprocessing') return childrenOf(root).map(treeOf)
  }
  return undefined
}

/** Rules that only name a template of the package's own have its rules from then on. */
const withTemplate = (files: PackageFiles, path: string, processing: QtiElement): QtiElement => {
  const rules = processing.children?.length ? undefined : templateIn(files, path, processing)
  return rules ? { ...processing, children: rules } : processing
}

/** Reads what marks an item. */
export const sourceOf = (files: PackageFiles, path: string, element: Element): ItemSource => {
  const version = versionOf(element)
  const children = childrenOf(element)
    .filter((child) => retained.has(nameOf(child)))
    .map(treeOf)
    .map((child) => (child.name === 'responseprocessing' ? withTemplate(files, path, child) : child))
  const tree: QtiElement = { name: 'assessmentitem', children }
  try {
    return { version, tree, item: readQtiItem(tree, version), problem: undefined }
  } catch (error) {
    if (!(error instanceof ProcessingError)) throw error
    return { version, tree, item: undefined, problem: error.message }
  }
}

/** Whether the item has `outcomeDeclaration` for its marks to be given from outside. */
export const isExternallyScored = ({ item }: ItemSource): boolean =>
  item?.declarations.some(({ identifier, externalScored }) => identifier === 'SCORE' && externalScored !== undefined) ?? false

const namesIn = (elements: readonly QtiElement[], picks: (name: string) => boolean): Set<string> => {
  const found = new Set<string>()
  const walk = (element: QtiElement) => {
    const identifier = element.attributes?.identifier
    if (picks(element.name) && identifier !== undefined) found.add(identifier)
    for (const child of element.children ?? []) walk(child)
  }
  for (const element of elements) walk(element)
  return found
}

const asked = new Set(['variable', 'correct', 'mapresponse', 'mapresponsepoint'])

/** The responses that the rules ask for. */
export const responsesAsked = (item: QtiItem): ReadonlySet<string> => {
  const names = namesIn(rulesOf(item), (name) => asked.has(name))
  return new Set(
    item.declarations
      .filter(({ kind, identifier }) => kind === 'response' && names.has(identifier))
      .map((one) => one.identifier),
  )
}

/** Whether the rules set the score at all. */
export const setsScore = (item: QtiItem): boolean =>
  namesIn(rulesOf(item), (name) => name === 'setoutcomevalue' || name === 'lookupoutcomevalue').has('SCORE')

const rulesOf = ({ responseRules }: QtiItem) => responseRules ?? []
