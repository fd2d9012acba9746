import { type Answer, type Question, question } from '@sitwell/contract'
import { partsOf } from '@sitwell/exam/paper/answered'
import type { TypeRules } from '../type-rules.ts'

/**
 * A question that lies here sealed, of a type that nobody knows: it may want an answer, as far as can be told, and has one where
 * anything is held of it.
 */
export const sealedRules: TypeRules<Question, Answer> = {
  publicQuestion: question,
  takesAnswer: true,
  saves: 'choice',
  initialAnswer: () => ({ answerText: '', options: [] }),
  fromWire: (_, answer) => answer,
  toWire: (_, answer) => answer,
  partsOf: (_, { answerText, options }) => partsOf([answerText !== '' || options.length > 0]),
  problemsOf: () => [{ path: 'answerText', message: 'The question is sealed' }],
}
