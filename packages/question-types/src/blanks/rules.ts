import { question } from '@sitwell/contract'
import { partsOf } from '@sitwell/exam/paper/answered'
import * as z from 'zod/mini'
import { html, listOf, typed } from '../answer-reading.ts'
import { escapeJoined, splitJoined, unescapeJoined } from '../option/joined-text.ts'
import { option } from '../option/public-option.ts'
import { problemsOfOther } from '../option/same-answer.ts'
import type { TypeRules } from '../type-rules.ts'
import { blankIds, withNumberedBlanks } from './blank-tokens.ts'

export const blanksQuestion = z.extend(question, {
  /** What each blank may be filled with, by the blank's id (`V1`). A blank of the text that has no list here is typed. */
  variableOptions: z._default(
    z.array(z.object({ id: z.string(), options: z.array(z.pick(option, { id: true, text: true })).check(z.minLength(1)) })),
    [],
  ),
})
export type BlanksQuestion = z.infer<typeof blanksQuestion>
type Asked = Pick<BlanksQuestion, 'text' | 'variableOptions'>

/** The value of each blank, in the order of the text; '' where it is empty. */
export type BlanksAnswer = readonly string[]

/** A blank of the question; `options` is undefined where it is typed. */
export interface Blank {
  readonly id: string
  readonly options: readonly { readonly id: string; readonly text: string }[] | undefined
}

export const blanksOf = (asked: Asked): Blank[] =>
  blankIds(asked.text).map((id) => ({
    id,
    options: asked.variableOptions.find((one) => one.id.toUpperCase() === id)?.options,
  }))

/** Whether a value may stand in a blank. */
export const fits = (blank: Blank, value: string): boolean =>
  !blank.options || value === '' || blank.options.some((one) => one.text === value)

/** The values that a joined text holds; one that may not stand in its blank is none. */
export const valuesOf = (asked: Asked, answerText: string): BlanksAnswer => {
  const values = splitJoined(answerText, '|').map(unescapeJoined)
  return blanksOf(asked).map((blank, index) => {
    const value = values[index] ?? ''
    return fits(blank, value) ? value : ''
  })
}

/** The values joined by `|`, one that is in a value escaped with a backslash; nothing at all where every blank is empty. */
const toWire = (_: Asked, answer: BlanksAnswer) => ({
  answerText: answer.every((value) => value === '') ? '' : answer.map((value) => escapeJoined(value, '|')).join('|'),
  options: [],
})

/** Blanks within the question's text (spec 2 §3, "Fill in the blanks"). */
export const blanksRules: TypeRules<BlanksQuestion, BlanksAnswer> = {
  publicQuestion: blanksQuestion,
  takesAnswer: true,
  panelShowsText: true,
  saves: 'choice',
  savesAs: (asked) => (blanksOf(asked).some(({ options }) => !options) ? 'text' : 'choice'),
  initialAnswer: (asked) => blanksOf(asked).map(() => ''),
  fromWire: (asked, { answerText }) => valuesOf(asked, answerText),
  toWire,
  partsOf: (_, answer) => partsOf(answer.map((value) => value.trim() !== '')),
  problemsOf: (asked, answer) =>
    problemsOfOther(
      answer,
      toWire(asked, valuesOf(asked, answer.answerText)),
      'These are not values for the blanks of the text.',
    ),
  textToRead: ({ text }) => withNumberedBlanks(text),
  offers: (asked) =>
    blanksOf(asked).flatMap(({ options }, index) => (options ? [listOf(options, typed(`(${index + 1})`))] : [])),
  read: (asked, answer) =>
    blanksOf(asked).map(({ options }, index) => ({
      label: typed(`(${index + 1})`),
      value: (options ? html : typed)(answer[index] ?? ''),
    })),
}

/** The answer with a value in one blank; one that comes from another blank leaves that. */
export const withValue = (answer: BlanksAnswer, index: number, value: string, fromIndex?: number): BlanksAnswer =>
  answer.map((held, at) => {
    if (at === index) return value
    return at === fromIndex ? '' : held
  })
