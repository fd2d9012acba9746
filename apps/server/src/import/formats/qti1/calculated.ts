import type { BankTyped } from '../../bank/bank-question.ts'
import { attributeOf, childrenOf, type Element, insideOf, nameOf, numberIn, textIn } from '../../files/xml.ts'

/** One of the variants that a calculated question of Canvas brings. */
interface Variant {
  readonly typed: BankTyped
  /** How many there are. */
  readonly count: number
  /** The text with the numbers of the variant. */
  readonly textWith: (html: string) => string
}

/** The first variant of a calculated question; undefined if it isn't one, or brings none. */
export const variantOf = (item: Element): Variant | undefined => {
  const [calculated] = insideOf(item, 'calculated')
  const sets = calculated ? insideOf(calculated, 'var_set') : []
  const [first] = sets
  const value = numberIn(first && textIn(childrenOf(first, 'answer')[0] ?? first))
  if (!calculated || !first || value === undefined) return undefined
  const written = childrenOf(calculated, 'answer_tolerance').map(textIn)[0] ?? ''
  const share = /^([\d.]+)\s*%$/.exec(written)
  const tolerance = share ? (Math.abs(value) * Number(share[1])) / 100 : Math.abs(numberIn(written) ?? 0)
  const numbers = childrenOf(first)
    .filter((one) => nameOf(one) === 'var')
    .map((one) => [attributeOf(one, 'name') ?? '', textIn(one)] as const)
  return {
    typed: { is: 'number', accepted: [{ value, tolerance, fraction: 1 }] },
    count: sets.length,
    textWith: (html) => numbers.reduce((text, [name, number]) => text.replaceAll(`[${name}]`, number), html),
  }
}
