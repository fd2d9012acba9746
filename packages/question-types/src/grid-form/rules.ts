import { question } from '@sitwell/contract'
import * as z from 'zod/mini'
import { typed } from '../answer-reading.ts'
import type { TypeRules } from '../type-rules.ts'
import { fieldsOf, type GridField, gridFormFields } from './form.ts'
import { shownValue } from './form-html.ts'
import { emptyGridAnswer, type GridAnswer, isRowShown } from './grid-answer.ts'
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
  read: (form, answer) => {
    const shown = { ...form, rows: form.rows.filter((row) => isRowShown(form, answer, row)) }
    const action = form.actions.find(({ id }) => id === answer.action)
    return [
      // A timer is nothing that the learner gave.
      ...fieldsOf(shown)
        .filter(({ kind }) => kind !== 'timer')
        .map((field) => ({ label: typed(field.label), value: typed(wordsOf(field, answer.values.get(field.id))) })),
      ...(action ? [{ value: typed(action.name) }] : []),
    ]
  },
}

const wordsOf = (field: GridField, value: string | undefined): string => {
  if (value === undefined) return ''
  return field.kind === 'checkbox' ? '✓' : shownValue(field, value)
}
