import type { PartRule } from '../../authored-route.ts'

/** A rule that holds where another doesn't, also if that comes to nothing. */
export const notOf = (rule: PartRule): PartRule => (rule.on === 'not' ? rule.rule : { on: 'not', rule })

export const anyOf = (rules: readonly [PartRule, ...PartRule[]]): PartRule =>
  rules.length === 1 ? rules[0] : { on: 'any', rules: [...rules] }

/** A rule that holds where all of them do. */
export const allOf = (first: PartRule, ...rules: readonly PartRule[]): PartRule =>
  rules.length === 0 ? first : notOf(anyOf([notOf(first), ...rules.map(notOf)]))
