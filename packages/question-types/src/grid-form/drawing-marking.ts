import type { Answer, Question } from '@sitwell/contract'
import { readDrawing } from '../drawing/drawing.ts'
import { fieldsOf } from './form.ts'
import { gridFormRules } from './rules.ts'
import { readGridText } from './wire-text.ts'

/**
 * What is wrong with the drawings of an answer, in the shape that rules have. The player's rules take a drawing as it is, for want of room on
 * the way to the first question; here each number of it is looked at before it is kept.
 */
export const drawingProblems = (question: Question, { answerText }: Answer): readonly { path: string; message: string }[] => {
  if (question.type !== 'QGRID' || answerText === '') return []
  const form = gridFormRules.publicQuestion.parse(question)
  const { values } = readGridText(form, answerText).answer
  return fieldsOf(form).flatMap((field) => {
    const value = values.get(field.id)
    if (field.kind !== 'drawing' || value === undefined) return []
    const drawing = readDrawing(value)
    const isOfField = drawing && drawing.width === field.width && drawing.height === field.height
    return isOfField ? [] : [{ path: 'answerText', message: `"${field.id}" can't hold this drawing.` }]
  })
}
