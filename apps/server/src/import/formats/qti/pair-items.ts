import type { ResponseBinding } from '@sitwell/question-types/marking'
import { attributeOf, childrenOf, type Element, insideOf } from '../../files/xml.ts'
import type { Drafted } from './choice-item.ts'
import { type ContentPlace, htmlIn } from './content.ts'
import { gapCreditOf } from './gap-credit.ts'
import { loseLimits, loseSeveral } from './match-limits.ts'
import { type Response, responseOf } from './response.ts'

interface Card {
  readonly id: string
  readonly text: string
}
type Pair = readonly [left: string, right: string]

const cardsOf = (elements: readonly Element[], place: ContentPlace): Card[] =>
  elements.map((one) => {
    const id = attributeOf(one, 'identifier') ?? ''
    return { id, text: htmlIn(one, place) || id }
  })

const pairsOf = ({ correct, mapping }: Response): Pair[] => {
  const named =
    correct.length > 0 ? correct : Object.keys(mapping?.weights ?? {}).filter((pair) => (mapping?.weights[pair] ?? 0) > 0)
  return named.map((pair) => {
    const [left = '', right = ''] = pair.split(/\s+/)
    return [left, right]
  })
}

const occursOnce = (pairs: readonly Pair[], side: 0 | 1) => new Set(pairs.map((pair) => pair[side])).size === pairs.length

const matched = (
  item: Element,
  response: Response & { readonly identifier: string },
  options: readonly Card[],
  selections: readonly Card[],
  pairs: readonly Pair[],
  binding: ResponseBinding,
): Drafted => {
  const key = Object.fromEntries(pairs.filter(([option]) => options.some(({ id }) => id === option)))
  return {
    responses: { [response.identifier]: binding },
    question: { type: 'MATCH', ...gapCreditOf(item, [response], options.length), options, selections, key },
  }
}

const responseFor = (item: Element, interaction: Element): (Response & { readonly identifier: string }) | undefined => {
  const identifier = attributeOf(interaction, 'responseidentifier') ?? ''
  const response = responseOf(item, identifier)
  return response && { ...response, identifier }
}

const noResponse: Drafted = { why: 'It declares no response.' }

/** A `matchInteraction`: MATCH where each of one list belongs to one of the other. */
export const matchItem = (item: Element, interaction: Element, place: ContentPlace): Drafted => {
  const response = responseFor(item, interaction)
  const [lefts = [], rights = []] = childrenOf(interaction, 'simplematchset').map((set) =>
    childrenOf(set, 'simpleassociablechoice'),
  )
  if (!response) return noResponse
  const [left, right] = [cardsOf(lefts, place), cardsOf(rights, place)]
  const report = (given: readonly Element[], taken: readonly Element[]) => {
    loseLimits(interaction, { given, taken }, place)
    loseSeveral(given, taken.length, place)
  }
  const pairs = pairsOf(response)
  const [leftOnce, rightOnce] = [occursOnce(pairs, 0), occursOnce(pairs, 1)]
  // The side on which each belongs to something is the one to ask for; if none is whole, the one that its limits name.
  const isTurned = rightOnce && (!leftOnce || (pairs.length < left.length && pairs.length >= right.length))
  if (isTurned) {
    report(rights, lefts)
    const turned = pairs.map(([one, other]): Pair => [other, one])
    return matched(item, response, right, left, turned, { from: 'pairs', isTurned })
  }
  if (leftOnce) {
    report(lefts, rights)
    return matched(item, response, left, right, pairs, { from: 'pairs', isTurned })
  }
  return { why: 'Several of one list belong to several of the other, which a match question can’t ask for.' }
}

/** An `associateInteraction`: MATCH of the first of each pair with its second, where no choice stands in two pairs. */
export const associateItem = (item: Element, interaction: Element, place: ContentPlace): Drafted => {
  const response = responseFor(item, interaction)
  const choices = childrenOf(interaction, 'simpleassociablechoice')
  const cards = cardsOf(choices, place)
  if (!response) return noResponse
  const pairs = pairsOf(response)
  if (pairs.length === 0) return { why: 'It names no correct response, and any two of its choices may belong together.' }
  if (new Set(pairs.flat()).size < pairs.length * 2) return { why: 'One of its choices stands in several pairs.' }
  const firsts = new Set(pairs.map(([first]) => first))
  place.reading.lose(place.path, 'free pairs', 'The first of each pair is given, and the second is looked for.')
  const isFirst = (one: Element) => firsts.has(attributeOf(one, 'identifier') ?? '')
  const [given, taken] = [choices.filter(isFirst), choices.filter((one) => !isFirst(one))]
  loseLimits(interaction, { given, taken }, place)
  loseSeveral(given, taken.length, place)
  const options = cards.filter(({ id }) => firsts.has(id))
  return matched(
    item,
    response,
    options,
    cards.filter(({ id }) => !firsts.has(id)),
    pairs,
    { from: 'pairs', isTurned: false },
  )
}

/** An `orderInteraction`: MATCH of the places, counted from 1, with what stands there. */
export const orderItem = (item: Element, interaction: Element, place: ContentPlace): Drafted => {
  const response = responseFor(item, interaction)
  const cards = cardsOf(insideOf(interaction, 'simplechoice'), place)
  if (!response) return noResponse
  const count = response.correct.length || cards.length
  const options = Array.from({ length: count }, (_, index) => ({ id: `place-${index + 1}`, text: `${index + 1}` }))
  const pairs = response.correct.map((id, index): Pair => [`place-${index + 1}`, id])
  return matched(item, response, options, cards, pairs, { from: 'places' })
}
