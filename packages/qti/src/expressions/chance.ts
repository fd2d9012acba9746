import { attributeOf } from '../element.ts'
import { ProcessingError } from '../processing-error.ts'
import { float, integer, scalarsOf, single } from '../value.ts'
import { needed, numberOrVariable, type Operator, over } from './operator.ts'

/** Chance comes from whoever runs the engine, so that the same seed gives the same question again. */
export const chanceOperators = {
  randominteger: (element, state) => {
    const least = numberOrVariable(attributeOf(element, 'min') ?? '0', state)
    const most = numberOrVariable(needed(element, 'max'), state)
    const step = numberOrVariable(attributeOf(element, 'step') ?? '1', state)
    if (least === undefined || most === undefined || step === undefined) return null
    if (step <= 0 || most < least) throw new ProcessingError(`<randomInteger> asks for a number from ${least} to ${most}.`)
    return integer(least + step * Math.floor(state.chance() * (Math.floor((most - least) / step) + 1)))
  },
  randomfloat: (element, state) => {
    const least = numberOrVariable(attributeOf(element, 'min') ?? '0', state)
    const most = numberOrVariable(needed(element, 'max'), state)
    if (least === undefined || most === undefined) return null
    if (most < least) throw new ProcessingError(`<randomFloat> asks for a number from ${least} to ${most}.`)
    // Rounding alone may lead above the bound.
    return float(Math.min(most, least + state.chance() * (most - least)))
  },
  random: over({ least: 1 }, ([value = null], _, state) => {
    const values = scalarsOf(value)
    const one = values[Math.floor(state.chance() * values.length)]
    return value === null || value.cardinality === 'record' || one === undefined ? null : single(value.baseType, one)
  }),
} satisfies Record<string, Operator>
