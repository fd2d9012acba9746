import type { MultipleChoiceAnswer, MultipleChoiceQuestion } from '../multiple-choice/rules.ts'
import { multipleChoiceQuestion, multipleChoiceRules } from '../multiple-choice/rules.ts'
import type { TypeRules } from '../type-rules.ts'
import { withPassages } from './tokens.ts'

/** Its options are passages of its text, in which `[H1]` represents the first of them. */
export type HotTextQuestion = MultipleChoiceQuestion

/** Whether another passage takes the place of the one that is chosen. Not of a single passage without a limit: choosing it can be undone. */
export const takesOne = ({ maxOptions }: HotTextQuestion): boolean => maxOptions === 1

/** Passages of a text, of which one is chosen or several. They are chosen, saved and read as the options of a multiple choice are. */
export const hotTextRules: TypeRules<HotTextQuestion, MultipleChoiceAnswer> = {
  ...multipleChoiceRules,
  publicQuestion: multipleChoiceQuestion,
  panelShowsText: true,
  // On a page without an answer the passages are numbered in the text.
  textToRead: ({ text, options }) => withPassages(text, (at) => options[at] && `(${at + 1}) ${options[at].text}`),
  offers: () => [],
}
