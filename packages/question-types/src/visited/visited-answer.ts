import { type Question, visitedText } from '@sitwell/contract'
import { partsOf } from '@sitwell/exam/paper/answered'
import type { TypeRules } from '../type-rules.ts'

/** Whether the learner has been there and left. */
export type VisitedAnswer = boolean

/** Of the types that report only that the learner was there: there is nothing to answer, so none ever counts as unanswered. */
export const visitedAnswerRules: Omit<TypeRules<Question, VisitedAnswer>, 'publicQuestion'> = {
  takesAnswer: false,
  saves: 'choice',
  initialAnswer: () => false,
  fromWire: (_, answer) => answer.answerText === visitedText,
  toWire: (_, isVisited) => ({ answerText: isVisited ? visitedText : '', options: [] }),
  savesVisitOnly: true,
  partsOf: (_, isVisited) => partsOf([isVisited]),
  problemsOf: (_, { answerText, options }) => [
    ...(answerText === '' || answerText === visitedText
      ? []
      : [{ path: 'answerText', message: `This question answers "${visitedText}" or nothing.` }]),
    ...(options.length === 0 ? [] : [{ path: 'options', message: 'This question has an empty list of options.' }]),
  ],
}
