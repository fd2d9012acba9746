import type { ResponseBinding } from '@sitwell/question-types/marking'
import { attributeOf, childrenOf, type Element, numberIn } from '../../files/xml.ts'
import { type ContentPlace, htmlIn, shownTextIn } from './content.ts'
import { marksOf, processingOf, type Response, responseOf } from './response.ts'
import { fixedOrder, isFixed, isShuffled } from './shown-order.ts'

/** A question in the authored form, before its schema has read it; or why it can't be one. */
export type Drafted =
  | {
      readonly question: Record<string, unknown>
      /** How its answers are read as the item's responses, by their identifiers. */
      readonly responses: Readonly<Record<string, ResponseBinding>>
      /** Whether its interactions became fields of a form. */
      readonly isForm?: boolean
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

/** Why a question can't have these choices. */
const whyNotAmong = (ids: readonly string[], { correct }: Response): string | undefined => {
  if (ids.length === 0) return 'The question has no choices.'
  if (new Set(ids).size < ids.length) return 'Two of its choices have the same identifier.'
  const unknown = correct.find((id) => !ids.includes(id))
  return unknown === undefined ? undefined : `Its correct response "${unknown}" is not one of its choices.`
}

/** How many of this many options are chosen: never fewer at most than are right. */
export const numbersOf = (interaction: Element, count: number, right: number) => {
  const most = Math.min(numberIn(attributeOf(interaction, 'maxchoices')) ?? 1, count)
  return {
    maxOptions: most > 0 && most < right ? right : most,
    minOptions: Math.min(numberIn(attributeOf(interaction, 'minchoices')) ?? 0, most > 0 ? most : count),
  }
}

interface ReadChoices {
  readonly identifier: string
  readonly response: Response
  /** The names of the choices, in their order. */
  readonly ids: readonly string[]
  readonly key: readonly string[]
  readonly marks: number
  readonly credit: object
}

/** The choices that an interaction offers and the right ones, for any type of question; or why it cannot be a question. */
export const choicesAmong = (
  item: Element,
  interaction: Element,
  choices: readonly Element[],
): ReadChoices | { readonly why: string } => {
  const identifier = attributeOf(interaction, 'responseidentifier') ?? ''
  const response = responseOf(item, identifier)
  if (!response) return { why: `The item declares no response "${identifier}".` }
  const ids = choices.map((one) => attributeOf(one, 'identifier') ?? '')
  const why = whyNotAmong(ids, response)
  if (why !== undefined) return { why }
  return { ids, response, identifier, ...keyOf(item, response, ids) }
}

const choiceAmong = (item: Element, interaction: Element, written: readonly Element[], place: ContentPlace): Drafted => {
  const choices = fixedOrder(place.reading, interaction, written)
  const read = choicesAmong(item, interaction, choices)
  if ('why' in read) return read
  const { ids, response, identifier, key, marks, credit } = read
  const responses = { [identifier]: { from: 'options' as const } }
  const options = choices.map((one, index) => ({
    id: ids[index],
    text: htmlIn(one, place) || ids[index],
    ...(isShuffled(interaction) && isFixed(one) && { fixed: true }),
  }))
  const question = { options, ...(isShuffled(interaction) && { shuffle: true }), marks, credit }
  if (response.cardinality === 'single') {
    const [only = ''] = key
    return { responses, question: { type: isTrueFalse(choices) ? 'TRUEFALSE' : 'RADIO', ...question, key: only } }
  }
  if (response.cardinality !== 'multiple' && response.cardinality !== 'ordered')
    return { why: `Its response is ${response.cardinality}, which a choice question is not.` }
  return { responses, question: { type: 'MULTICHOICE', ...question, key, ...numbersOf(interaction, ids.length, key.length) } }
}
