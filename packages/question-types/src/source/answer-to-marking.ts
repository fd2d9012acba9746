import type { Answer } from '@sitwell/contract'
import { type Scalar, scalarsOf, type Value } from '@sitwell/qti/value'
import { blanksOf } from '../blanks/rules.ts'
import { emptyGridAnswer } from '../grid-form/grid-answer.ts'
import { readGridText, writeGridText } from '../grid-form/wire-text.ts'
import { escapeJoined } from '../option/joined-text.ts'
import { codeValueFor } from './code-value-marking.ts'
import type { ResponseBinding } from './processing-marking.ts'
import { type Asked, type BindingFrom, formOf, kindOf } from './responses-marking.ts'

const written = (value: Scalar) => (typeof value === 'object' ? value.join(' ') : String(value))

/** What a field holds for a value of the source: the id that stands for it, or two that are joined where it is a pair of such. */
const heldFor = (value: string, means: Readonly<Record<string, string>>): string | undefined => {
  const idOf = (wanted: string) => Object.keys(means).find((id) => means[id] === wanted)
  const whole = idOf(value)
  if (whole !== undefined || !value.includes(' ')) return whole
  const ids = value.split(' ').flatMap((one) => idOf(one) ?? [])
  return ids.length === 2 ? ids.join(':') : undefined
}

const withTexts = (entries: readonly (readonly [string, string])[]): Answer => ({
  answerText: '',
  options: entries.filter(([, text]) => text !== '').map(([optionID, optionText]) => ({ optionID, optionText })),
})

/** Texts in places that stand in an order; undefined where there are more of them than places. */
const inPlaces = (places: readonly { readonly id: string }[] = [], texts: readonly string[]): Answer | undefined =>
  texts.length > places.length ? undefined : withTexts(places.map(({ id }, at) => [id, texts[at] ?? '']))

const inPairs = ({ options }: Asked, values: readonly string[], isTurned: boolean): Answer | undefined => {
  const pairs = values
    .map((one) => one.split(' '))
    .map(([a = '', b = '']) => (isTurned ? ([b, a] as const) : ([a, b] as const)))
  const isTwice = new Set(pairs.map(([left]) => left)).size < pairs.length
  const isUnknown = pairs.some(([left]) => !options?.some(({ id }) => id === left))
  return isTwice || isUnknown ? undefined : withTexts(pairs)
}

const fromOptions = ({ options }: Asked, ids: readonly string[]): Answer | undefined =>
  ids.every((one) => options?.some(({ id }) => id === one))
    ? { answerText: '', options: ids.map((optionID) => ({ optionID, optionText: '' })) }
    : undefined

/** An answer while it is put together: what stands in blanks and fields becomes its text at the end. */
interface Draft {
  answer: Answer
  readonly blanks: Map<string, string>
  readonly fields: Map<string, string>
}

/** Values of a response as they are written, and whether they are points of a picture. */
interface Written {
  readonly values: readonly string[]
  readonly arePoints: boolean
}

/** The field that a value goes into: the one of its place, or the first that has it. */
const fieldFor = ({ fields, isOrdered }: BindingFrom<'form'>, value: string, at: number) => {
  const [typed] = fields
  if (typed && !typed.values) return typed
  if (isOrdered && fields.length > 1) return fields[at]
  return fields.find(({ values: means = {} }) => heldFor(value, means) !== undefined)
}

/** Whether each value has a field of the form to stand in. */
const putIntoFields = ({ fields }: Draft, binding: BindingFrom<'form'>, { values, arePoints }: Written): boolean =>
  values.every((one, at) => {
    const field = fieldFor(binding, one, at)
    const unnamed = arePoints ? one.replace(' ', ',') : one
    const held = field?.values ? heldFor(one, field.values) : unnamed
    if (!field || held === undefined) return false
    const before = fields.get(field.field)
    fields.set(field.field, before === undefined ? held : `${before} ${held}`)
    return true
  })

/** Whether each card has a gap of its own. */
const putIntoGaps = ({ blanks }: Draft, { gaps }: BindingFrom<'gaps'>, pairs: readonly string[]): boolean =>
  pairs.every((pair) => {
    const [card = '', gap] = pair.split(' ')
    const blank = Object.entries(gaps).find(([, one]) => one === gap)?.[0]
    if (blank === undefined || blanks.has(blank)) return false
    blanks.set(blank, card)
    return true
  })

type WholeBinding = Exclude<ResponseBinding, BindingFrom<'blank' | 'form' | 'gaps'>>

/** The answer with a response in it that is no part of a text. */
const withResponse = (question: Asked, binding: WholeBinding, values: readonly string[], { answer }: Draft) => {
  switch (binding.from) {
    case 'options':
      return fromOptions(question, values)
    case 'text':
      return { answerText: values.join('\n'), options: [] }
    case 'part':
      return { answerText: '', options: [...answer.options, ...withTexts([[binding.part, values[0] ?? '']]).options] }
    case 'parts':
      return inPlaces(question.parts, values)
    case 'pairs':
      return inPairs(question, values, binding.isTurned)
    case 'places':
      return inPlaces(question.options, values)
  }
}

/** Puts a response into the answer; false where it has no place there. */
const put = (draft: Draft, question: Asked, binding: ResponseBinding, response: Written): boolean => {
  const { values } = response
  switch (binding.from) {
    case 'blank':
      draft.blanks.set(binding.blank, values[0] ?? '')
      return true
    case 'form':
      return putIntoFields(draft, binding, response)
    case 'gaps':
      return putIntoGaps(draft, binding, values)
    default: {
      const answer = withResponse(question, binding, values, draft)
      draft.answer = answer ?? draft.answer
      return answer !== undefined
    }
  }
}

const inForm = (question: Asked, fields: ReadonlyMap<string, string>): Answer | undefined => {
  const form = formOf(question)
  const answerText = writeGridText(form, { ...emptyGridAnswer, values: fields })
  // A list holds one thing, and a hotspot no more than it takes.
  return readGridText(form, answerText).problems.length > 0 ? undefined : { answerText, options: [] }
}

const inBlanks = ({ text, variableOptions = [] }: Asked, blanks: ReadonlyMap<string, string>): Answer | undefined => {
  const texts = blanksOf({ text, variableOptions }).map(({ id, options }) => {
    const value = blanks.get(id) ?? ''
    return !options || value === '' ? value : options.find((one) => one.id === value)?.text
  })
  if (texts.includes(undefined)) return undefined
  return { answerText: texts.map((one) => escapeJoined(one ?? '', '|')).join('|'), options: [] }
}

/** The field in which code of its author's own holds a response; undefined where none does. */
const codeFieldOf = (question: Asked, binding: ResponseBinding): string | undefined => {
  const [field] = binding.from === 'form' ? binding.fields : []
  return field && !field.values && kindOf(question, field.field) === 'custom' ? field.field : undefined
}

/**
 * The answer that a learner gives whose responses are these: the other way round of reading them. Undefined where the question has no
 * place for them. It is for holding marks against each other; a player's own answers say more.
 */
export const answerTo = (
  question: Asked,
  bindings: Readonly<Record<string, ResponseBinding>>,
  responses: ReadonlyMap<string, Value>,
): Answer | undefined => {
  const draft: Draft = { answer: { answerText: '', options: [] }, blanks: new Map(), fields: new Map() }
  for (const [identifier, binding] of Object.entries(bindings)) {
    const value = responses.get(identifier) ?? null
    const code = codeFieldOf(question, binding)
    if (code !== undefined && value !== null) draft.fields.set(code, codeValueFor(value))
    if (code !== undefined) continue
    if (value?.cardinality === 'record') return undefined
    const response = { values: scalarsOf(value).map(written), arePoints: value?.baseType === 'point' }
    if (!put(draft, question, binding, response)) return undefined
  }
  if (draft.fields.size > 0) return inForm(question, draft.fields)
  return draft.blanks.size === 0 ? draft.answer : inBlanks(question, draft.blanks)
}
