import type { FeedbackPartInput } from '@sitwell/question-types/marking'
import { wordsIn } from './bank-html.ts'

/** Whether HTML says or shows anything. */
const hasContent = (html: string): boolean => wordsIn(html) !== '' || /<(img|audio|math)\b/i.test(html)

/** What everybody is told who was asked. */
export const generalFeedback = (html: string): FeedbackPartInput[] => (hasContent(html) ? [{ text: html }] : [])

/** What is told of each choice to whoever chose it, in the order of the choices; `blank` where they are the list of one. */
export const choiceFeedback = (htmls: readonly string[], blank?: string): FeedbackPartInput[] =>
  htmls.flatMap((html, at) =>
    hasContent(html)
      ? [{ text: html, when: [{ on: 'option' as const, option: `o${at + 1}`, ...(blank !== undefined && { blank }) }] }]
      : [],
  )

/** What is told of an answer by what it is worth. */
export const markFeedback = (htmls: Readonly<Record<'right' | 'part' | 'wrong', string>>): FeedbackPartInput[] =>
  (['right', 'part', 'wrong'] as const).flatMap((is) =>
    hasContent(htmls[is]) ? [{ text: htmls[is], when: [{ on: 'mark' as const, is }] }] : [],
  )

/** An answer that may be typed, with what is told of it. */
export interface TypedFeedback {
  readonly html: string
  readonly answer:
    | { readonly is: 'text'; readonly text: string; readonly ignoreCase: boolean; readonly hasWildcards: boolean }
    | { readonly is: 'number'; readonly value: number; readonly tolerance: number }
}

type Typed = Extract<NonNullable<FeedbackPartInput['when']>[number], { on: 'typed' }>

const keyOf = (answer: TypedFeedback['answer']): Typed['key'] => {
  if (answer.is === 'number') return { kind: 'numbers', accepted: [{ value: answer.value, tolerance: answer.tolerance }] }
  const { text: value, ignoreCase } = answer
  if (answer.hasWildcards && value.includes('*')) return { kind: 'stars', value, ignoreCase }
  return { kind: 'texts', accepted: [{ value }], ignoreCase }
}

/** What is told of what was typed in a place: of the first answer that it fits, also if nothing is said of that. */
export const typedFeedback = (place: string, answers: readonly TypedFeedback[]): FeedbackPartInput[] =>
  answers.some(({ html }) => hasContent(html))
    ? answers.map(({ html, answer }) => ({
        text: hasContent(html) ? html : '',
        group: place,
        when: [{ on: 'typed', place, key: keyOf(answer) }],
      }))
    : []
