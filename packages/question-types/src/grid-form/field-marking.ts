import { areaIn, isInside } from '@sitwell/qti/area'
import { ProcessingError } from '@sitwell/qti/processing-error'
import * as z from 'zod'
import { comparedIds } from '../option/single-choice-marking.ts'
import { isRightTyped, meaningsOfTyped, numbersKey, textsKey } from '../typed-key/typed-key-marking.ts'
import { ticked } from './field-value.ts'
import { isSamePair, type Pair, pairsOf, partsOf, pointsOf } from './on-picture.ts'

const share = {
  /** How much of the question's marks it is worth, against the other entries of the key. */
  weight: z.number().positive().default(1),
}
const accept = z.array(z.string().min(1)).min(1)

const isShape = ({ shape, coords }: { shape: string; coords: string }): boolean => {
  try {
    return areaIn(shape, coords).shape !== 'default'
  } catch (error) {
    if (error instanceof ProcessingError) return false
    throw error
  }
}
const mappedArea = z
  .strictObject({ shape: z.enum(['rect', 'circle', 'ellipse', 'poly']), coords: z.string() })
  .refine(isShape, 'these are no coordinates of the shape')

/** What is right in one field. */
export const fieldKey = z.discriminatedUnion('kind', [
  textsKey.extend(share),
  numbersKey.extend(share),
  /** `MM-DD`: the year is the one in which the exam is sat. */
  z.strictObject({ kind: z.literal('date'), accept: z.array(z.string().regex(/^\d{2}-\d{2}$/, 'MM-DD')).min(1), ...share }),
  /** Any of these options of a radio or dropdown. */
  z.strictObject({ kind: z.literal('option'), accept, ...share }),
  /** Exactly these areas of a hotspot. */
  z.strictObject({ kind: z.literal('areas'), areas: accept, ...share }),
  /** These areas in this order. */
  z.strictObject({ kind: z.literal('order'), areas: accept, ...share }),
  /** Exactly these pairs of areas, or of a card and its area; which area of a pair stands first doesn't count. */
  z.strictObject({
    kind: z.literal('pairs'),
    pairs: z.array(z.tuple([z.string().min(1), z.string().min(1)])).min(1),
    ...share,
  }),
  /** A point in each of these areas, and none elsewhere. Shapes and numbers are those of QTI, in the units of the picture. */
  z.strictObject({ kind: z.literal('points'), within: z.array(mappedArea).min(1), ...share }),
  z.strictObject({ kind: z.literal('ticked'), ticked: z.boolean(), ...share }),
  /** Waits for a person, unless it is empty. */
  z.strictObject({ kind: z.literal('person'), ...share }),
])
export type FieldKey = z.infer<typeof fieldKey>

export type FieldMark = 'right' | 'wrong' | 'empty' | 'person'

const isSamePairs = (right: readonly Pair[], given: readonly Pair[]): boolean =>
  right.length === given.length && right.every((pair) => given.some((other) => isSamePair(pair, other)))

const isRight = (key: Exclude<FieldKey, { kind: 'person' }>, value: string): boolean => {
  switch (key.kind) {
    case 'texts':
    case 'numbers':
      return isRightTyped(key, value)
    case 'date':
      return key.accept.includes(value.slice('YYYY-'.length))
    case 'option':
      return key.accept.includes(value)
    case 'areas': {
      const chosen = new Set(partsOf(value))
      return chosen.size === new Set(key.areas).size && key.areas.every((area) => chosen.has(area))
    }
    case 'order':
      return key.areas.join(' ') === value
    case 'pairs':
      return isSamePairs(key.pairs, pairsOf(value))
    case 'points': {
      const areas = key.within.map(({ shape, coords }) => areaIn(shape, coords))
      const points = pointsOf(value)
      return (
        points.length === areas.length &&
        areas.every((area) => points.some((point) => isInside(point, area))) &&
        points.every((point) => areas.some((area) => isInside(point, area)))
      )
    }
    case 'ticked':
      return (value === ticked) === key.ticked
  }
}

/** The mark of one field, by what stands in it; '' where nothing does. */
export const markField = (key: FieldKey, value: string): FieldMark => {
  if (key.kind === 'person') return value.trim() === '' ? 'empty' : 'person'
  // A box that isn't ticked is an answer once the form is one at all.
  if (value.trim() === '' && key.kind !== 'ticked') return 'empty'
  return isRight(key, value) ? 'right' : 'wrong'
}

const pairsInOrder = (value: string): string[] =>
  pairsOf(value)
    .map((pair) => JSON.stringify([...pair].sort()))
    .sort()

/** What stands in a field as its key tells it from other things: all that it may mean. Points are told apart by the areas that they are in. */
export const comparedField = (key: FieldKey | undefined, value: string): string[] => {
  if (value.trim() === '') return ['']
  switch (key?.kind) {
    case 'texts':
    case 'numbers':
      return meaningsOfTyped(key, value)
    case 'date':
      return [value.slice('YYYY-'.length)]
    case 'areas':
      return [comparedIds([...new Set(partsOf(value))])]
    case 'pairs':
      return [JSON.stringify(pairsInOrder(value))]
    case 'points': {
      const areas = key.within.map(({ shape, coords }) => areaIn(shape, coords))
      const placed = pointsOf(value).map((point) => {
        const at = areas.findIndex((area) => isInside(point, area))
        return at < 0 ? JSON.stringify(point) : `area ${at}`
      })
      return [JSON.stringify(placed.sort())]
    }
    default:
      return [value]
  }
}
