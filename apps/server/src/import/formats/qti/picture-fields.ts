import { letterOf } from '@sitwell/question-types/marking'
import { attributeOf, childrenOf, type Element, insideOf, isElement, nameOf, numberIn } from '../../files/xml.ts'
import { filesOf, folderOf } from '../../html/find-file.ts'
import { type AsFields, type Asked, identifierOf, valuesOf, wordsOf } from './as-fields.ts'
import { type ContentPlace, shownTextIn } from './content.ts'
import type { Response } from './response.ts'

/** The most of one kind that a field takes. */
const mostAreas = 50

/** The box around a shape, in per cent of a picture of this size. */
const boxOf = (shape: string, coords: readonly number[], width: number, height: number) => {
  if (shape === 'default') return { x: 0, y: 0, width: 100, height: 100 }
  const [a = 0, b = 0, c = 0, d = 0] = coords
  const across = (numbers: readonly number[]): [number, number] => [Math.min(...numbers), Math.max(...numbers)]
  const [xs, ys] =
    shape === 'circle'
      ? [across([a - c, a + c]), across([b - c, b + c])]
      : shape === 'ellipse'
        ? [across([a - c, a + c]), across([b - d, b + d])]
        : [across(coords.filter((_, at) => at % 2 === 0)), across(coords.filter((_, at) => at % 2 === 1))]
  const per = (value: number, whole: number) => Math.round(Math.min(100, Math.max(0, (value / whole) * 100)) * 100) / 100
  const [x, y] = [per(xs[0], width), per(ys[0], height)]
  return {
    x,
    y,
    width: Math.round((per(xs[1], width) - x) * 100) / 100,
    height: Math.round((per(ys[1], height) - y) * 100) / 100,
  }
}

interface Picture {
  readonly src: string
  readonly alt: string
  /** In the pixels that its item counts in. */
  readonly width: number
  readonly height: number
}

interface PlacedArea {
  readonly id: string
  readonly name: string
  /** In per cent of the picture. */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A picture with areas on it. */
interface Ground {
  readonly picture: Pick<Picture, 'src' | 'alt'>
  readonly areas: readonly PlacedArea[]
}

interface Refused {
  readonly why: string
}

const pictureIn = (element: Element): Element | undefined =>
  [...childrenOf(element, 'object'), ...childrenOf(element, 'img')][0] ??
  childrenOf(element, 'picture').flatMap((one) => childrenOf(one, 'img'))[0]

/** The address of a picture in the package; undefined if it is of a kind that is not shown. */
const addressOf = (picture: Element, { reading, path, search }: ContentPlace): string | undefined => {
  const address = attributeOf(picture, 'data') ?? attributeOf(picture, 'src') ?? ''
  const src = filesOf(reading.files, folderOf(path), search)(address, 'image')
  for (const used of search.used) reading.used.add(used)
  // One that is missing is told, and leaves out its item.
  return src === null ? address : src
}

const altOf = (picture: Element) => attributeOf(picture, 'alt') || shownTextIn(picture)

/** The picture that an interaction stands on. */
const pictureOf = (holder: Element, { label, place }: Asked): Picture | Refused => {
  const picture = pictureIn(holder)
  const address = picture && (attributeOf(picture, 'data') ?? attributeOf(picture, 'src'))
  const [width, height] = ['width', 'height'].map((name) => (picture ? numberIn(attributeOf(picture, name)) : undefined))
  if (!picture || !address || !width || !height) return { why: 'Its picture, or how large it is, is not named.' }
  const src = addressOf(picture, place)
  if (src === undefined) return { why: `Its picture "${address.slice(0, 200)}" is of a kind that is not shown.` }
  return { src, alt: altOf(picture) || label, width, height }
}

/** The areas of a picture: `nameAt` names those that have no words of their own. */
const areasOn = (
  spots: readonly Element[],
  { width, height }: Picture,
  nameAt: (at: number) => string,
): readonly PlacedArea[] | Refused => {
  if (spots.length === 0 || spots.length > mostAreas)
    return { why: `It has ${spots.length} areas; a form takes from 1 to ${mostAreas}.` }
  const areas = spots.map((spot, at) => {
    const coords = (attributeOf(spot, 'coords') ?? '').split(/[\s,]+/).map(Number)
    const name = attributeOf(spot, 'hotspotlabel') ?? attributeOf(spot, 'aria-label') ?? ''
    return {
      id: `o${at + 1}`,
      name: name.trim().slice(0, 500) || nameAt(at),
      ...boxOf((attributeOf(spot, 'shape') ?? '').toLowerCase(), coords, width, height),
    }
  })
  if (areas.some((area) => Object.values(area).some((one) => typeof one === 'number' && !Number.isFinite(one))))
    return { why: 'Where its areas lie is not said.' }
  return areas
}

/**
 * How many there may be: what is written, and never more than there can be. 0, or nothing, is no limit. Of what is called right all may be
 * given, whatever is written; entries of a mapping don't count as such, since they may be worth something instead of each other.
 */
const atMost = (written: number | undefined, right: number, possible: number) =>
  Math.max(1, Math.min(possible, written ? Math.max(written, right) : possible))

/** The same over a whole response; one that holds a single value takes one. */
const mostOf = ({ cardinality, correct }: Response, written: number | undefined, possible: number) =>
  cardinality === 'single' ? 1 : atMost(written, correct.length, possible)

const leastOf = (interaction: Element, name: string, most: number) =>
  Math.min(most, Math.max(0, Math.round(numberIn(attributeOf(interaction, name)) ?? 0)))

/** How often a choice may be in a pair: where nothing is said, once. */
const matchMaxOf = (choice: Element, response: Response, possible: number): number => {
  const right = response.correct.filter((pair) => pair.split(/\s+/).includes(identifierOf(choice))).length
  return atMost(numberIn(attributeOf(choice, 'matchmax')) ?? 1, right, possible)
}

const tellOfNames = ({ place }: Asked, choices: readonly Element[], hasWords: (choice: Element) => boolean) => {
  if (!choices.every(hasWords))
    place.reading.lose(place.path, 'labels', 'What has none is called by a letter or a number.', 'nothing')
  if (choices.some((one) => attributeOf(one, 'matchgroup')))
    place.reading.lose(
      place.path,
      'matchGroup',
      'It hinders no pair: one that its source would not let anybody make counts as its rules say.',
      'structure',
    )
}

const hasLabel = (spot: Element) => Boolean(attributeOf(spot, 'hotspotlabel') ?? attributeOf(spot, 'aria-label'))

const areTwice = (choices: readonly Element[]) => new Set(choices.map(identifierOf)).size < choices.length
const twice = { why: 'Two of its choices have the same identifier.' }

/** A field names itself only if no prompt is above it. */
const named = ({ id, label, interaction }: Asked) => ({
  id,
  label,
  ...(childrenOf(interaction, 'prompt').length > 0 && { hidesLabel: true }),
})

/** What the areas of an interaction stand on, and where they lie; or why it can't be shown. */
const groundOf = (asked: Asked, spots: readonly Element[], nameAt: (at: number) => string): Ground | Refused => {
  const picture = pictureOf(asked.interaction, asked)
  if ('why' in picture) return picture
  const areas = areasOn(spots, picture, nameAt)
  return 'why' in areas ? areas : { picture: { src: picture.src, alt: picture.alt }, areas }
}

const numbered = (at: number) => `${at + 1}`

/** A `hotspotInteraction`: areas of a picture, which a form offers by pointer and by keys, each with a name. */
const hotspotField = (asked: Asked): AsFields => {
  const { interaction, response, id } = asked
  const spots = childrenOf(interaction, 'hotspotchoice')
  const ground = groundOf(asked, spots, numbered)
  if ('why' in ground) return ground
  const most = response.cardinality === 'single' ? 1 : numberIn(attributeOf(interaction, 'maxchoices')) || spots.length
  return {
    components: [
      [{ kind: 'hotspot', ...named(asked), ...ground.picture, most: Math.min(most, spots.length), areas: ground.areas }],
    ],
    fields: [{ field: id, values: valuesOf(spots) }],
  }
}

/** A `graphicOrderInteraction`: all areas in an order, or as many as it says. */
const orderField = (asked: Asked): AsFields => {
  const { interaction, response, id } = asked
  const spots = childrenOf(interaction, 'hotspotchoice')
  if (areTwice(spots)) return twice
  const ground = groundOf(asked, spots, letterOf)
  if ('why' in ground) return ground
  tellOfNames(asked, spots, hasLabel)
  const written = numberIn(attributeOf(interaction, 'maxchoices'))
  const most = mostOf(response, written, spots.length)
  // If nothing is said, an order of fewer than all is none.
  const isAll = !written && numberIn(attributeOf(interaction, 'minchoices')) === undefined
  const least = isAll ? spots.length : leastOf(interaction, 'minchoices', most)
  return {
    components: [[{ kind: 'areaOrder', ...named(asked), ...ground.picture, least, most, areas: ground.areas }]],
    fields: [{ field: id, values: valuesOf(spots) }],
    isOrdered: true,
  }
}

/** A `graphicAssociateInteraction`: pairs of areas. */
const pairsField = (asked: Asked): AsFields => {
  const { interaction, response, id } = asked
  const spots = childrenOf(interaction, 'associablehotspot')
  if (areTwice(spots)) return twice
  if (spots.length < 2) return { why: 'It has fewer than two areas.' }
  const ground = groundOf(asked, spots, letterOf)
  if ('why' in ground) return ground
  tellOfNames(asked, spots, hasLabel)
  const written = numberIn(attributeOf(interaction, 'maxassociations')) ?? 1
  const most = mostOf(response, written, Math.min(100, (spots.length * (spots.length - 1)) / 2))
  const areas = ground.areas.map((area, at) => {
    const spot = spots[at]
    return { ...area, most: spot ? matchMaxOf(spot, response, spots.length - 1) : 1 }
  })
  const least = leastOf(interaction, 'minassociations', most)
  return {
    components: [[{ kind: 'areaPairs', ...named(asked), ...ground.picture, least, most, areas }]],
    fields: [{ field: id, values: valuesOf(spots) }],
  }
}

/** A `graphicGapMatchInteraction`: cards of words or pictures, which are put to areas. */
const cardsField = (asked: Asked): AsFields => {
  const { interaction, response, id, place } = asked
  const written = childrenOf(interaction).filter((one) => /^gap(text|img)$/.test(nameOf(one)))
  const spots = childrenOf(interaction, 'associablehotspot')
  if (areTwice([...written, ...spots])) return twice
  if (written.length === 0 || written.length > mostAreas)
    return { why: `It has ${written.length} cards; a form takes from 1 to ${mostAreas}.` }
  const ground = groundOf(asked, spots, letterOf)
  if ('why' in ground) return ground
  const wordsOn = (card: Element) => {
    const picture = pictureIn(card)
    return attributeOf(card, 'objectlabel') || wordsOf(card) || (picture ? altOf(picture) : '')
  }
  tellOfNames(asked, spots, hasLabel)
  tellOfNames(asked, written, (card) => wordsOn(card) !== '')
  const cards = written.map((card, at) => {
    const [picture] = [pictureIn(card) ?? insideOf(card, 'img')[0]].flatMap((one) => one ?? [])
    const src = picture && addressOf(picture, place)
    return {
      id: `c${at + 1}`,
      name: wordsOn(card).slice(0, 500) || numbered(at),
      isBlind: picture !== undefined && src === undefined && wordsOn(card) === '',
      ...(src !== undefined && { src }),
      most: matchMaxOf(card, response, spots.length),
    }
  })
  if (cards.some(({ isBlind }) => isBlind))
    return { why: 'One of its pictures is of a kind that is not shown, and has no words.' }
  const areas = ground.areas.map((area, at) => {
    const spot = spots[at]
    return { ...area, most: spot ? matchMaxOf(spot, response, cards.length) : 1 }
  })
  const limit = numberIn(attributeOf(interaction, 'maxassociations'))
  const most = mostOf(response, limit, Math.min(100, spots.length * cards.length))
  const component = {
    ...{ kind: 'areaCards', ...named(asked), ...ground.picture, areas, most },
    least: leastOf(interaction, 'minassociations', most),
    cards: cards.map(({ isBlind, ...card }) => card),
  }
  return {
    components: [[component]],
    fields: [{ field: id, values: { ...valuesOf(written, undefined, 'c'), ...valuesOf(spots) } }],
  }
}

/** Whether the areas of an item are written in per cent: here points are pixels, and marks would be wrong. */
const isInPerCent = (item: Element): boolean =>
  insideOf(item, (name) => name === 'areamapentry' || name === 'inside').some((one) =>
    (attributeOf(one, 'coords') ?? '').includes('%'),
  )

const pointsOn = (asked: Asked, holder: Element, marker: object): AsFields => {
  const { interaction, response, id } = asked
  if (response.baseType !== 'point') return { why: `Its response is a ${response.baseType}, and no point.` }
  const item = interaction.ownerDocument?.documentElement
  if (item && isInPerCent(item)) return { why: 'Its areas are written in per cent.' }
  const picture = pictureOf(holder, asked)
  if ('why' in picture) return picture
  const most = mostOf(response, numberIn(attributeOf(interaction, 'maxchoices')) ?? 1, mostAreas)
  const { src, alt, width, height } = picture
  const size = { width: Math.round(width), height: Math.round(height) }
  const least = leastOf(interaction, 'minchoices', most)
  return {
    components: [[{ kind: 'points', ...named(asked), src, alt, ...size, least, most, ...marker }]],
    fields: [{ field: id }],
  }
}

/** A `selectPointInteraction`: points on a picture. */
const pointField = (asked: Asked): AsFields => pointsOn(asked, asked.interaction, {})

/** A `positionObjectInteraction`: points on the picture of its stage, at which its own picture stands. */
const positionField = (asked: Asked): AsFields => {
  const { interaction, place } = asked
  const stage = stageOf(interaction)
  if (!stage) return { why: 'It stands on no stage.' }
  const picture = pictureIn(interaction)
  const src = picture && addressOf(picture, place)
  const [width, height] = ['width', 'height'].map((name) => numberIn(picture && attributeOf(picture, name)))
  const isMiddle = attributeOf(interaction, 'centerpoint') === undefined
  const isShown = src !== undefined && Boolean(width) && Boolean(height) && isMiddle
  if (!isShown) place.reading.lose(place.path, 'picture that is placed', 'A cross stands at each point.')
  return pointsOn(
    asked,
    stage,
    isShown ? { marker: { src, width: Math.round(width ?? 1), height: Math.round(height ?? 1) } } : {},
  )
}

/** A `drawingInteraction`: what is drawn on a picture is nothing for rules to read. A prompt without markup names the field itself. */
const drawingField = (asked: Asked): AsFields => {
  const { interaction, id, label } = asked
  const picture = pictureOf(interaction, asked)
  if ('why' in picture) return picture
  const { src, alt, width, height } = picture
  const isNamed = childrenOf(interaction, 'prompt').every((prompt) => childrenOf(prompt).length === 0)
  const size = { width: Math.round(width), height: Math.round(height) }
  const name = isNamed ? { id, label } : named(asked)
  return { components: [[{ kind: 'drawing', ...name, src, alt, ...size }]], fields: [], isNamed }
}

/** The stage on which an interaction stands, whose picture is shown with it. */
export const stageOf = ({ parentNode }: Element): Element | undefined =>
  parentNode && isElement(parentNode) && nameOf(parentNode) === 'positionobjectstage' ? parentNode : undefined

/** Interactions that stand on a picture, as fields of a form. */
export const pictureFields: Readonly<Record<string, (asked: Asked) => AsFields>> = {
  hotspotinteraction: hotspotField,
  graphicorderinteraction: orderField,
  graphicassociateinteraction: pairsField,
  graphicgapmatchinteraction: cardsField,
  selectpointinteraction: pointField,
  positionobjectinteraction: positionField,
  drawinginteraction: drawingField,
}
