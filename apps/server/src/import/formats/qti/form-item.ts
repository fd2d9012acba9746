import { letterOf, type ResponseBinding } from '@sitwell/question-types/marking'
import { attributeOf, childrenOf, type Element, insideOf, type Node, nameOf, numberIn } from '../../files/xml.ts'
import { type AsFields, type Asked, type FieldLimits, identifierOf, valuesOf, wordsOf } from './as-fields.ts'
import type { Drafted } from './choice-item.ts'
import { codeField } from './code-field.ts'
import { type ContentPlace, htmlOf, shownTextIn } from './content.ts'
import { loseLimits } from './match-limits.ts'
import { mediaField } from './media-field.ts'
import { pictureFields, stageOf } from './picture-fields.ts'
import { type Response, responseOf } from './response.ts'
import { fixedOrder, isFixed, isShuffled } from './shown-order.ts'
import { loseTypesOf } from './written-item.ts'

type Fields = Extract<AsFields, { components: unknown }>

/** The name of a choice in plain text. */
const nameFor = (choice: Element): string => wordsOf(choice) || identifierOf(choice).slice(0, 500)

const optionsOf = (interaction: Element, choices: readonly Element[], name = nameFor) =>
  choices.map((one, at) => ({
    id: `o${at + 1}`,
    name: name(one),
    ...(isShuffled(interaction) && isFixed(one) && { fixed: true }),
  }))
const shuffling = (interaction: Element) => isShuffled(interaction) && { shuffle: true }

/** How many may be chosen or paired of so many, where that is fewer: never fewer than are right. Undefined if nothing limits it. */
const limitOf = ({ correct, mapping }: Response, written: number, count: number): number | undefined => {
  const worthy = Object.values(mapping?.weights ?? {}).filter((worth) => worth > 0).length
  const most = Math.max(written, correct.length || worthy)
  return written > 0 && most < count ? most : undefined
}

/** A list to choose from for each of some places; what it means is written by `write`. */
const listsOf = (
  { id, interaction }: Asked,
  places: readonly { label: string; write: (choice: string) => string }[],
  choices: readonly Element[],
): AsFields => ({
  components: places.map(({ label }, at) => [
    { kind: 'dropdown', id: `${id}-${at + 1}`, label, options: optionsOf(interaction, choices), ...shuffling(interaction) },
  ]),
  fields: places.map(({ write }, at) => ({ field: `${id}-${at + 1}`, values: valuesOf(choices, write) })),
})

/** Some of these choices, each by its name: of one a list, of several ticks. */
const fieldsAmong = (
  { interaction, response, id, label }: Asked,
  choices: readonly Element[],
  name: (choice: Element) => string = nameFor,
): Fields => {
  if (response.cardinality === 'single')
    return {
      components: [[{ kind: 'radio', id, label, options: optionsOf(interaction, choices, name), ...shuffling(interaction) }]],
      fields: [{ field: id, values: valuesOf(choices) }],
    }
  return {
    components: choices.map((one, at) => [{ kind: 'checkbox', id: `${id}-${at + 1}`, label: name(one) }]),
    fields: choices.map((one, at) => ({ field: `${id}-${at + 1}`, values: { 1: identifierOf(one) } })),
    ...(isShuffled(interaction) && { shuffle: choices.map((one) => ({ shuffle: id, ...(isFixed(one) && { fixed: true }) })) }),
    most: limitOf(response, numberIn(attributeOf(interaction, 'maxchoices')) ?? 1, choices.length),
  }
}

const choiceFields = (asked: Asked): AsFields =>
  fieldsAmong(asked, fixedOrder(asked.place.reading, asked.interaction, childrenOf(asked.interaction, 'simplechoice')))

/** The text with a letter at each of its passages, and the passages by letter and words below it: two may read the same. */
const hottextFields = (asked: Asked): AsFields => {
  const { interaction, place } = asked
  const passages = insideOf(interaction, 'hottext')
  if (passages.length === 0) return { why: 'The text has no passages to choose from.' }
  const lettered = (passage: Element) => `(${letterOf(passages.indexOf(passage))}) ${wordsOf(passage)}`.trim().slice(0, 500)
  const html = htmlOf(Array.from<Node>(interaction.childNodes), {
    ...place,
    skip: (element) => nameOf(element) === 'prompt',
    replace: (element) => (passages.includes(element) ? lettered(element) : undefined),
  })
  const { components, fields, most } = fieldsAmong(asked, passages, lettered)
  return { components: [[{ kind: 'text', html }], ...components], fields, most }
}

const typedField = ({ interaction, id, label }: Asked): AsFields => {
  const lines = Math.min(30, Math.max(2, Math.round(numberIn(attributeOf(interaction, 'expectedlines')) ?? 5)))
  const isLong = nameOf(interaction) === 'extendedtextinteraction'
  return {
    components: [[isLong ? { kind: 'textarea', id, label, lines } : { kind: 'input', id, label }]],
    fields: [{ field: id }],
  }
}

/** A file is handed in with the form, which has its name alone: that is nothing for rules to read. */
const fileField = ({ interaction, id, label, place }: Asked): AsFields => {
  loseTypesOf(interaction, place)
  return { components: [[{ kind: 'fileButton', id, label }]], fields: [] }
}

const inlineField = (asked: Asked): AsFields =>
  listsOf(
    asked,
    [{ label: asked.label, write: (choice) => choice }],
    fixedOrder(asked.place.reading, asked.interaction, childrenOf(asked.interaction, 'inlinechoice')),
  )

const orderFields = (asked: Asked): AsFields => {
  const choices = fixedOrder(asked.place.reading, asked.interaction, insideOf(asked.interaction, 'simplechoice'))
  const places = choices.map((_, at) => ({ label: `${at + 1}`, write: (choice: string) => choice }))
  return { ...listsOf(asked, places, choices), isOrdered: true }
}

/** More ticks than this are no question that anybody answers in a form. */
const mostTicks = 60

/** How many pairs may be made: as many as the interaction says, or as its choices may be in. 0 if nothing limits it. */
const mostPairs = (interaction: Element, ...sides: readonly (readonly Element[])[]): number => {
  const limits = sides.map((choices) => {
    const each = choices.map((one) => numberIn(attributeOf(one, 'matchmax')) ?? 1)
    return each.includes(0) ? 0 : each.reduce((sum, one) => sum + one, 0)
  })
  const known = [numberIn(attributeOf(interaction, 'maxassociations')) ?? 1, ...limits].filter((one) => one > 0)
  return known.length === 0 ? 0 : Math.min(...known)
}

/** How many pairs each choice may be in, where that is fewer than there are: never fewer than are right. */
const choiceLimits = (
  { id, response }: Asked,
  pairs: readonly { readonly one: Element; readonly other: Element }[],
): { limits: FieldLimits; reported: string } => {
  const { correct, mapping } = response
  const rights =
    correct.length > 0 ? correct : Object.keys(mapping?.weights ?? {}).filter((key) => (mapping?.weights[key] ?? 0) > 0)
  const found = [...new Set(pairs.flatMap(({ one, other }) => [one, other]))].flatMap((choice) => {
    const fields = pairs.flatMap(({ one, other }, at) => (one === choice || other === choice ? [`${id}-${at + 1}`] : []))
    const right = rights.filter((pair) => pair.split(/\s+/).includes(identifierOf(choice))).length
    const written = numberIn(attributeOf(choice, 'matchmax')) ?? 1
    const most = Math.max(written, right)
    return written > 0 && most < fields.length ? [{ choice, limit: { fields, most } }] : []
  })
  const limits = found.map(({ choice, limit }) => `${nameFor(choice)}: max. ${limit.most}`).join('; ')
  return { limits: found.map(({ limit }) => limit), reported: limits }
}

const matchFields = (asked: Asked): AsFields => {
  const [left = [], right = []] = childrenOf(asked.interaction, 'simplematchset').map((set) =>
    childrenOf(set, 'simpleassociablechoice'),
  )
  const takesOne = left.every((one) => attributeOf(one, 'matchmax') === '1')
  if (takesOne) {
    loseLimits(asked.interaction, { given: left, taken: right }, asked.place)
    return listsOf(
      asked,
      left.map((one) => ({ label: nameFor(one), write: (choice) => `${identifierOf(one)} ${choice}` })),
      fixedOrder(asked.place.reading, asked.interaction, right),
    )
  }
  if (left.length * right.length > mostTicks) return { why: 'More pairs may be made than a form has room for.' }
  const pairs = left.flatMap((one) => right.map((other) => ({ one, other })))
  const { limits, reported } = choiceLimits(asked, pairs)
  return {
    ...(limits.length > 0 && { limits, reported }),
    components: pairs.map(({ one, other }, at) => [
      { kind: 'checkbox', id: `${asked.id}-${at + 1}`, label: `${nameFor(one)} – ${nameFor(other)}`.slice(0, 500) },
    ]),
    fields: pairs.map(({ one, other }, at) => ({
      field: `${asked.id}-${at + 1}`,
      values: { 1: `${identifierOf(one)} ${identifierOf(other)}` },
    })),
    most: limitOf(asked.response, mostPairs(asked.interaction, left, right), pairs.length),
  }
}

const gapFields = (asked: Asked): AsFields => {
  const { interaction, place } = asked
  const cards = fixedOrder(
    place.reading,
    interaction,
    childrenOf(interaction).filter((one) => /^gap(text|img)$/.test(nameOf(one))),
  )
  const gaps = insideOf(interaction, 'gap')
  loseLimits(interaction, { given: gaps, taken: cards }, place)
  const numbers = new Map(gaps.map((gap, at) => [gap, at + 1]))
  const html = htmlOf(Array.from<Node>(interaction.childNodes), {
    ...place,
    skip: (element) => cards.includes(element) || nameOf(element) === 'prompt',
    replace: (element) => (numbers.has(element) ? `____ (${numbers.get(element)})` : undefined),
  })
  const lists = listsOf(
    asked,
    gaps.map((gap, at) => ({ label: `(${at + 1})`, write: (card) => `${card} ${identifierOf(gap)}` })),
    cards,
  )
  return 'why' in lists ? lists : { ...lists, components: [[{ kind: 'text', html }], ...lists.components] }
}

const readers: Readonly<Record<string, (asked: Asked) => AsFields>> = {
  choiceinteraction: choiceFields,
  hottextinteraction: hottextFields,
  uploadinteraction: fileField,
  textentryinteraction: typedField,
  sliderinteraction: typedField,
  extendedtextinteraction: typedField,
  inlinechoiceinteraction: inlineField,
  orderinteraction: orderFields,
  matchinteraction: matchFields,
  gapmatchinteraction: gapFields,
  mediainteraction: mediaField,
  custominteraction: codeField,
  portablecustominteraction: codeField,
  ...pictureFields,
}

/** The first interaction that no form can ask for. */
export const unfitForForm = (interactions: readonly Element[]): Element | undefined =>
  interactions.find((one) => !Object.hasOwn(readers, nameOf(one)))

/** What is in the text instead of an interaction: the number of its fields below. */
export const numberAt = (interactions: readonly Element[]) => (element: Element) => {
  const numbers = interactions.flatMap((one, at) => (one === element || stageOf(one) === element ? [`(${at + 1})`] : []))
  return numbers.length === 0 || interactions.length < 2 ? undefined : numbers.join(' ')
}

const escapedText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** What an interaction is asked with in the form: the label of its fields starts with its number, where it has one. */
const askedOf = (item: Element, interaction: Element, at: number, number: string, place: ContentPlace): Asked | undefined => {
  const response = responseOf(item, attributeOf(interaction, 'responseidentifier') ?? '')
  if (!response) return undefined
  const [prompt] = childrenOf(interaction, 'prompt')
  const shownText = prompt ? shownTextIn(prompt) : ''
  const label = [number, shownText].filter(Boolean).join(' ').slice(0, 500) || 'Answer'
  return { interaction, response, id: `f${at + 1}`, label, place }
}

/** What is above the fields of an interaction: its number and prompt, and how much may be chosen. */
const headOf = (interaction: Element, number: string, read: Fields, place: ContentPlace): string => {
  const { most, reported, isNamed } = read
  if (isNamed) return ''
  const [prompt] = childrenOf(interaction, 'prompt')
  const head = prompt ? htmlOf(Array.from<Node>(prompt.childNodes), place) : ''
  const limit = most === undefined ? '' : `(max. ${most})`
  const note = reported === undefined ? '' : `<p>(${escapedText(reported)})</p>`
  return [number && `<b>${number}</b>`, head, limit, note].filter(Boolean).join(' ')
}

const rowsOf = (head: string, { components, shuffle }: Fields): object[] => [
  ...(head ? [{ cells: [{ components: [{ kind: 'text', html: head }] }] }] : []),
  ...components.map((one, at) => ({ ...shuffle?.[at], cells: [{ components: one }] })),
]

const bindingOf = ({ fields, isOrdered = false, most, limits }: Fields): ResponseBinding => ({
  from: 'form',
  fields: [...fields],
  isOrdered,
  ...(most !== undefined && { most }),
  ...(limits && { limits }),
})

/** An item whose interactions stand as fields in a form below its text, each with its number: QGRID. */
export const formItem = (item: Element, interactions: readonly Element[], place: ContentPlace): Drafted => {
  const rows: object[] = []
  const responses: Record<string, ResponseBinding> = {}
  for (const [at, interaction] of interactions.entries()) {
    const identifier = attributeOf(interaction, 'responseidentifier') ?? ''
    const number = interactions.length > 1 ? `(${at + 1})` : ''
    const asked = askedOf(item, interaction, at, number, place)
    if (!asked) return { why: `The item declares no response "${identifier}".` }
    const read = readers[nameOf(interaction)]?.(asked)
    if (!read) return { why: `Questions of the kind ${interaction.tagName} are not read.` }
    if ('why' in read) return read
    rows.push(...rowsOf(headOf(interaction, number, read, place), read))
    if (read.fields.length > 0) responses[identifier] = bindingOf(read)
  }
  return { question: { type: 'QGRID', rows }, responses, isForm: true }
}
