import type { Question } from '@sitwell/contract'
import type { TypeRules } from '../type-rules.ts'

/** What a question that was seen sends as its answer text (spec 2 §3). */
export const visitedText = 'visited'

/** Whether the learner has been there and left. */
export type VisitedAnswer = boolean

/** Of the types that report only that the learner was there: there is nothing to answer, so none ever counts as unanswered. */
export const visitedAnswerRules: Omit<TypeRules<Question, VisitedAnswer>, 'publicQuestion'> = {
  takesAnswer: false,
  saves: 'choice',
  initialAnswer: () => false,
  fromWire: (_, answer) => answer.answerText === visitedText,
  toWire: (_, isVisited) => ({ answerText: isVisited ? visitedText : '', options: [] }),
  isAnswered: (_, isVisited) => isVisited,
  problemsOf: (_, { answerText, options }) => [
    ...(answerText === '' || answerText === visitedText
      ? []
      : [{ path: 'answerText', message: `This question answers "${visitedText}" or nothing.` }]),
    ...(options.length === 0 ? [] : [{ path: 'options', message: 'This question has an empty list of options.' }]),
  ],
}
