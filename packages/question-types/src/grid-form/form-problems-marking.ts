import type { Answer, Question } from '@sitwell/contract'
import { readDrawing } from '../drawing/drawing.ts'
import { isCodeAnswer } from './custom-response.ts'
import { fieldsOf, type GridField } from './form.ts'
import type { GridFormQuestion } from './rules.ts'
import { readGridText } from './wire-text.ts'

const isDrawingOf = ({ width, height }: { readonly width: number; readonly height: number }, value: string): boolean => {
  const drawing = readDrawing(value)
  return drawing?.width === width && drawing.height === height
}

/** Why a field can't hold this; undefined where it can. */
const whyNot = (field: GridField, value: string): string | undefined => {
  if (field.kind === 'drawing' && !isDrawingOf(field, value)) return `"${field.id}" can't hold this drawing.`
  if (field.kind === 'custom' && !isCodeAnswer(value)) return `"${field.id}" holds no response of a custom interaction.`
  return undefined
}

/**
 * What is wrong with the drawings of an answer, and with what it says in the name of an author's code, in the shape that rules have. The player's own
 * rules take both as they are, for want of room on the way to the first question; here all of it is looked at before it is kept.
 */
export const formProblems = (question: Question, { answerText }: Answer): readonly { path: string; message: string }[] => {
  if (answerText === '') return []
  // The registry asks a form only, and the content of an exam holds what the rules of its type read.
  const form = question as GridFormQuestion
  const fields = fieldsOf(form).filter(({ kind }) => kind === 'drawing' || kind === 'custom')
  if (fields.length === 0) return []
  const { values } = readGridText(form, answerText).answer
  return fields.flatMap((field) => {
    const value = values.get(field.id)
    const message = value === undefined ? undefined : whyNot(field, value)
    return message === undefined ? [] : [{ path: 'answerText', message }]
  })
}
