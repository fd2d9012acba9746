import { attributeOf } from '../element.ts'
import { baseTypeIn, float, isNumeric, scalarIn, scalarsOf, single, type Value } from '../value.ts'
import { needed, type Operator } from './operator.ts'
import { itemVariable } from './test.ts'

const weighted = (value: Value, weight: number): Value => {
  if (value?.cardinality !== 'single' || !isNumeric(value.baseType)) return value
  return float(Number(scalarsOf(value)[0]) * weight)
}

export const variableOperators = {
  basevalue: (element) => {
    const baseType = baseTypeIn(needed(element, 'basetype'))
    return single(baseType, scalarIn(element.text ?? '', baseType))
  },
  variable: (element, state) => {
    const identifier = needed(element, 'identifier')
    const ofItem = state.test && itemVariable(identifier, state.test)
    if (!ofItem) return state.value(identifier)
    const weight = attributeOf(element, 'weightidentifier')
    return weight === undefined ? ofItem.value : weighted(ofItem.value, ofItem.item.weights[weight] ?? 1)
  },
  default: (element, state) => state.byDefault(needed(element, 'identifier')),
  correct: (element, state) => state.correct(needed(element, 'identifier')),
  null: () => null,
} satisfies Record<string, Operator>
