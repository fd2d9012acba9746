import type { ResponseBinding } from '@sitwell/question-types/marking'
import { attributeOf, childrenOf, type Element, insideOf, type Node, nameOf, numberIn } from '../../files/xml.ts'
import { filesOf, folderOf } from '../../html/find-file.ts'
import type { Drafted } from './choice-item.ts'
import { type ContentPlace, htmlOf, shownTextIn } from './content.ts'
import { type Response, responseOf } from './response.ts'
import { shownOrder } from './shown-order.ts'

type Component = Record<string, unknown>
type FormBinding = Extract<ResponseBinding, { readonly from: 'form' }>

/** One interaction as fields of a form; or why it can't be. */
type AsFields =
  | {
      readonly components: readonly (readonly Component[])[]
      readonly fields: FormBinding['fields']
      readonly isOrdered?: boolean
      readonly most?: number | undefined
    }
  | { readonly why: string }

interface Asked {
  readonly interaction: Element
  readonly response: Response
  /** Begins the ids of its fields. */
  readonly id: string
  /** Plain text that names it. */
  readonly label: string
  readonly place: ContentPlace
}

const identifierOf = (element: Element) => attributeOf(element, 'identifier') ?? ''

/** The name of a choice in plain text: its words, and those of its pictures. */
const nameFor = (choice: Element): string => {
  const pictures = insideOf(choice, (name) => name === 'img').map((one) => attributeOf(one, 'alt') ?? '')
  return ([shownTextIn(choice), ...pictures].filter(Boolean).join(' ') || identifierOf(choice)).slice(0, 500)
}

const optionsOf = (choices: readonly Element[]) => choices.map((one, at) => ({ id: `o${at + 1}`, name: nameFor(one) }))
const valuesOf = (choices: readonly Element[], write: (id: string) => string = (id) => id) =>
  Object.fromEntries(choices.map((one, at) => [`o${at + 1}`, write(identifierOf(one))]))

/** How many may be chosen or paired of so many, where that is fewer: never fewer than are right. Undefined where nothing limits it. */
const limitOf = ({ correct, mapping }: Response, written: number, count: number): number | undefined => {
  const worthy = Object.values(mapping?.weights ?? {}).filter((worth) => worth > 0).length
  const most = Math.max(written, correct.length || worthy)
  return written > 0 && most < count ? most : undefined
}

/** A list to choose from for each of some places; what it means is written by `write`. */
const listsOf = (
  { id }: Asked,
  places: readonly { label: string; write: (choice: string) => string }[],
  choices: readonly Element[],
): AsFields => ({
  components: places.map(({ label }, at) => [{ kind: 'dropdown', id: `${id}-${at + 1}`, label, options: optionsOf(choices) }]),
  fields: places.map(({ write }, at) => ({ field: `${id}-${at + 1}`, values: valuesOf(choices, write) })),
})

const choiceFields = ({ interaction, response, id, label }: Asked): AsFields => {
  const choices = shownOrder(interaction, childrenOf(interaction, 'simplechoice'))
  if (response.cardinality === 'single')
    return {
      components: [[{ kind: 'radio', id, label, options: optionsOf(choices) }]],
      fields: [{ field: id, values: valuesOf(choices) }],
    }
  return {
    components: choices.map((one, at) => [{ kind: 'checkbox', id: `${id}-${at + 1}`, label: nameFor(one) }]),
    fields: choices.map((one, at) => ({ field: `${id}-${at + 1}`, values: { 1: identifierOf(one) } })),
    most: limitOf(response, numberIn(attributeOf(interaction, 'maxchoices')) ?? 1, choices.length),
  }
}

const typedField = ({ interaction, id, label }: Asked): AsFields => {
  const lines = Math.min(30, Math.max(2, Math.round(numberIn(attributeOf(interaction, 'expectedlines')) ?? 5)))
  const isLong = nameOf(interaction) === 'extendedtextinteraction'
  return {
    components: [[isLong ? { kind: 'textarea', id, label, lines } : { kind: 'input', id, label }]],
    fields: [{ field: id }],
  }
}

const inlineField = (asked: Asked): AsFields =>
  listsOf(
    asked,
    [{ label: asked.label, write: (choice) => choice }],
    shownOrder(asked.interaction, childrenOf(asked.interaction, 'inlinechoice')),
  )

const orderFields = (asked: Asked): AsFields => {
  const choices = shownOrder(asked.interaction, insideOf(asked.interaction, 'simplechoice'))
  const places = choices.map((_, at) => ({ label: `${at + 1}`, write: (choice: string) => choice }))
  return { ...listsOf(asked, places, choices), isOrdered: true }
}

/** More ticks than this are no question that anybody answers in a form. */
const mostTicks = 60

/** How many pairs may be made: as many as the interaction says, or as its choices may stand in. 0 where nothing limits it. */
const mostPairs = (interaction: Element, ...sides: readonly (readonly Element[])[]): number => {
  const limits = sides.map((choices) => {
    const each = choices.map((one) => numberIn(attributeOf(one, 'matchmax')) ?? 1)
    return each.includes(0) ? 0 : each.reduce((sum, one) => sum + one, 0)
  })
  const known = [numberIn(attributeOf(interaction, 'maxassociations')) ?? 1, ...limits].filter((one) => one > 0)
  return known.length === 0 ? 0 : Math.min(...known)
}

const matchFields = (asked: Asked): AsFields => {
  const [left = [], right = []] = childrenOf(asked.interaction, 'simplematchset').map((set) =>
    childrenOf(set, 'simpleassociablechoice'),
  )
  const takesOne = left.every((one) => attributeOf(one, 'matchmax') === '1')
  if (takesOne)
    return listsOf(
      asked,
      left.map((one) => ({ label: nameFor(one), write: (choice) => `${identifierOf(one)} ${choice}` })),
      shownOrder(asked.interaction, right),
    )
  if (left.length * right.length > mostTicks) return { why: 'More pairs may be made than a form has room for.' }
  const pairs = left.flatMap((one) => right.map((other) => ({ one, other })))
  return {
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
  const cards = shownOrder(
    interaction,
    childrenOf(interaction).filter((one) => /^gap(text|img)$/.test(nameOf(one))),
  )
  const gaps = insideOf(interaction, 'gap')
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

/** The box around a shape, in per cent of a picture of this size. */
const boxOf = (shape: string, coords: readonly number[], width: number, height: number) => {
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

/** A `hotspotInteraction`: areas of a picture, which a form offers by pointer and by keys, each with a name. */
const hotspotField = ({ interaction, response, id, label, place }: Asked): AsFields => {
  const picture = [...childrenOf(interaction, 'object'), ...childrenOf(interaction, 'img')][0]
  const address = picture && (attributeOf(picture, 'data') ?? attributeOf(picture, 'src'))
  const [width, height] = ['width', 'height'].map((name) => (picture ? numberIn(attributeOf(picture, name)) : undefined))
  if (!picture || !address || !width || !height) return { why: 'Its picture, or how large it is, is not named.' }
  const src = filesOf(place.reading.files, folderOf(place.path), place.search)(address, 'image')
  if (src === undefined) return { why: `Its picture "${address.slice(0, 200)}" is of a kind that is not shown.` }
  for (const used of place.search.used) place.reading.used.add(used)
  const spots = childrenOf(interaction, 'hotspotchoice')
  if (spots.length === 0 || spots.length > 50) return { why: `It has ${spots.length} areas; a form takes from 1 to 50.` }
  const areas = spots.map((spot, at) => {
    const coords = (attributeOf(spot, 'coords') ?? '').split(/[\s,]+/).map(Number)
    const name = attributeOf(spot, 'hotspotlabel') ?? `${at + 1}`
    return {
      id: `o${at + 1}`,
      name: name.slice(0, 500) || `${at + 1}`,
      ...boxOf(attributeOf(spot, 'shape') ?? '', coords, width, height),
    }
  })
  if (areas.some((area) => Object.values(area).some((one) => typeof one === 'number' && !Number.isFinite(one))))
    return { why: 'Where its areas lie is not said.' }
  const most = response.cardinality === 'single' ? 1 : numberIn(attributeOf(interaction, 'maxchoices')) || spots.length
  const alt = (attributeOf(picture, 'alt') ?? shownTextIn(picture)) || label
  return {
    components: [[{ kind: 'hotspot', id, label, src: src ?? address, alt, most: Math.min(most, spots.length), areas }]],
    fields: [{ field: id, values: valuesOf(spots) }],
  }
}

const readers: Readonly<Record<string, (asked: Asked) => AsFields>> = {
  choiceinteraction: choiceFields,
  textentryinteraction: typedField,
  sliderinteraction: typedField,
  extendedtextinteraction: typedField,
  inlinechoiceinteraction: inlineField,
  orderinteraction: orderFields,
  matchinteraction: matchFields,
  gapmatchinteraction: gapFields,
  hotspotinteraction: hotspotField,
}

/** The first interaction that no form can ask for. */
export const unfitForForm = (interactions: readonly Element[]): Element | undefined =>
  interactions.find((one) => !Object.hasOwn(readers, nameOf(one)))

/** What stands in the text in place of an interaction: the number of its fields below. */
export const numberAt = (interactions: readonly Element[]) => (element: Element) => {
  const at = interactions.indexOf(element)
  return at < 0 || interactions.length < 2 ? undefined : `(${at + 1})`
}

/** An item whose interactions stand as fields in a form below its text, each with its number: QGRID. */
export const formItem = (item: Element, interactions: readonly Element[], place: ContentPlace): Drafted => {
  const rows: object[] = []
  const responses: Record<string, ResponseBinding> = {}
  for (const [index, interaction] of interactions.entries()) {
    const identifier = attributeOf(interaction, 'responseidentifier') ?? ''
    const response = responseOf(item, identifier)
    if (!response) return { why: `The item declares no response "${identifier}".` }
    const [prompt] = childrenOf(interaction, 'prompt')
    const number = interactions.length > 1 ? `(${index + 1})` : ''
    const said = prompt ? shownTextIn(prompt) : ''
    const label = [number, said].filter(Boolean).join(' ').slice(0, 500) || 'Answer'
    const read = readers[nameOf(interaction)]?.({ interaction, response, id: `f${index + 1}`, label, place })
    if (!read) return { why: `Questions of the kind ${interaction.tagName} are not read.` }
    if ('why' in read) return read
    const head = prompt ? htmlOf(Array.from<Node>(prompt.childNodes), place) : ''
    const limit = read.most === undefined ? '' : `(max. ${read.most})`
    const words = [number && `<b>${number}</b>`, head, limit].filter(Boolean).join(' ')
    if (words) rows.push({ cells: [{ components: [{ kind: 'text', html: words }] }] })
    for (const components of read.components) rows.push({ cells: [{ components }] })
    const { fields, isOrdered = false, most } = read
    responses[identifier] = { from: 'form', fields: [...fields], isOrdered, ...(most !== undefined && { most }) }
  }
  return { question: { type: 'QGRID', rows }, responses }
}
