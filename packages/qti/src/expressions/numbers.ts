import { attributeOf } from '../element.ts'
import { allNumbers, numbers, numericType } from '../operands.ts'
import { ProcessingError } from '../processing-error.ts'
import { float, integer, numberOrNull, type Value } from '../value.ts'
import { many, needed, type Operator, over } from './operator.ts'

const overAll = (rule: (numbers: readonly number[]) => number): Operator =>
  over({ least: 1, most: many }, (values) => {
    const all = allNumbers(values)
    return all ? numberOrNull(numericType(values), rule(all)) : null
  })

const overTwo = (rule: (one: number, other: number, values: readonly Value[]) => Value): Operator =>
  over({ least: 2 }, (values) => {
    const [one, other] = numbers(values) ?? []
    return one === undefined || other === undefined ? null : rule(one, other, values)
  })

const finite = (value: number): Value => (Number.isFinite(value) ? float(value) : null)

const wholes = (all: readonly number[] | undefined): readonly number[] | undefined => {
  if (all?.some((one) => !Number.isSafeInteger(one)))
    throw new ProcessingError('A fraction was found instead of a whole number.')
  return all?.map(Math.abs)
}
const greatestDivisor = (one: number, other: number): number => {
  let [left, right] = [one, other]
  while (right !== 0) [left, right] = [right, left % right]
  return left
}

const constants: Readonly<Record<string, number>> = { pi: Math.PI, e: Math.E }

const inDegrees = (radians: number) => (radians * 180) / Math.PI
/** Functions of one number, by their name in lower case. What is no number is NULL. */
const functions: Readonly<Record<string, (x: number) => number>> = {
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  sec: (x) => 1 / Math.cos(x),
  csc: (x) => 1 / Math.sin(x),
  cot: (x) => 1 / Math.tan(x),
  asin: Math.asin,
  acos: Math.acos,
  atan: Math.atan,
  asec: (x) => Math.acos(1 / x),
  acsc: (x) => Math.asin(1 / x),
  acot: (x) => (x === 0 ? Math.PI / 2 : Math.atan(1 / x)),
  sinh: Math.sinh,
  cosh: Math.cosh,
  tanh: Math.tanh,
  sech: (x) => 1 / Math.cosh(x),
  csch: (x) => 1 / Math.sinh(x),
  coth: (x) => 1 / Math.tanh(x),
  log: Math.log10,
  ln: Math.log,
  exp: Math.exp,
  abs: Math.abs,
  signum: Math.sign,
  floor: Math.floor,
  ceil: Math.ceil,
  todegrees: inDegrees,
  toradians: (x) => (x * Math.PI) / 180,
}
const toWhole = new Set(['floor', 'ceil'])

export const numberOperators = {
  sum: overAll((all) => all.reduce((sum, one) => sum + one, 0)),
  product: overAll((all) => all.reduce((product, one) => product * one, 1)),
  max: overAll((all) => all.reduce((one, other) => Math.max(one, other))),
  min: overAll((all) => all.reduce((one, other) => Math.min(one, other))),
  subtract: overTwo((one, other, values) => numberOrNull(numericType(values), one - other)),
  divide: overTwo((one, other) => (other === 0 ? null : numberOrNull('float', one / other))),
  power: overTwo((one, other) => finite(one ** other)),
  integerdivide: overTwo((one, other) => (other === 0 ? null : integer(Math.floor(one / other)))),
  integermodulus: overTwo((one, other) => (other === 0 ? null : integer(one - other * Math.floor(one / other)))),
  integertofloat: over({ least: 1 }, (values) => {
    const [one] = numbers(values) ?? []
    return one === undefined ? null : float(one)
  }),
  gcd: over({ least: 1, most: many }, (values) => {
    const all = wholes(allNumbers(values))
    return all ? integer(all.reduce(greatestDivisor, 0)) : null
  }),
  lcm: over({ least: 1, most: many }, (values) => {
    const all = wholes(allNumbers(values))
    if (!all) return null
    const found = all.reduce((one, other) => (one === 0 || other === 0 ? 0 : (one / greatestDivisor(one, other)) * other), 1)
    return Number.isSafeInteger(found) ? integer(found) : null
  }),
  mathconstant: (element) => {
    const name = needed(element, 'name')
    const value = constants[name.toLowerCase()]
    if (value === undefined) throw new ProcessingError(`"${name.slice(0, 80)}" is not a constant of the standard.`)
    return float(value)
  },
  mathoperator: over({ least: 1, most: 2 }, (values, element) => {
    const name = attributeOf(element, 'name')?.toLowerCase() ?? ''
    const [one, other] = numbers(values) ?? []
    if (one === undefined) return null
    if (name === 'atan2') return other === undefined ? null : numberOrNull('float', Math.atan2(one, other))
    const rule = Object.hasOwn(functions, name) ? functions[name] : undefined
    if (!rule) throw new ProcessingError(`"${name.slice(0, 80)}" is not a function of the standard.`)
    const value = rule(one)
    return toWhole.has(name) && Number.isFinite(value) ? integer(value) : numberOrNull('float', value)
  }),
} satisfies Record<string, Operator>
