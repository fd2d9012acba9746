import { childrenOf, type QtiElement } from '@sitwell/qti/element'
import { unknownIn } from '@sitwell/qti/expression'
import { testOperators } from '@sitwell/qti/expressions/test'
import { qtiElement } from '@sitwell/question-types/marking'
import type { KnownItem } from './known-items.ts'

/** What rules of a test may ask for: its items in their order, and its own outcomes. */
export interface Known {
  readonly items: readonly KnownItem[]
  readonly outcomes: ReadonlySet<string>
}

const within = (element: QtiElement): QtiElement[] => [element, ...childrenOf(element).flatMap(within)]

const naming: ReadonlySet<string> = new Set(['variable', 'default', 'correct', 'mapresponse', 'mapresponsepoint'])

/** The item that a name such as `ITEM.RESPONSE` is of, by its place among the items; -1 where it is of none. */
const itemAt = (items: readonly KnownItem[], name: string): number =>
  items.findIndex(({ identifier }) => name.startsWith(`${identifier}.`))

const whyNotKnown = ({ name, attributes }: QtiElement, { items, outcomes }: Known, before: number): string | undefined => {
  const wanted = attributes?.identifier ?? ''
  const at = name === 'variable' ? itemAt(items, wanted) : -1
  const item = items[at]
  if (!item) return outcomes.has(wanted) ? undefined : `It asks for ${wanted}, which is not known here.`
  if (at >= before) return `It asks for ${wanted}, which is not answered yet.`
  const isKnown = item.variables.has(wanted.slice(item.identifier.length + 1))
  return isKnown ? undefined : `It asks for ${wanted}, which is not known here.`
}

/** Why a rule can't be followed once the first this many items were passed, in words; undefined if it can. */
export const whyNotFollowed = (rule: QtiElement, known: Known, before: number): string | undefined => {
  if (!qtiElement.safeParse(rule).success) return 'It stands too deep.'
  const [unknown] = unknownIn(rule)
  if (unknown !== undefined) return `Nothing here does what ${unknown} does.`
  const all = within(rule)
  if (all.some(({ name }) => name.startsWith('random'))) return 'It hangs on chance.'
  return all.flatMap((one) => (naming.has(one.name) ? (whyNotKnown(one, known, before) ?? []) : []))[0]
}

/** Whether a rule looks at single items alone, and not at all that was answered: then it stays what it was while others are answered. */
export const isOfItems = (rule: QtiElement, { items }: Known): boolean =>
  within(rule).every(
    ({ name, attributes }) =>
      !Object.hasOwn(testOperators, name) && (!naming.has(name) || itemAt(items, attributes?.identifier ?? '') >= 0),
  )
