import { type Question, question } from '@sitwell/contract'
import { partsOf } from '@sitwell/exam/paper/answered'
import type { TypeRules } from '../type-rules.ts'

export type StaticTextQuestion = Question

/** Something to read (spec 2 §3, "Static text (STATICTEXT)"): it takes no answer, so it never counts as unanswered. */
export const staticTextRules: TypeRules<StaticTextQuestion, null> = {
  publicQuestion: question,
  takesAnswer: false,
  isToRead: true,
  saves: 'choice',
  initialAnswer: () => null,
  fromWire: () => null,
  toWire: () => ({ answerText: '', options: [] }),
  partsOf: () => partsOf([]),
  problemsOf: (_, answer) =>
    answer.answerText !== '' || answer.options.length > 0
      ? [{ path: 'answerText', message: 'A static text takes no answer.' }]
      : [],
}
