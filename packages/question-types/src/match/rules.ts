import { question } from '@sitwell/contract'
import { partsOf } from '@sitwell/exam/paper/answered'
import * as z from 'zod/mini'
import { html, listOf } from '../answer-reading.ts'
import { hasContent } from '../option/has-content.ts'
import { option } from '../option/public-option.ts'
import { problemsOfOther } from '../option/same-answer.ts'
import type { TypeRules } from '../type-rules.ts'

/** What an option is matched with (spec 2 §3). `text` is HTML; without any it is an error (spec 2 §5). */
const selection = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(256)),
  text: z.string().check(z.refine(hasContent, 'A selection of a match question has no text.')),
})

/** An option of a match question; `selectedId` is the selection that it has before anyone has answered. */
const matchOption = z.extend(option, { selectedId: z._default(z.nullable(z.string()), null) })

export const matchQuestion = z.extend(question, {
  options: z.array(matchOption).check(z.minLength(1)),
  /** In the order that the server shuffled them to. */
  selections: z.array(selection).check(z.minLength(1)),
})
export type MatchQuestion = z.infer<typeof matchQuestion>

/** For each option, in their order, the id of the selection assigned to it, or null. */
export type MatchAnswer = readonly (string | null)[]

const known = (asked: Pick<MatchQuestion, 'selections'>, id: string | null | undefined): string | null =>
  asked.selections.find((one) => one.id === id)?.id ?? null

const fromWire: TypeRules<MatchQuestion, MatchAnswer>['fromWire'] = (asked, answer) =>
  asked.options.map(({ id }) => known(asked, answer.options.find((one) => one.optionID === id)?.optionText))

const toWire: TypeRules<MatchQuestion, MatchAnswer>['toWire'] = (asked, answer) => {
  const pairs = asked.options.flatMap((one, index) => {
    const chosen = asked.selections.find(({ id }) => id === answer[index])
    return chosen ? [{ option: one, chosen }] : []
  })
  return {
    answerText: pairs.map(({ option: { text }, chosen }) => `${text} = ${chosen.text}`).join('|'),
    options: pairs.map(({ option: { id }, chosen }) => ({ optionID: id, optionText: chosen.id })),
  }
}

/** A selection for each option (spec 2 §3, "Match"). One selection may go to several options. */
export const matchRules: TypeRules<MatchQuestion, MatchAnswer> = {
  publicQuestion: matchQuestion,
  takesAnswer: true,
  saves: 'choice',
  initialAnswer: (asked) => asked.options.map(({ selectedId }) => known(asked, selectedId)),
  fromWire,
  toWire,
  partsOf: (_, answer) => partsOf(answer.map((id) => id !== null)),
  problemsOf: (asked, answer) =>
    problemsOfOther(answer, toWire(asked, fromWire(asked, answer)), 'This is not a selection for each of some options.'),
  offers: ({ options, selections }) => [listOf(options), listOf(selections)],
  read: ({ options, selections }, answer) =>
    options.map(({ text }, index) => ({
      label: html(text),
      value: html(selections.find(({ id }) => id === answer[index])?.text ?? ''),
    })),
}

/** The answer with a selection assigned to an option, or taken from it; one that comes from another option leaves that. */
export const withPair = (answer: MatchAnswer, index: number, selectionId: string | null, fromIndex?: number): MatchAnswer =>
  answer.map((id, at) => {
    if (at === index) return selectionId
    return at === fromIndex ? null : id
  })
