import type { QtiElement } from '../element.ts'
import { attributeOf } from '../element.ts'
import { numbers } from '../operands.ts'
import { ProcessingError } from '../processing-error.ts'
import type { State } from '../state.ts'
import { boolean, float, integer } from '../value.ts'
import { needed, numberOrVariable, type Operator, over } from './operator.ts'

/** Shifts the point of a number as it is written, so that 1.005 has its 5 where its author sees it. */
const shifted = (value: number, places: number): number => {
  const [digits = '0', exponent = '0'] = String(value).toLowerCase().split('e')
  return Number(`${digits}e${Number(exponent) + places}`)
}

/** Halves go away from 0: the deciding digit is 5 or greater (information model, roundTo). */
const halfUp = (value: number) => Math.sign(value) * Math.round(Math.abs(value))

/** A number rounded to this many places behind the point, or significant figures. */
export const rounded = (value: number, mode: string, figures: number): number => {
  if (!Number.isFinite(value) || value === 0) return value
  const isSignificant = mode.toLowerCase() === 'significantfigures'
  if (!isSignificant && mode.toLowerCase() !== 'decimalplaces')
    throw new ProcessingError(`"${mode}" is not a mode of rounding.`)
  if (!Number.isInteger(figures) || figures < (isSignificant ? 1 : 0) || figures > 300)
    throw new ProcessingError(`Nothing can be rounded to ${figures} figures.`)
  const places = isSignificant ? figures - 1 - Number(value.toExponential().split('e')[1]) : figures
  return shifted(halfUp(shifted(value, places)), -places)
}

const modeOf = (element: QtiElement, state: State) => ({
  mode: attributeOf(element, 'roundingmode') ?? 'significantFigures',
  figures: numberOrVariable(needed(element, 'figures'), state),
})

export const roundingOperators = {
  round: over({ least: 1 }, (values) => {
    const [one] = numbers(values) ?? []
    if (one === undefined || Number.isNaN(one)) return null
    return Number.isFinite(one) ? integer(Math.round(one)) : float(one)
  }),
  truncate: over({ least: 1 }, (values) => {
    const [one] = numbers(values) ?? []
    if (one === undefined || Number.isNaN(one)) return null
    return Number.isFinite(one) ? integer(Math.trunc(one)) : float(one)
  }),
  roundto: over({ least: 1 }, (values, element, state) => {
    const [one] = numbers(values) ?? []
    const { mode, figures } = modeOf(element, state)
    if (one === undefined || figures === undefined || Number.isNaN(one)) return null
    return float(rounded(one, mode, figures))
  }),
  equalrounded: over({ least: 2 }, (values, element, state) => {
    const [one, other] = numbers(values) ?? []
    const { mode, figures } = modeOf(element, state)
    if (one === undefined || other === undefined || figures === undefined) return null
    return boolean(rounded(one, mode, figures) === rounded(other, mode, figures))
  }),
} satisfies Record<string, Operator>
