import { question } from '@sitwell/contract'
import { partsOf } from '@sitwell/exam/paper/answered'
import * as z from 'zod/mini'
import { listOf } from '../answer-reading.ts'
import type { TypeRules } from '../type-rules.ts'
import { chosenIds, joinedText, problemsOfOptions, wireOptions } from './option-answer.ts'
import { option } from './public-option.ts'

/** A question of which one option is chosen. */
export const singleChoiceQuestion = z.extend(question, { options: z.array(option).check(z.minLength(1)) })
export type SingleChoiceQuestion = z.infer<typeof singleChoiceQuestion>

/** The id of the chosen option; null while none is. */
export type SingleChoiceAnswer = string | null

/** The rules of every type of which one option is chosen (spec 2 §3): RADIO and TRUEFALSE are these. */
export const singleChoiceRules: TypeRules<SingleChoiceQuestion, SingleChoiceAnswer> = {
  publicQuestion: singleChoiceQuestion,
  takesAnswer: true,
  saves: 'choice',
  initialAnswer: (asked) => asked.options.find((one) => one.selected)?.id ?? null,
  fromWire: (asked, answer) => chosenIds(asked.options, answer)[0] ?? null,
  toWire: (asked, answer) => {
    const options = answer === null ? [] : wireOptions(asked.options, [answer])
    return { answerText: joinedText(options), options }
  },
  partsOf: (asked, answer) => partsOf([asked.options.some((one) => one.id === answer)]),
  problemsOf: (asked, answer) => problemsOfOptions(asked.options, answer, { atMost: 1 }),
  offers: ({ options }) => [listOf(options)],
}
