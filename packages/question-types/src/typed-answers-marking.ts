import type { Answer, Question } from '@sitwell/contract'
import { blanksOf, blanksRules } from './blanks/rules.ts'
import { legacyControlRules } from './legacy-control/rules.ts'
import { multiTextRules } from './multi-text/rules.ts'

/** A place of a question in which something is typed, or chosen from a list. */
export interface TypedField {
  /** HTML; empty if the question says nothing beside the place. */
  readonly label: string
  /** What may stand there; missing: anything may. */
  readonly options?: readonly string[]
}

/** The places of a question of which an answer can be typed without its page; undefined for every other type. */
export const typedFields = (asked: Question): TypedField[] | undefined => {
  const blanks = asked.type === 'BLANKS' ? blanksRules.publicQuestion.safeParse(asked) : undefined
  if (blanks?.success)
    return blanksOf(blanks.data).map(({ options }) => ({
      label: '',
      ...(options && { options: options.map(({ text }) => text) }),
    }))
  const parts = asked.type === 'MULTITEXT' ? multiTextRules.publicQuestion.safeParse(asked) : undefined
  if (parts?.success)
    return parts.data.parts.map(({ text, suffix }) => ({ label: [text, suffix].filter((one) => one !== '').join(' … ') }))
  return asked.type === 'ASCX' ? [{ label: '' }] : undefined
}

/** An answer as its page would send it. `values`: what stands in each of {@link typedFields}, in their order. Undefined if the question has other places. */
export const answerOfTyped = (asked: Question, values: readonly string[]): Answer | undefined => {
  const fields = typedFields(asked)
  if (fields?.length !== values.length) return undefined
  if (fields.some(({ options }, at) => options && values[at] !== '' && !options.includes(values[at] ?? ''))) return undefined
  const blanks = asked.type === 'BLANKS' ? blanksRules.publicQuestion.safeParse(asked) : undefined
  if (blanks?.success) return blanksRules.toWire(blanks.data, values)
  const parts = asked.type === 'MULTITEXT' ? multiTextRules.publicQuestion.safeParse(asked) : undefined
  if (parts?.success) return multiTextRules.toWire(parts.data, values)
  const control = legacyControlRules.publicQuestion.safeParse(asked)
  return control.success ? legacyControlRules.toWire(control.data, values[0] ?? '') : undefined
}
