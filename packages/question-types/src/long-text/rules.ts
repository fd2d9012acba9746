import { question } from '@sitwell/contract'
import { partsOf } from '@sitwell/exam/paper/answered'
import * as z from 'zod/mini'
import type { TypeRules } from '../type-rules.ts'

export const longTextQuestion = z.extend(question, {
  /** How many lines the empty field shows; it grows with the text. At most 30 (spec 2 §9). */
  lineCount: z._default(z.int().check(z.minimum(1), z.maximum(30)), 10),
  showWordCount: z._default(z.boolean(), true),
})
export type LongTextQuestion = z.infer<typeof longTextQuestion>

/** What was typed, as it was typed. */
export type LongTextAnswer = string

/** Free text (spec 2 §3, "Long text (QUESTIONLTEXT)"). */
export const longTextRules: TypeRules<LongTextQuestion, LongTextAnswer> = {
  publicQuestion: longTextQuestion,
  takesAnswer: true,
  saves: 'text',
  initialAnswer: () => '',
  fromWire: (_, answer) => answer.answerText,
  toWire: (_, answer) => ({ answerText: answer, options: [] }),
  partsOf: (_, answer) => partsOf([answer.trim() !== '']),
  problemsOf: (_, answer) =>
    answer.options.length > 0 ? [{ path: 'options', message: 'A written answer has an empty list of options.' }] : [],
}
