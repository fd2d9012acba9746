import { question } from '@sitwell/contract'
import * as z from 'zod/mini'
import { listOf } from '../answer-reading.ts'
import { chosenIds, joinedText, problemsOfOptions, wireOptions } from '../option/option-answer.ts'
import { option } from '../option/public-option.ts'
import type { TypeRules } from '../type-rules.ts'

export const multipleChoiceQuestion = z.extend(question, {
  options: z.array(option).check(z.minLength(1)),
  /** How many to tick, told beside the question; 0 for no least. It never blocks (decisions). */
  minOptions: z._default(z.int().check(z.nonnegative()), 0),
  /** How many may be ticked; 0 for no limit. */
  maxOptions: z._default(z.int().check(z.nonnegative()), 0),
})
export type MultipleChoiceQuestion = z.infer<typeof multipleChoiceQuestion>

/** The ids of the ticked options in the order of ticking, which tells what was ticked last. */
export type MultipleChoiceAnswer = readonly string[]

/** How many options may be ticked: `maxOptions`, or all. */
export const mostOptions = (asked: Pick<MultipleChoiceQuestion, 'options' | 'maxOptions'>): number =>
  asked.maxOptions > 0 ? Math.min(asked.maxOptions, asked.options.length) : asked.options.length

/** How many options have to be ticked for the question to count as answered. */
export const leastOptions = (asked: Pick<MultipleChoiceQuestion, 'options' | 'minOptions'>): number =>
  Math.min(Math.max(asked.minOptions, 1), asked.options.length)

/** What stays when more is ticked than may be: what was ticked last goes (decisions). */
export const withoutExcess = (
  asked: Pick<MultipleChoiceQuestion, 'options' | 'maxOptions'>,
  answer: MultipleChoiceAnswer,
): MultipleChoiceAnswer => answer.slice(0, mostOptions(asked))

/** Several of several (spec 2 §3, "Multiple choice (checks)"). */
export const multipleChoiceRules: TypeRules<MultipleChoiceQuestion, MultipleChoiceAnswer> = {
  publicQuestion: multipleChoiceQuestion,
  takesAnswer: true,
  saves: 'choice',
  initialAnswer: (asked) => asked.options.filter((one) => one.selected).map((one) => one.id),
  fromWire: (asked, answer) => chosenIds(asked.options, answer),
  toWire: (asked, answer) => {
    const options = wireOptions(asked.options, answer)
    return { answerText: joinedText(options), options }
  },
  partsOf: (asked, answer) => {
    const wanted = leastOptions(asked)
    return { given: Math.min(answer.length, wanted), wanted }
  },
  problemsOf: (asked, answer) => problemsOfOptions(asked.options, answer, { atMost: mostOptions(asked) }),
  offers: ({ options }) => [listOf(options)],
}
