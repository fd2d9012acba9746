import type { QtiElement } from '@sitwell/qti/element'
import { attributeOf, childrenOf, type Element } from '../../files/xml.ts'
import { treeOf } from './tree-of.ts'

/** What decides by answers whether something of a test is set, and where it leads. */
interface Gates {
  readonly preConditions: readonly QtiElement[]
  readonly branches: readonly { readonly target: string; readonly rule: QtiElement }[]
}

/** A test part, a section or an item of a test, in the order of reading, with its gates as they are written. */
export interface Member extends Gates {
  readonly kind: 'part' | 'section' | 'item'
  /** What the test calls it: itself, and the references that lead to it. */
  readonly identifiers: readonly string[]
  readonly place: string
  /** Its id in the exam; undefined if it is left out. */
  readonly id: string | undefined
  /** What its learners may see it as; undefined if that is what it is in. */
  readonly title?: string | undefined
  /** The time that it has for itself, in seconds. */
  readonly seconds: number | undefined
  /** Whether gates in it hold: the standard has those of sections and items in linear test parts alone. */
  readonly isLinear: boolean
  /** Whether chance decides which of its members are set, or in which order. */
  readonly isDrawn: boolean
  readonly members: Member[]
}

/** The gates of an element, and of the references that led to it. One without an expression can't be followed, and is told by its name. */
export const gatesOf = (...elements: readonly Element[]): Gates => {
  const written = (name: string) => elements.flatMap((one) => childrenOf(one, name))
  const ruleOf = (gate: Element): QtiElement => {
    const tree = treeOf(gate)
    return tree.children?.[0] ?? { name: tree.name }
  }
  return {
    preConditions: written('precondition').map(ruleOf),
    branches: written('branchrule').map((one) => ({ target: attributeOf(one, 'target') ?? '', rule: ruleOf(one) })),
  }
}
