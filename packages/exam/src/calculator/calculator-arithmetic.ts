import Big from 'big.js'
import type { Expression, Operator } from './calculator-expression.ts'

/** 0 plain expression, where `*` and `/` bind closer; 1 from left to right as it was keyed in (spec 3 §3). */
export type EvaluationMode = 0 | 1

/** Decimals of a result, and of a percentage (spec 3 §9). */
export const resultDecimals = 9
export const percentDecimals = 8
/** Digits before the point from which on a number says nothing more on a display of this width. */
const maxWholeDigits = 16

/** Why there is no result. */
export type CalculatorFault = 'division-by-zero' | 'root-of-negative' | 'too-large'

export type Calculated = { readonly ok: true; readonly value: string } | { readonly ok: false; readonly fault: CalculatorFault }

/** Thrown inside this file alone, to come out of a fold. */
class Fault extends Error {
  readonly fault: CalculatorFault
  constructor(fault: CalculatorFault) {
    super(fault)
    this.fault = fault
  }
}

/** A constructor of our own, so that its precision is nobody else's: enough that `1/3*3` is 1 after rounding. */
const Decimal = Big()
Decimal.DP = 40
Decimal.RM = Decimal.roundHalfUp

const apply = (left: Big, operator: Operator, right: Big): Big => {
  switch (operator) {
    case '+':
      return left.plus(right)
    case '-':
      return left.minus(right)
    case '*':
      return left.times(right)
    case '/':
      if (right.eq(0)) throw new Fault('division-by-zero')
      return left.div(right)
  }
}

/** The value of an expression, not yet rounded. */
const valueIn = ({ numbers, operators }: Expression, mode: EvaluationMode): Big => {
  const [first = '0', ...others] = numbers
  /** What stands before the product that is being built; in left-to-right evaluation everything is one product. */
  let sum = Decimal(0)
  let product = Decimal(first)
  others.forEach((text, index) => {
    const operator = operators[index] ?? '+'
    const next = Decimal(text)
    if (mode === 1 || operator === '*' || operator === '/') {
      product = apply(product, operator, next)
    } else {
      sum = sum.plus(product)
      product = operator === '-' ? next.neg() : next
    }
  })
  return sum.plus(product)
}

/** Rounded, without trailing zeros, never in powers of ten. */
const written = (value: Big, decimals: number): Calculated => {
  const rounded = value.round(decimals)
  if (rounded.abs().gte(`1e${maxWholeDigits}`)) return { ok: false, fault: 'too-large' }
  return { ok: true, value: rounded.eq(0) ? '0' : rounded.toFixed() }
}

const calculating = (decimals: number, calculate: () => Big): Calculated => {
  try {
    return written(calculate(), decimals)
  } catch (error) {
    if (error instanceof Fault) return { ok: false, fault: error.fault }
    throw error
  }
}

/** What equals answers (spec 3 §5). */
export const evaluate = (expression: Expression, mode: EvaluationMode): Calculated =>
  calculating(resultDecimals, () => valueIn(expression, mode))

/** The square root of the evaluated value (spec 3 §5). */
export const squareRoot = (expression: Expression, mode: EvaluationMode): Calculated =>
  calculating(resultDecimals, () => {
    const value = valueIn(expression, mode)
    if (value.lt(0)) throw new Fault('root-of-negative')
    return value.sqrt()
  })

/**
 * Percent, for exactly number-operator-number (spec 3 §5), as on a pocket calculator: `200+10` is 200 and 10 % of it, 220;
 * `200*10` is 10 % of 200, 20; `200/10` is 200 in tenths, 2000. Undefined if the expression is another.
 */
export const percent = ({ numbers, operators }: Expression): Calculated | undefined => {
  const [left, right] = numbers
  const [operator] = operators
  if (numbers.length !== 2 || left === undefined || right === undefined || operator === undefined) return undefined
  return calculating(percentDecimals, () => {
    const whole = Decimal(left)
    const part = Decimal(right).div(100)
    return apply(whole, operator, operator === '+' || operator === '-' ? whole.times(part) : part)
  })
}
