import { partsOf } from '@sitwell/exam/paper/answered'
import * as z from 'zod/mini'
import { html, listOf, typed } from '../answer-reading.ts'
import { singleChoiceQuestion, singleChoiceRules } from '../option/single-choice-rules.ts'
import type { TypeRules } from '../type-rules.ts'

export const radioWithOtherQuestion = z.extend(singleChoiceQuestion, {
  /** How many lines the empty text area shows; 15 unless told otherwise, at most 30 (spec 2 §9). */
  lineCount: z._default(z.int().check(z.minimum(1), z.maximum(30)), 15),
  showWordCount: z._default(z.boolean(), false),
})
export type RadioWithOtherQuestion = z.infer<typeof radioWithOtherQuestion>

export interface RadioWithOtherAnswer {
  /** The id of the chosen option; null while none is. */
  readonly optionId: string | null
  /** What was typed beside it, as it was typed. */
  readonly otherText: string
}

/** One of several with a free text beside it (spec 2 §3); `otherText` travels in a field of its own (decisions). */
export const radioWithOtherRules: TypeRules<RadioWithOtherQuestion, RadioWithOtherAnswer> = {
  publicQuestion: radioWithOtherQuestion,
  takesAnswer: true,
  saves: 'text',
  initialAnswer: (asked) => ({ optionId: singleChoiceRules.initialAnswer(asked), otherText: '' }),
  fromWire: (asked, answer) => ({ optionId: singleChoiceRules.fromWire(asked, answer), otherText: answer.otherText ?? '' }),
  toWire: (asked, { optionId, otherText }) => ({ ...singleChoiceRules.toWire(asked, optionId), otherText }),
  // Either of them is an answer: a text of one's own stands in place of an option.
  partsOf: ({ options }, { optionId, otherText }) =>
    partsOf([options.some(({ id }) => id === optionId) || otherText.trim() !== '']),
  problemsOf: singleChoiceRules.problemsOf,
  offers: ({ options }) => [listOf(options)],
  read: ({ options }, { optionId, otherText }) => [
    ...options.filter(({ id }) => id === optionId).map(({ text }) => ({ value: html(text) })),
    ...(otherText === '' ? [] : [{ value: typed(otherText) }]),
  ],
}

/** Another option is to be taken while a text stands beside the one that is chosen: the learner is asked first (spec 2 §4). */
export const asksBeforeChange = (answer: RadioWithOtherAnswer, optionId: string): boolean =>
  answer.optionId !== null && answer.optionId !== optionId && answer.otherText.trim() !== ''

/** "Change Options", Yes: the new option, without the text (decisions). */
export const withChangedOption = (optionId: string): RadioWithOtherAnswer => ({ optionId, otherText: '' })
