import { type Answer, type Question, answer as wireAnswer } from '@sitwell/contract'
import * as z from 'zod/mini'
import { rulesOf } from '../rules.ts'
import type { RecordedRow } from '../type-rules.ts'

/** The value of a recorded change (spec 3 §9): option ids with their texts, rows with their cells, or a text. */
export type RecordedAnswer = Readonly<Record<string, string>> | readonly RecordedRow[] | string

/** A recorded change. */
export interface RecordedChange {
  readonly value: RecordedAnswer
  /** The answer as it is saved; only if the value lacks part of it, such as a free text beside an option. */
  readonly answer?: Answer
}

const optionTexts = z.record(z.string(), z.string())
const rows = z.array(z.object({ rowId: z.string(), values: z.array(z.string()) }))

/** The answer as its own type writes it: what a recording leaves out is worked out from the rest. */
const complete = (question: Question, options: Answer['options']): Answer | undefined => {
  const rules = rulesOf(question.type)
  const answer = rules.toWire(question, rules.fromWire(question, { answerText: '', options }))
  const isWhole = options.every(({ optionID, optionText }) =>
    answer.options.some((one) => one.optionID === optionID && one.optionText === optionText),
  )
  return isWhole ? answer : undefined
}

const fitting = (question: Question, answer: Answer): Answer | undefined =>
  rulesOf(question.type).problemsOf(question, answer).length === 0 ? answer : undefined

/**
 * The answer that a recorded change left, from its value or its whole answer; undefined if it doesn't fit the question. In older
 * recordings a value is a whole answer too.
 */
export const fromRecorded = (question: Question, value: unknown): Answer | undefined => {
  if (typeof value === 'string') return fitting(question, { answerText: value, options: [] })
  const whole = wireAnswer.safeParse(value)
  if (whole.success) return fitting(question, whole.data)
  const rules = rulesOf(question.type)
  const table = rows.safeParse(value)
  if (table.success) {
    const answer = rules.fromRows?.(question, table.data)
    return answer === undefined ? undefined : rules.toWire(question, answer)
  }
  const texts = optionTexts.safeParse(value)
  if (!texts.success) return undefined
  return complete(
    question,
    Object.entries(texts.data).map(([optionID, optionText]) => ({ optionID, optionText })),
  )
}

const isSame = (one: Answer | undefined, other: Answer) =>
  one !== undefined &&
  one.answerText === other.answerText &&
  one.otherText === other.otherText &&
  one.options.length === other.options.length &&
  one.options.every(
    ({ optionID, optionText }, index) =>
      optionID === other.options[index]?.optionID && optionText === other.options[index].optionText,
  )

const recordedForm = (question: Question, answer: Answer): RecordedAnswer => {
  const rules = rulesOf(question.type)
  if (rules.toRows) return rules.toRows(question, rules.fromWire(question, answer))
  if (answer.options.length === 0) return answer.answerText
  return Object.fromEntries(answer.options.map(({ optionID, optionText }) => [optionID, optionText]))
}

/** An answer as the log records it: `playBack` restores it exactly. */
export const toRecorded = (question: Question, answer: Answer): RecordedChange => {
  const value = recordedForm(question, answer)
  return isSame(fromRecorded(question, value), answer) ? { value } : { value, answer }
}
