import { type Area, areaIn, isInside } from '../area.ts'
import { attributeOf, flagOf, type QtiElement } from '../element.ts'
import { numbers, singles } from '../operands.ts'
import { ProcessingError } from '../processing-error.ts'
import type { State } from '../state.ts'
import { type BaseType, boolean, isClose, isNumeric, isSame, isText, type Value } from '../value.ts'
import { needed, numberOrVariable, type Operator, over } from './operator.ts'

const withoutOrder = (one: Exclude<Value, null>, other: Exclude<Value, null>): boolean => {
  if (one.cardinality !== 'multiple' || other.cardinality !== 'multiple') return false
  if (one.values.length !== other.values.length) return false
  const left = [...other.values]
  return one.values.every((value) => {
    const at = left.findIndex((candidate) => isSame(value, candidate, one.baseType))
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}

const areComparable = (one: BaseType, other: BaseType) =>
  one === other ||
  (isNumeric(one) && isNumeric(other)) ||
  (isText(one) && isText(other)) ||
  (/pair/i.test(one) && /pair/i.test(other))

const isMatch = (one: Exclude<Value, null>, other: Exclude<Value, null>): boolean => {
  if (one.cardinality === 'record' || other.cardinality === 'record') {
    if (one.cardinality !== 'record' || other.cardinality !== 'record')
      throw new ProcessingError('A record is compared with something else.')
    const others = other.fields
    return one.fields.size === others.size && [...one.fields].every(([name, value]) => areSame(value, others.get(name) ?? null))
  }
  if (!areComparable(one.baseType, other.baseType))
    throw new ProcessingError(`A ${one.baseType} is compared with a ${other.baseType}.`)
  if (one.cardinality !== other.cardinality)
    throw new ProcessingError(`A value of the cardinality ${one.cardinality} is compared with a ${other.cardinality} one.`)
  if (one.cardinality === 'single') return other.cardinality === 'single' && isSame(one.value, other.value, one.baseType)
  if (one.cardinality === 'multiple') return withoutOrder(one, other)
  return (
    other.cardinality === 'ordered' &&
    one.values.length === other.values.length &&
    one.values.every((value, at) => isSame(value, other.values[at] ?? '', one.baseType))
  )
}

/** Whether two values are the same; NULL is the same as NULL alone. Throws a ProcessingError for those that can't be compared. */
export const areSame = (one: Value, other: Value): boolean => {
  if (one === null || other === null) return one === other
  return isMatch(one, other)
}

/** Whether `one` is at most `other`; what binary fractions alone make of two equal decimals doesn't count. */
const isAtMost = (one: number, other: number): boolean => one <= other || isClose(one, other)

const isWithinTolerance = (element: QtiElement, state: State, [x, y]: readonly [number, number]): boolean | null => {
  const mode = attributeOf(element, 'tolerancemode')?.toLowerCase() ?? 'exact'
  if (mode === 'exact') return isClose(x, y)
  if (mode !== 'absolute' && mode !== 'relative') throw new ProcessingError(`"${mode}" is not a mode of a tolerance.`)
  const written = needed(element, 'tolerance')
    .trim()
    .split(/[\s,]+/)
  const [below, above = below] = written.map((one) => numberOrVariable(one, state))
  if (below === undefined || above === undefined) return null
  const edges = mode === 'absolute' ? [x - below, x + above] : [x * (1 - below / 100), x * (1 + above / 100)]
  const [least, most] = [Math.min(...edges), Math.max(...edges)]
  const isAbove = flagOf(element, 'includelowerbound', true) ? isAtMost(least, y) : !isAtMost(y, least)
  const isBelow = flagOf(element, 'includeupperbound', true) ? isAtMost(y, most) : !isAtMost(most, y)
  return isAbove && isBelow
}

const compared = (is: (one: number, other: number) => boolean): Operator =>
  over({ least: 2 }, (values) => {
    const [one, other] = numbers(values) ?? []
    return one === undefined || other === undefined ? null : boolean(is(one, other))
  })

const areas = new WeakMap<QtiElement, Area>()
const areaOf = (element: QtiElement): Area => {
  const area = areas.get(element) ?? areaIn(needed(element, 'shape'), attributeOf(element, 'coords') ?? '')
  areas.set(element, area)
  return area
}

export const comparisonOperators = {
  match: over({ least: 2 }, ([one = null, other = null]) =>
    one === null || other === null ? null : boolean(isMatch(one, other)),
  ),
  equal: over({ least: 2 }, (values, element, state) => {
    const [one, other] = numbers(values) ?? []
    if (one === undefined || other === undefined) return null
    const within = isWithinTolerance(element, state, [one, other])
    return within === null ? null : boolean(within)
  }),
  lt: compared((one, other) => !isAtMost(other, one)),
  gt: compared((one, other) => !isAtMost(one, other)),
  lte: compared(isAtMost),
  gte: compared((one, other) => isAtMost(other, one)),
  durationlt: compared((one, other) => !isAtMost(other, one)),
  durationgte: compared((one, other) => isAtMost(other, one)),
  inside: over({ least: 1 }, ([value = null], element) => {
    if (value === null) return null
    const points = value.cardinality === 'record' ? [] : value.cardinality === 'single' ? [value.value] : value.values
    return boolean(
      points.some((point) => {
        const [x, y] = Array.isArray(point) ? point : []
        if (typeof x !== 'number' || typeof y !== 'number') throw new ProcessingError('<inside> needs a point.')
        return isInside([x, y], areaOf(element))
      }),
    )
  }),
  isnull: over({ least: 1 }, ([value = null]) =>
    // An empty text counts as nothing (information model, isNull).
    boolean(
      value === null || (value.cardinality === 'single' && isText(value.baseType) && singles([value])?.[0]?.value === ''),
    ),
  ),
} satisfies Record<string, Operator>
