import type { Answer } from '@sitwell/contract'
import { type Scalar, scalarsOf, type Value } from '@sitwell/qti/value'
import { blanksOf } from '../blanks/rules.ts'
import { emptyGridAnswer } from '../grid-form/grid-answer.ts'
import { readGridText, writeGridText } from '../grid-form/wire-text.ts'
import { escapeJoined } from '../option/joined-text.ts'
import type { ResponseBinding } from './processing-marking.ts'
import { type Asked, formOf } from './responses-marking.ts'

const written = (value: Scalar) => (typeof value === 'object' ? value.join(' ') : String(value))

const withTexts = (entries: readonly (readonly [string, string])[]): Answer => ({
  answerText: '',
  options: entries.filter(([, text]) => text !== '').map(([optionID, optionText]) => ({ optionID, optionText })),
})

/**
 * The answer that a learner gives whose responses are these: the other way round of reading them. Undefined where the question has no
 * place for them. It is for holding marks against each other; a player's own answers say more.
 */
export const answerTo = (
  question: Asked,
  bindings: Readonly<Record<string, ResponseBinding>>,
  responses: ReadonlyMap<string, Value>,
): Answer | undefined => {
  const blanks = new Map<string, string>()
  const fields = new Map<string, string>()
  let answer: Answer = { answerText: '', options: [] }
  for (const [identifier, binding] of Object.entries(bindings)) {
    const value = responses.get(identifier) ?? null
    if (value?.cardinality === 'record') return undefined
    const values = scalarsOf(value).map(written)
    switch (binding.from) {
      case 'options':
        if (values.some((one) => !question.options?.some(({ id }) => id === one))) return undefined
        answer = { answerText: '', options: values.map((optionID) => ({ optionID, optionText: '' })) }
        break
      case 'text':
        answer = { answerText: values.join('\n'), options: [] }
        break
      case 'part':
        answer = { answerText: '', options: [...answer.options, ...withTexts([[binding.part, values[0] ?? '']]).options] }
        break
      case 'parts':
        if (values.length > (question.parts?.length ?? 0)) return undefined
        answer = withTexts((question.parts ?? []).map(({ id }, at) => [id, values[at] ?? '']))
        break
      case 'pairs': {
        const pairs = values.map((one) => one.split(' ')).map(([a = '', b = '']) => (binding.isTurned ? [b, a] : [a, b]))
        if (new Set(pairs.map(([left]) => left)).size < pairs.length) return undefined
        if (pairs.some(([left]) => !question.options?.some(({ id }) => id === left))) return undefined
        answer = withTexts(pairs.map(([left = '', right = '']) => [left, right]))
        break
      }
      case 'places':
        if (values.length > (question.options?.length ?? 0)) return undefined
        answer = withTexts((question.options ?? []).map(({ id }, at) => [id, values[at] ?? '']))
        break
      case 'blank':
        blanks.set(binding.blank, values[0] ?? '')
        break
      case 'form':
        for (const [at, one] of values.entries()) {
          const typed = binding.fields[0]
          const found = binding.isOrdered
            ? binding.fields[at]
            : binding.fields.find(({ values: means }) => Object.values(means ?? {}).includes(one))
          const field = typed && !typed.values ? typed : found
          const held = field?.values ? Object.keys(field.values).find((key) => field.values?.[key] === one) : one
          if (!field || held === undefined) return undefined
          const before = fields.get(field.field)
          fields.set(field.field, before === undefined ? held : `${before} ${held}`)
        }
        break
      case 'gaps':
        for (const pair of values) {
          const [card = '', gap] = pair.split(' ')
          const blank = Object.entries(binding.gaps).find(([, one]) => one === gap)?.[0]
          if (blank === undefined || blanks.has(blank)) return undefined
          blanks.set(blank, card)
        }
        break
    }
  }
  if (fields.size > 0) {
    const form = formOf(question)
    const answerText = writeGridText(form, { ...emptyGridAnswer, values: fields })
    // A list holds one thing, and a hotspot no more than it takes.
    return readGridText(form, answerText).problems.length > 0 ? undefined : { answerText, options: [] }
  }
  if (blanks.size === 0) return answer
  const texts = blanksOf({ text: question.text, variableOptions: question.variableOptions ?? [] }).map(({ id, options }) => {
    const value = blanks.get(id) ?? ''
    return !options || value === '' ? value : options.find((one) => one.id === value)?.text
  })
  if (texts.includes(undefined)) return undefined
  return { answerText: texts.map((text) => escapeJoined(text ?? '', '|')).join('|'), options: [] }
}
