import { attributeOf, childrenOf, type Element, nameOf } from '../../files/xml.ts'
import type { Drafted } from './choice-item.ts'
import { type ContentPlace, htmlIn } from './content.ts'
import { gapCreditOf } from './gap-credit.ts'
import { responseOf } from './response.ts'
import { fixedOrder, isFixed, isShuffled } from './shown-order.ts'
import { isWholeKey, typedAnswerOf } from './typed-answer.ts'

const kinds: ReadonlySet<string> = new Set(['textentryinteraction', 'inlinechoiceinteraction'])

/** Whether all that an item asks is in its running text: fields to type into, and lists to choose from. */
export const isInline = (interactions: readonly Element[]): boolean =>
  interactions.length > 0 && interactions.every((one) => kinds.has(nameOf(one)))

const listOf = (interaction: Element, place: ContentPlace) =>
  fixedOrder(place.reading, interaction, childrenOf(interaction, 'inlinechoice')).flatMap((one) => {
    const text = htmlIn(one, place)
    // An empty choice is how some write that nothing is chosen yet.
    return text === ''
      ? []
      : [{ id: attributeOf(one, 'identifier') ?? '', text, ...(isShuffled(interaction) && isFixed(one) && { fixed: true }) }]
  })

interface Gap {
  readonly id: string
  readonly options: readonly { id: string; text: string }[] | undefined
  readonly isShuffled: boolean
  readonly key: object | undefined
}

export interface InlineItem {
  readonly drafted: Drafted
  /** What is in the text instead of an interaction. */
  readonly tokenOf: (interaction: Element) => string | undefined
  /** Square brackets of the text mark the blanks, and nothing else may. */
  readonly hasBlanks: boolean
}

/** An item whose answers are in its text: BLANKS; MULTITEXT where an answer is worth a share, or a person has to read it. */
export const inlineItem = (
  item: Element,
  interactions: readonly Element[],
  place: ContentPlace,
  isMarkedBySource: boolean,
): InlineItem => {
  const none = (why: string): InlineItem => ({ drafted: { why }, tokenOf: () => undefined, hasBlanks: false })
  const asked = interactions.map((interaction) => {
    const identifier = attributeOf(interaction, 'responseidentifier') ?? ''
    return { interaction, identifier, response: responseOf(item, identifier) }
  })
  const responses = asked.flatMap(({ response }) => response ?? [])
  const undeclared = asked.find(({ response }) => !response)
  if (undeclared) return none(`The item declares no response "${undeclared.identifier}".`)

  const credit = gapCreditOf(item, responses, asked.length)
  const gaps = asked.map(({ interaction, identifier, response }, index): Gap & { part: object } => {
    const id = `V${index + 1}`
    const typed = response && typedAnswerOf(item, identifier, response)
    const part = { id, marks: credit.marks / asked.length, ...(typed && { key: typed }) }
    if (nameOf(interaction) !== 'inlinechoiceinteraction')
      return { id, options: undefined, isShuffled: false, key: typed && isWholeKey(typed) ? typed : undefined, part }
    const right = response?.correct.length ? response.correct : bestOf(response?.mapping?.weights ?? {})
    return {
      id,
      options: listOf(interaction, place),
      isShuffled: isShuffled(interaction),
      key: right.length > 0 ? { options: right } : undefined,
      part,
    }
  })
  const isTypedForShares = gaps.every(({ options, part }) => !options && 'key' in part)
  if (gaps.every(({ key }) => key) || (isMarkedBySource && !isTypedForShares)) {
    const lists = gaps.flatMap(({ id, options, isShuffled: shuffle }) =>
      options ? [{ id, options, ...(shuffle && { shuffle }) }] : [],
    )
    return {
      drafted: {
        responses: Object.fromEntries(asked.map(({ identifier }, at) => [identifier, { from: 'blank', blank: `V${at + 1}` }])),
        question: {
          type: 'BLANKS',
          ...credit,
          variableOptions: lists,
          key: Object.fromEntries(gaps.flatMap(({ id, key }) => (key ? [[id, key]] : []))),
        },
      },
      tokenOf: (interaction) => tokenAt(interactions.indexOf(interaction), (id) => `[${id}]`),
      hasBlanks: true,
    }
  }
  if (gaps.some(({ options }) => options)) return none('It names no correct response for a list in its text.')
  // Numbers lead from the text to the fields below it, unless there is one of each.
  const isOne = gaps.length === 1
  const parts = gaps.map(({ part }, index) => ({ ...part, text: isOne ? '' : `(${index + 1})` }))
  return {
    drafted: {
      responses: Object.fromEntries(asked.map(({ identifier }, at) => [identifier, { from: 'part', part: `V${at + 1}` }])),
      question: { type: 'MULTITEXT', parts },
    },
    tokenOf: (interaction) =>
      tokenAt(interactions.indexOf(interaction), (_, number) => (isOne ? '______' : `______ (${number})`)),
    hasBlanks: false,
  }
}

const tokenAt = (index: number, write: (id: string, number: number) => string) =>
  index < 0 ? undefined : write(`V${index + 1}`, index + 1)

const bestOf = (weights: Readonly<Record<string, number>>) => {
  const best = Math.max(...Object.values(weights))
  return best > 0 ? Object.keys(weights).filter((id) => weights[id] === best) : []
}
