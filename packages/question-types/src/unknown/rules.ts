import { type Question, question } from '@sitwell/contract'
import { partsOf } from '@sitwell/exam/paper/answered'
import type { TypeRules } from '../type-rules.ts'

/** The error that support gets and that the server refuses an answer with (spec 2 §8). */
export const unknownTypeError = 'Unknown question type'

/** A question of a type that this player doesn't know: shown as unsupported, passed over, and the exam goes on (decisions). */
export const unknownRules: TypeRules<Question, null> = {
  publicQuestion: question,
  takesAnswer: false,
  saves: 'choice',
  initialAnswer: () => null,
  fromWire: () => null,
  toWire: () => ({ answerText: '', options: [] }),
  partsOf: () => partsOf([]),
  problemsOf: () => [{ path: 'answerText', message: unknownTypeError }],
}
