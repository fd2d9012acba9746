import type { QtiElement } from '@sitwell/qti/element'
import { evaluate, unknownIn } from '@sitwell/qti/expression'
import { testOperators } from '@sitwell/qti/expressions/test'
import { readQtiItem } from '@sitwell/qti/item'
import { ProcessingError } from '@sitwell/qti/processing-error'
import { State } from '@sitwell/qti/state'
import { attributeOf, childrenOf, type Element, numberIn } from '../../files/xml.ts'
import type { QtiReading } from './qti-reading.ts'
import { versionOf } from './source-of-item.ts'
import { treeOf } from './tree-of.ts'

const within = (element: QtiElement): QtiElement[] => [element, ...(element.children ?? []).flatMap(within)]

/** What asks for something that was answered or drawn elsewhere. */
const asking: ReadonlySet<string> = new Set([
  ...['variable', 'default', 'correct', 'mapresponse', 'mapresponsepoint'],
  ...Object.keys(testOperators),
])

/** Attributes that hold a number, or the name of a variable. */
const numeric: ReadonlySet<string> = new Set(['min', 'max', 'step', 'n', 'numberrepeats', 'figures', 'exponent'])

const asksElsewhere = ({ name, attributes = {} }: QtiElement): boolean =>
  asking.has(name) || Object.entries(attributes).some(([key, value]) => numeric.has(key) && numberIn(value) === undefined)

/** Why a variable of the item's template can't begin with this, in words; undefined if it can. */
const whyNot = (given: Element, item: Element): string | undefined => {
  const name = attributeOf(given, 'templateidentifier') ?? ''
  const declared = childrenOf(item, 'templatedeclaration').find((one) => attributeOf(one, 'identifier') === name)
  if (!declared) return `The item has no template variable "${name.slice(0, 80)}".`
  const [expression] = childrenOf(given).map(treeOf)
  if (!expression) return 'It says no value.'
  const [unknown] = unknownIn(expression)
  if (unknown !== undefined) return `Nothing here does what ${unknown} does.`
  if (within(expression).some(asksElsewhere)) return 'It asks for something of other items, or of the test.'
  try {
    const { declarations } = readQtiItem({ name: 'assessmentitem', children: [treeOf(declared)] }, versionOf(item))
    const state = new State(declarations, () => 0.5)
    state.set(name, evaluate(expression, state))
    return undefined
  } catch (error) {
    if (error instanceof ProcessingError) return `It comes to no value of the variable: ${error.message}`
    throw error
  }
}

/** What a test has the template of one of its items begin with, as far as that is known without other items; the rest is told. */
export const defaultsFor = (
  reading: Pick<QtiReading, 'lose'>,
  place: string,
  ref: Element,
  item: Element,
): readonly Element[] =>
  childrenOf(ref, 'templatedefault').filter((given) => {
    const why = whyNot(given, item)
    if (why !== undefined)
      reading.lose(place, 'template default', `${why} The values are drawn as the item itself says.`, 'structure')
    return why === undefined
  })

/** An item with what its template begins with; the item itself stays as it is. */
export const withDefaults = (item: Element, defaults: readonly Element[]): Element => {
  if (defaults.length === 0) return item
  // Boundary: a copy of an element is one.
  const copy = item.cloneNode(true) as Element
  for (const one of defaults) copy.appendChild(one.cloneNode(true))
  return copy
}
