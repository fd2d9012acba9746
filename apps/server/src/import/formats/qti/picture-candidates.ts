import type { Area, Point } from '@sitwell/qti/area'
import type { Declaration } from '@sitwell/qti/declaration'
import { type Scalar, scalarIn } from '@sitwell/qti/value'
import {
  type AuthoredQuestion,
  formFieldsOf,
  isPictureField,
  type PictureField,
  type ResponseBinding,
} from '@sitwell/question-types/marking'

/** The field on a picture from which a response is read; undefined if it is read from others. */
export const pictureFieldOf = (question: AuthoredQuestion, binding: ResponseBinding): PictureField | undefined => {
  const [first] = binding.from === 'form' ? binding.fields : []
  const field = formFieldsOf(question).find(({ id }) => id === first?.field)
  return field && isPictureField(field) ? field : undefined
}

/** All pairs that may be made: of areas, or of a card and an area. */
const pairsOn = (field: PictureField): [string, string][] => {
  if (field.kind === 'areaCards')
    return field.cards.flatMap((card) => field.areas.map(({ id }): [string, string] => [card.id, id]))
  if (field.kind !== 'areaPairs') return []
  return field.areas.flatMap((one, at) => field.areas.slice(at + 1).map((other): [string, string] => [one.id, other.id]))
}

/** A point that lies well in an area; undefined if that is hard to say. */
export const pointIn = ({ shape, coords }: Area): Point | undefined => {
  const [a = 0, b = 0, c = 0, d = 0] = coords
  if (shape === 'circle' || shape === 'ellipse') return [Math.round(a), Math.round(b)]
  if (shape === 'rect') return [Math.round((a + c) / 2), Math.round((b + d) / 2)]
  return shape === 'poly' ? [Math.round(a), Math.round(b)] : undefined
}

/** Points on the edge of an area, and just beyond. */
const pointsAround = ({ shape, coords }: Area): Point[] => {
  const [a = 0, b = 0, c = 0, d = 0] = coords
  const across =
    shape === 'circle' ? [a - c - 1, a - c, a + c, a + c + 1] : shape === 'ellipse' ? [a - c - 1, a + c, a + c + 1] : []
  if (shape !== 'rect') return across.map((x): Point => [Math.round(x), Math.round(b)])
  return [a - 1, a, c, c + 1].map((x): Point => [Math.round(x), Math.round((b + d) / 2)])
}

/** What may be given on a picture, as the item's own values. */
export const poolOnPicture = (
  field: PictureField,
  { baseType = 'identifier', areaMapping }: Declaration,
  means: Readonly<Record<string, string>> = {},
): Scalar[] => {
  const written = (id: string) => scalarIn(means[id] ?? id, baseType)
  switch (field.kind) {
    case 'hotspot':
    case 'areaOrder':
      return field.areas.map(({ id }) => written(id))
    case 'areaPairs':
    case 'areaCards':
      return pairsOn(field).map(([one, other]) => scalarIn(`${means[one] ?? one} ${means[other] ?? other}`, baseType))
    case 'points': {
      const { width, height } = field
      const areas = areaMapping?.entries.map(({ area }) => area) ?? []
      const corners: Point[] = [
        [0, 0],
        [width, height],
        [Math.round(width / 2), Math.round(height / 2)],
      ]
      return [
        ...areas.flatMap((area) => [...[pointIn(area)].flatMap((point) => (point ? [point] : [])), ...pointsAround(area)]),
        ...corners,
      ]
    }
  }
}
