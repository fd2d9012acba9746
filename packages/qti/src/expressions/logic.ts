import { truth } from '../operands.ts'
import { boolean } from '../value.ts'
import { many, needed, numberOrVariable, type Operator, over } from './operator.ts'

/** Logic of three values: NULL is what isn't known, and decides nothing that a known operand decides. */
export const logicOperators = {
  and: over({ least: 1, most: many }, (values) => {
    const truths = values.map(truth)
    if (truths.includes(false)) return boolean(false)
    return truths.includes(undefined) ? null : boolean(true)
  }),
  or: over({ least: 1, most: many }, (values) => {
    const truths = values.map(truth)
    if (truths.includes(true)) return boolean(true)
    return truths.includes(undefined) ? null : boolean(false)
  }),
  not: over({ least: 1 }, ([value = null]) => {
    const known = truth(value)
    return known === undefined ? null : boolean(!known)
  }),
  anyn: over({ least: 1, most: many }, (values, element, state) => {
    const least = numberOrVariable(needed(element, 'min'), state)
    const most = numberOrVariable(needed(element, 'max'), state)
    if (least === undefined || most === undefined) return null
    const truths = values.map(truth)
    const yes = truths.filter((one) => one === true).length
    const unknown = truths.filter((one) => one === undefined).length
    if (yes > most || yes + unknown < least) return boolean(false)
    return yes >= least && yes + unknown <= most ? boolean(true) : null
  }),
} satisfies Record<string, Operator>
