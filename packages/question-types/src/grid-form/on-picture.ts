import type { ComponentOf, GridField } from './form.ts'

/** A field whose answer lies on a picture. */
export type PictureField = Extract<GridField, { kind: 'hotspot' | 'areaOrder' | 'areaPairs' | 'areaCards' | 'points' }>

/** The chosen areas, pairs, cards or points of such a field, as they are written. */
export const partsOf = (value: string): string[] => value.split(' ').filter((part) => part !== '')

export type Pair = readonly [string, string]

/** Two areas, or a card and its area, joined by a colon, which no id has in it. */
export const pairsOf = (value: string): Pair[] =>
  partsOf(value).map((part) => {
    const [one = '', other = ''] = part.split(':')
    return [one, other]
  })
export const writePairs = (pairs: readonly Pair[]): string => pairs.map((pair) => pair.join(':')).join(' ')

export type Point = readonly [x: number, y: number]

export const pointsOf = (value: string): Point[] =>
  partsOf(value).map((part) => {
    const [x = Number.NaN, y = Number.NaN] = part.split(',').map(Number)
    return [x, y]
  })
export const writePoints = (points: readonly Point[]): string => points.map((point) => point.join(',')).join(' ')

/** The same two, in whichever order. */
export const isSamePair = ([a, b]: Pair, [c, d]: Pair): boolean => (a === c && b === d) || (a === d && b === c)

const countOf = (ids: readonly string[], id: string) => ids.filter((one) => one === id).length

/** Whether each of these stands in no more pairs than it may. */
const isWithin = (all: readonly { readonly id: string; readonly most: number }[], ids: readonly string[]): boolean =>
  ids.every((id) => all.some((one) => one.id === id && countOf(ids, id) <= one.most))

const arePairs = ({ areas, most }: ComponentOf<'areaPairs'>, pairs: readonly Pair[]): boolean =>
  pairs.length <= most &&
  pairs.every(([one, other]) => one !== other) &&
  pairs.every((pair, at) => pairs.findIndex((other) => isSamePair(pair, other)) === at) &&
  isWithin(areas, pairs.flat())

const areOnAreas = ({ areas, cards, most }: ComponentOf<'areaCards'>, pairs: readonly Pair[]): boolean =>
  pairs.length <= most &&
  pairs.every(([card, area], at) => pairs.findIndex((other) => other[0] === card && other[1] === area) === at) &&
  isWithin(
    cards,
    pairs.map(([card]) => card),
  ) &&
  isWithin(
    areas,
    pairs.map(([, area]) => area),
  )

const arePoints = ({ width, height, most }: ComponentOf<'points'>, points: readonly Point[]): boolean =>
  points.length <= most &&
  points.every(([x, y]) => Number.isInteger(x) && Number.isInteger(y) && x >= 0 && y >= 0 && x <= width && y <= height)

/** Whether pairs, cards or points may stand on the picture of their field, and are written as the player writes them. */
export const isOnPicture = (
  field: ComponentOf<'areaPairs'> | ComponentOf<'areaCards'> | ComponentOf<'points'>,
  value: string,
): boolean => {
  if (field.kind === 'points') return writePoints(pointsOf(value)) === value && arePoints(field, pointsOf(value))
  const pairs = pairsOf(value)
  if (writePairs(pairs) !== value) return false
  return field.kind === 'areaPairs' ? arePairs(field, pairs) : areOnAreas(field, pairs)
}

/** A, B, …, Z, AA, …: what an area is called on the picture. */
export const letterOf = (at: number): string =>
  (at < 26 ? '' : letterOf(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26))

/** An area in a list beside the picture: its letter, and its name where that is another. */
export const areaName = (areas: readonly { readonly id: string; readonly name: string }[], id: string): string => {
  const at = areas.findIndex((one) => one.id === id)
  const letter = letterOf(at)
  const name = areas[at]?.name ?? id
  return at < 0 || name === letter ? name : `${letter}: ${name}`
}

const cardName = ({ cards }: ComponentOf<'areaCards'>, id: string) => cards.find((one) => one.id === id)?.name ?? id

/** What such a field holds, in words. */
export const wordsOnPicture = (field: PictureField, value: string): string => {
  switch (field.kind) {
    case 'hotspot':
      return partsOf(value)
        .map((id) => field.areas.find((area) => area.id === id)?.name ?? id)
        .join(', ')
    case 'areaOrder':
      return partsOf(value)
        .map((id, at) => `${at + 1}. ${areaName(field.areas, id)}`)
        .join(', ')
    case 'areaPairs':
      return pairsOf(value)
        .map(([one, other]) => `${areaName(field.areas, one)} – ${areaName(field.areas, other)}`)
        .join(', ')
    case 'areaCards':
      return pairsOf(value)
        .map(([card, area]) => `${areaName(field.areas, area)} – ${cardName(field, card)}`)
        .join(', ')
    case 'points':
      return pointsOf(value)
        .map(([x, y]) => `(${x}, ${y})`)
        .join(', ')
  }
}

/** Whether a field's answer lies on a picture. */
export const isPictureField = (field: GridField): field is PictureField =>
  field.kind === 'hotspot' ||
  field.kind === 'areaOrder' ||
  field.kind === 'areaPairs' ||
  field.kind === 'areaCards' ||
  field.kind === 'points'

/** What may be chosen on the picture beside itself, in words: its areas by their letters, and the cards. */
export const offeredOnPicture = (field: PictureField): string[] => {
  if (field.kind === 'points' || field.kind === 'hotspot') return []
  const areas = field.areas.map(({ id }) => areaName(field.areas, id)).join(' / ')
  return field.kind === 'areaCards' ? [areas, field.cards.map(({ name }) => name).join(' / ')] : [areas]
}
