import { isInside } from '../area.ts'
import { comparableText } from '../comparable-text.ts'
import type { MapEntry } from '../declaration.ts'
import { foldCase } from '../fold-case.ts'
import { ProcessingError } from '../processing-error.ts'
import { type BaseType, float, isSame, isText, type Scalar, scalarsOf } from '../value.ts'
import { needed, type Operator } from './operator.ts'

const clamped = (sum: number, { least, most }: { least: number | undefined; most: number | undefined }): number =>
  Math.min(Math.max(sum, least ?? Number.NEGATIVE_INFINITY), most ?? Number.POSITIVE_INFINITY)

const folded = (value: Scalar) => foldCase(comparableText(String(value)))

const isEntry = (entry: MapEntry, value: Scalar, baseType: BaseType): boolean =>
  isText(baseType) && !entry.isCaseSensitive && baseType !== 'identifier'
    ? folded(entry.key) === folded(value)
    : isSame(entry.key, value, baseType)

/**
 * The marks of a response by its mapping. Each value counts once, and NULL has the mapping's default, as both reference engines have it;
 * the bounds hold for single responses too.
 */
const mapResponse: Operator = (element, state) => {
  const identifier = needed(element, 'identifier')
  const { mapping, baseType } = state.declaration(identifier)
  if (!mapping || !baseType) throw new ProcessingError(`The response "${identifier}" has no mapping.`)
  const given = state.value(identifier)
  if (given === null) {
    const empty = isText(baseType) ? mapping.entries.find((one) => one.key === '') : undefined
    return float(clamped(empty?.worth ?? mapping.otherwise, mapping))
  }
  const values = scalarsOf(given)
  const counted = values.filter((value, at) => values.findIndex((other) => isSame(value, other, baseType)) === at)
  const worths = counted.map((value) => {
    const { entries } = mapping
    const exact = entries.find((one) => one.key === value) ?? entries.find((one) => isSame(one.key, value, baseType))
    return (exact ?? entries.find((one) => isEntry(one, value, baseType)))?.worth ?? mapping.otherwise
  })
  return float(
    clamped(
      worths.reduce((sum, one) => sum + one, 0),
      mapping,
    ),
  )
}

/** The marks of points by the areas that they lie in; each area counts once. */
const mapResponsePoint: Operator = (element, state) => {
  const identifier = needed(element, 'identifier')
  const { areaMapping } = state.declaration(identifier)
  if (!areaMapping) throw new ProcessingError(`The response "${identifier}" has no area mapping.`)
  const counted = new Set<object>()
  let sum = 0
  const points = scalarsOf(state.value(identifier))
  if (points.length === 0) return float(clamped(areaMapping.otherwise, areaMapping))
  for (const point of points) {
    const [x, y] = Array.isArray(point) ? point : []
    if (typeof x !== 'number' || typeof y !== 'number') throw new ProcessingError(`"${identifier}" is not a point.`)
    const entry = areaMapping.entries.find(({ area }) => isInside([x, y], area))
    if (!entry) sum += areaMapping.otherwise
    else if (!counted.has(entry)) sum += entry.worth
    if (entry) counted.add(entry)
  }
  return float(clamped(sum, areaMapping))
}

export const mappingOperators = { mapresponse: mapResponse, mapresponsepoint: mapResponsePoint } satisfies Record<
  string,
  Operator
>
