import type { QtiVersion } from '@sitwell/qti/declaration'
import { attributeOf, type QtiElement } from '@sitwell/qti/element'
import { escaped, xml } from '@sitwell/question-types/qti'
import { attributeName, elementName } from './qti-names.ts'

/** Declarations and rules as QTI 3.0 spells them; undefined where something of theirs isn't of QTI 3.0. */
export const processingXml = (element: QtiElement, version: QtiVersion): string | undefined => {
  const name = elementName(element.name)
  if (name === undefined) return undefined
  const children = (element.children ?? []).map((one) => processingXml(one, version))
  if (children.includes(undefined)) return undefined
  const attributes = Object.fromEntries(
    Object.entries(element.attributes ?? {}).map(([key, value]) => [attributeName(key), value]),
  )
  // Capitals count by default in the entries of older editions, and don't in this one.
  const isOld =
    element.name === 'mapentry' && version !== '3.0' && version !== '2.2' && attributeOf(element, 'casesensitive') === undefined
  return xml(
    name,
    { ...attributes, ...(isOld && { 'case-sensitive': 'true' }) },
    children.join('') || escaped(element.text ?? ''),
  )
}
