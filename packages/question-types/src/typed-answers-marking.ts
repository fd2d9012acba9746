import type { Answer, Question } from '@sitwell/contract'
import { facetsOf } from './registry-marking.ts'
import type { TypedField } from './type-marking.ts'

/** The places of a question whose answers can be typed without its page; undefined for every other question. */
export const typedFields = (asked: Question): readonly TypedField[] | undefined => facetsOf(asked.type)?.typed?.fields(asked)

/**
 * An answer as its page would send it. `values`: what is typed into each of {@link typedFields}, in their order. Undefined if the question has
 * other places, or if a value is none of its place's options.
 */
export const answerOfTyped = (asked: Question, values: readonly string[]): Answer | undefined => {
  const fields = typedFields(asked)
  if (fields?.length !== values.length) return undefined
  if (fields.some(({ options }, at) => options && values[at] !== '' && !options.includes(values[at] ?? ''))) return undefined
  return facetsOf(asked.type)?.typed?.answer(asked, values)
}
