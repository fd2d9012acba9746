import { question } from '@sitwell/contract'
import * as z from 'zod/mini'
import type { TypeRules } from '../type-rules.ts'
import { fieldsOf, gridFormFields } from './form.ts'
import { emptyGridAnswer, type GridAnswer } from './grid-answer.ts'
import { readGridText, writeGridText } from './wire-text.ts'

export const gridFormQuestion = z.extend(question, gridFormFields)
export type GridFormQuestion = z.infer<typeof gridFormQuestion>

/** A form of rows, cells and components (spec 2 §3, "Grid form (QGRID)"). */
export const gridFormRules: TypeRules<GridFormQuestion, GridAnswer> = {
  publicQuestion: gridFormQuestion,
  takesAnswer: true,
  saves: 'text',
  initialAnswer: () => emptyGridAnswer,
  fromWire: (form, { answerText }) => readGridText(form, answerText).answer,
  toWire: (form, answer) => ({ answerText: writeGridText(form, answer), options: [] }),
  isAnswered: (form, { action, confirmed, values }) =>
    action !== null || confirmed || fieldsOf(form).some(({ kind, id }) => kind !== 'timer' && values.has(id)),
  problemsOf: (form, { answerText, options }) => [
    ...readGridText(form, answerText).problems.map((message) => ({ path: 'answerText', message })),
    ...(options.length > 0 ? [{ path: 'options', message: 'A grid form has an empty list of options.' }] : []),
  ],
}
