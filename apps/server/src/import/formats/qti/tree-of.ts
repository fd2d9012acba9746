import { plainName, type QtiElement } from '@sitwell/qti/element'
import { childrenOf, type Element, nameOf } from '../../files/xml.ts'

/** An element with all inside, apart from the parser: what is kept of an item to mark by. */
export const treeOf = (element: Element): QtiElement => {
  const children = childrenOf(element).map(treeOf)
  const attributes = Object.fromEntries(
    Array.from(element.attributes)
      .filter((one) => !/^xmlns(:|$)|^xsi:/.test(one.name))
      .map((one) => [plainName(one.localName ?? one.name), one.value]),
  )
  return {
    name: nameOf(element),
    ...(Object.keys(attributes).length > 0 && { attributes }),
    ...(children.length > 0 && { children }),
    ...(children.length === 0 && (element.textContent ?? '') !== '' && { text: element.textContent ?? '' }),
  }
}
