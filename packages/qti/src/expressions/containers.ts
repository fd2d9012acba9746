import { attributeOf, childrenOf } from '../element.ts'
import { ProcessingError } from '../processing-error.ts'
import { type BaseType, boolean, type Container, container, integer, isSame, scalarsOf, single, type Value } from '../value.ts'
import { needed, numberOrVariable, type Operator, over } from './operator.ts'

/** More values than any response has; a repeat in a repeat comes to this soon. */
const mostValues = 1000

const typeOf = (values: readonly Value[]): BaseType | undefined => {
  const first = values.find((value) => value !== null)
  if (first?.cardinality === 'record') throw new ProcessingError('A record was found instead of values of one type.')
  return first?.baseType
}

const gathered =
  (cardinality: Container['cardinality']): Operator =>
  (element, _, inside) => {
    const values = childrenOf(element).map(inside)
    const baseType = typeOf(values)
    return baseType ? container(cardinality, baseType, bounded(values.flatMap(scalarsOf))) : null
  }

const bounded = <T>(values: readonly T[]): readonly T[] => {
  if (values.length > mostValues) throw new ProcessingError(`A container has more than ${mostValues} values.`)
  return values
}

const containerOf = (value: Value): Container | undefined => {
  if (value === null) return undefined
  if (value.cardinality === 'record') throw new ProcessingError('A record was found instead of a container.')
  // A single value does as a container of one: authors write it where a response changed its cardinality.
  return value.cardinality === 'single' ? { cardinality: 'multiple', baseType: value.baseType, values: [value.value] } : value
}

const holds = (inner: Container, outer: Container): boolean => {
  const is = (one: Container['values'][number], other: Container['values'][number]) => isSame(one, other, outer.baseType)
  if (outer.cardinality === 'ordered')
    return outer.values.some((_, from) =>
      inner.values.every((value, at) => {
        const other = outer.values[from + at]
        return other !== undefined && is(value, other)
      }),
    )
  const left = [...outer.values]
  return inner.values.every((value) => {
    const at = left.findIndex((other) => is(value, other))
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}

export const containerOperators = {
  multiple: gathered('multiple'),
  ordered: gathered('ordered'),
  containersize: over({ least: 1 }, ([value = null]) => integer(containerOf(value)?.values.length ?? 0)),
  index: over({ least: 1 }, ([value = null], element, state) => {
    const found = containerOf(value)
    const at = numberOrVariable(needed(element, 'n'), state)
    if (!found || at === undefined) return null
    if (!Number.isInteger(at) || at < 1) throw new ProcessingError(`<index> asks for the value number ${at}.`)
    const one = found.values[at - 1]
    return one === undefined ? null : single(found.baseType, one)
  }),
  fieldvalue: over({ least: 1 }, ([value = null], element) => {
    if (value === null) return null
    if (value.cardinality !== 'record') throw new ProcessingError('<fieldValue> needs a record.')
    return value.fields.get(needed(element, 'fieldidentifier')) ?? null
  }),
  member: over({ least: 2 }, ([one = null, among = null]) => {
    const found = containerOf(among)
    const [value, ...more] = scalarsOf(one)
    if (!found || value === undefined) return null
    if (more.length > 0) throw new ProcessingError('<member> needs a single value.')
    return boolean(found.values.some((other) => isSame(value, other, found.baseType)))
  }),
  delete: over({ least: 2 }, ([one = null, from = null]) => {
    const found = containerOf(from)
    const [value] = scalarsOf(one)
    if (!found || value === undefined) return null
    return container(
      found.cardinality,
      found.baseType,
      found.values.filter((other) => !isSame(value, other, found.baseType)),
    )
  }),
  contains: over({ least: 2 }, ([outer = null, inner = null]) => {
    const [all, some] = [containerOf(outer), containerOf(inner)]
    return all && some ? boolean(holds(some, all)) : null
  }),
  repeat: (element, state, inside) => {
    const count = numberOrVariable(attributeOf(element, 'numberrepeats') ?? '1', state)
    if (count === undefined || count < 1) return null
    if (count > mostValues) throw new ProcessingError(`<repeat> asks for ${count} times.`)
    const found: Value[] = []
    let size = 0
    for (let time = 0; time < count; time += 1)
      for (const child of childrenOf(element)) {
        const value = inside(child)
        size += scalarsOf(value).length
        if (size > mostValues) throw new ProcessingError(`A container has more than ${mostValues} values.`)
        found.push(value)
      }
    const baseType = typeOf(found)
    return baseType ? container('ordered', baseType, found.flatMap(scalarsOf)) : null
  },
} satisfies Record<string, Operator>
