import type { QtiElement } from '@sitwell/qti/element'
import { type QtiItem, readQtiItem } from '@sitwell/qti/item'
import { printedText } from '@sitwell/qti/printed'
import { ProcessingError } from '@sitwell/qti/processing-error'
import type { State } from '@sitwell/qti/state'
import { drawTemplate, heldItem, isShown, undrawn } from '@sitwell/qti/template'
import type { QtiProcessing } from './processing-marking.ts'
import { hasTokens, type QuestionTemplate, tokenParts } from './template-marking.ts'

/** What a place comes to: a text that is printed, or whether something is shown. */
type Filled = string | boolean

const printed: ReadonlySet<string> = new Set(['printedvariable', 'mi'])

const filledPlace = (place: QtiElement, state: State): Filled =>
  printed.has(place.name) ? printedText(place, state) : isShown(place, state)

/** What never comes to anything is nothing that is shown. */
const filledOrNothing = (place: QtiElement, state: State): Filled => {
  try {
    return filledPlace(place, state)
  } catch (error) {
    if (error instanceof ProcessingError) return printed.has(place.name) ? '' : false
    throw error
  }
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Square brackets are blanks in a text that has such. */
const withoutBlanks = (text: string) => text.replaceAll('[', '(').replaceAll(']', ')')

interface Filling {
  readonly places: readonly Filled[]
  readonly htmlFields: ReadonlySet<string>
  /** Brackets in the question's text are places to answer in. */
  readonly bracketsAreBlanks: boolean
  /** The processing with what was drawn in its declarations. */
  readonly held: (processing: unknown) => unknown
}

/** A text with its tokens filled in; what is hidden is not in it. */
const filledText = (text: string, { places }: Filling, write: (value: string) => string): string => {
  const open: boolean[] = []
  let filled = ''
  for (const part of tokenParts(text)) {
    const isVisible = !open.includes(false)
    if (typeof part === 'string') filled += isVisible ? part : ''
    else if (part.mark === '#') open.push(places[part.place] !== false)
    else if (part.mark === '/') open.pop()
    else {
      const value = places[part.place]
      filled += isVisible && typeof value === 'string' ? write(value) : ''
    }
  }
  return filled
}

/** Whether this is a choice that isn't shown: one of its own texts names a place that is hidden. */
const isHidden = (value: unknown, { places }: Filling): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).some(
    (text) =>
      typeof text === 'string' &&
      hasTokens(text) &&
      tokenParts(text).some((part) => typeof part !== 'string' && part.mark === '' && places[part.place] === false),
  )

/** What stands in a question beside its texts, and is the same for all of its learners. */
const untouched: ReadonlySet<string> = new Set(['template', 'sourceIds', 'key', 'credit'])

/** A value with its texts filled in; the very same where none is: most of a question stands in memory once for all of its learners. */
const filledValue = (value: unknown, name: string, filling: Filling): unknown => {
  if (typeof value === 'string') {
    if (!hasTokens(value)) return value
    const isHtml = filling.htmlFields.has(name)
    return filledText(value, filling, (text) => {
      const plain = filling.bracketsAreBlanks ? withoutBlanks(text) : text
      return isHtml ? escaped(plain) : plain
    })
  }
  if (Array.isArray(value)) {
    const left = value.filter((one) => !isHidden(one, filling)).map((one) => filledValue(one, name, filling))
    return left.length === value.length && left.every((one, at) => one === value[at]) ? value : left
  }
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  const changed = entries.map(([key, one]) => {
    if (untouched.has(key)) return [key, one] as const
    return [key, key === 'processing' ? filling.held(one) : filledValue(one, key, filling)] as const
  })
  return changed.every(([, one], at) => one === entries[at]?.[1]) ? value : Object.fromEntries(changed)
}

const items = new WeakMap<QuestionTemplate, QtiItem>()

/** The item of a template, read once for as long as its question is kept. Throws a ProcessingError where it can't be followed. */
const itemOf = (template: QuestionTemplate): QtiItem => {
  const item = items.get(template) ?? readQtiItem(template.item, template.version)
  items.set(template, item)
  return item
}

interface Listed {
  readonly variableOptions?: readonly { readonly options: readonly { readonly text: string }[] }[]
}

/** Lists in a text are answered by what their options read: two that read the same would be one. */
const hasTwins = ({ variableOptions = [] }: Listed): boolean =>
  variableOptions.some(({ options }) => new Set(options.map(({ text }) => text)).size < options.length)

interface Asked extends Listed {
  readonly type: string
}

const isQti = (value: unknown): value is QtiProcessing =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'qti'

/** A question with what was drawn for one learner in its texts, choices and processing, and without its template. */
export const filledFrom = <T extends Asked>(
  question: T,
  template: QuestionTemplate,
  {
    htmlFields,
    bracketsAreBlanks,
    chance,
  }: { readonly htmlFields: ReadonlySet<string>; readonly bracketsAreBlanks: boolean; readonly chance: () => number },
): T => {
  const item = itemOf(template)
  const filledWith = (state: State, fill: typeof filledPlace): T => {
    const places = template.places.map((place) => fill(place, state))
    const held = (one: unknown) => (isQti(one) ? { ...one, item: heldItem(one.item, item, state) } : one)
    const filling = { places, htmlFields, held, bracketsAreBlanks }
    // Boundary: the shape stays as it was, only texts, the number of choices and what processing holds change.
    return filledValue({ ...question, template: undefined }, '', filling) as T
  }
  const drawn = drawTemplate(item, chance, (state) => {
    const filled = filledWith(state, filledPlace)
    return hasTwins(filled) ? undefined : filled
  })
  return drawn ?? filledWith(undrawn(item), filledOrNothing)
}
