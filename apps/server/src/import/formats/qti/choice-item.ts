import type { ResponseBinding } from '@sitwell/question-types/marking'
import type { Node } from '@xmldom/xmldom'
import { attributeOf, childrenOf, type Element, insideOf, nameOf, numberIn } from '../../files/xml.ts'
import { type ContentPlace, htmlOf, shownTextIn } from './content.ts'
import { marksOf, processingOf, type Response, responseOf } from './response.ts'
import { fixedOrder, isFixed, isShuffled } from './shown-order.ts'

/** A question in the authored form, before its schema has read it; or why it can't be one. */
export type Drafted =
  | {
      readonly question: Record<string, unknown>
      /** How its answers are read as the item's responses, by their identifiers. */
      readonly responses: Readonly<Record<string, ResponseBinding>>
      /** HTML that stands below what surrounds the interaction and its prompt. */
      readonly textBelow?: string
    }
  | { readonly why: string }

const isTrueFalse = (choices: readonly Element[]): boolean =>
  choices.length === 2 &&
  choices
    .map((one) => shownTextIn(one).toLowerCase())
    .sort()
    .join() === 'false,true'

/** Which options are right, what they are worth, and how much the question is worth. */
const keyOf = (item: Element, response: Response, ids: readonly string[]) => {
  const processing = processingOf(item)
  const { mapping } = response
  if (processing === 'map' && mapping) {
    const weights = Object.fromEntries(ids.map((id) => [id, mapping.weights[id] ?? mapping.otherwise]))
    const best = ids.filter((id) => (weights[id] ?? 0) > 0)
    const top = response.cardinality === 'single' ? Math.max(0, ...Object.values(weights)) : mapping.most
    const marks = Math.max(0, Math.min(mapping.most, top))
    const key = response.correct.length > 0 ? response.correct : best
    const least = mapping.least ?? Object.values(weights).reduce((sum, one) => sum + Math.min(0, one), 0)
    return { key, marks, credit: { kind: 'weights', weights, least } }
  }
  const only = response.cardinality === 'single' ? response.correct.slice(0, 1) : response.correct
  return { key: only, marks: marksOf(item), credit: { kind: 'all' } }
}

/** A `choiceInteraction`: RADIO or TRUEFALSE where one is chosen, MULTICHOICE where several are. */
export const choiceItem = (item: Element, interaction: Element, place: ContentPlace): Drafted =>
  choiceAmong(item, interaction, childrenOf(interaction, 'simplechoice'), place)

/** A `hottextInteraction`: the passages to choose from, numbered in the text and once more as options below it. */
export const hottextItem = (item: Element, interaction: Element, place: ContentPlace): Drafted => {
  const passages = insideOf(interaction, 'hottext')
  const drafted = choiceAmong(item, interaction, passages, place)
  if ('why' in drafted) return drafted
  const numbers = new Map(passages.map((one, index) => [one, index + 1]))
  const textBelow = htmlOf(Array.from<Node>(interaction.childNodes), {
    ...place,
    skip: (element) => nameOf(element) === 'prompt',
    replace: (element) => (numbers.has(element) ? `(${numbers.get(element)}) ${shownTextIn(element)}` : undefined),
  })
  return { ...drafted, textBelow }
}

const choiceAmong = (item: Element, interaction: Element, written: readonly Element[], place: ContentPlace): Drafted => {
  const choices = fixedOrder(place.reading, interaction, written)
  const identifier = attributeOf(interaction, 'responseidentifier') ?? ''
  const response = responseOf(item, identifier)
  if (!response) return { why: `The item declares no response "${identifier}".` }
  const ids = choices.map((one) => attributeOf(one, 'identifier') ?? '')
  if (choices.length === 0) return { why: 'The question has no choices.' }
  if (new Set(ids).size < ids.length) return { why: 'Two of its choices have the same identifier.' }
  const unknown = response.correct.find((id) => !ids.includes(id))
  if (unknown !== undefined) return { why: `Its correct response "${unknown}" is not one of its choices.` }
  const marking = keyOf(item, response, ids)
  const responses = { [identifier]: { from: 'options' as const } }
  const options = choices.map((one, index) => ({
    id: ids[index],
    text: htmlOf(Array.from<Node>(one.childNodes), place) || ids[index],
    ...(isShuffled(interaction) && isFixed(one) && { fixed: true }),
  }))
  if (response.cardinality === 'single') {
    const [key = ''] = marking.key
    return {
      responses,
      question: {
        type: isTrueFalse(choices) ? 'TRUEFALSE' : 'RADIO',
        options,
        ...(isShuffled(interaction) && { shuffle: true }),
        key,
        marks: marking.marks,
        credit: marking.credit,
      },
    }
  }
  if (response.cardinality !== 'multiple' && response.cardinality !== 'ordered')
    return { why: `Its response is ${response.cardinality}, which a choice question is not.` }
  const maxOptions = Math.min(numberIn(attributeOf(interaction, 'maxchoices')) ?? 1, ids.length)
  return {
    responses,
    question: {
      type: 'MULTICHOICE',
      options,
      ...(isShuffled(interaction) && { shuffle: true }),
      key: marking.key,
      marks: marking.marks,
      credit: marking.credit,
      maxOptions: maxOptions > 0 && maxOptions < marking.key.length ? marking.key.length : maxOptions,
      minOptions: Math.min(numberIn(attributeOf(interaction, 'minchoices')) ?? 0, maxOptions > 0 ? maxOptions : ids.length),
    },
  }
}
