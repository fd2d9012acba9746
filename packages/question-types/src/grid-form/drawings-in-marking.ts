import { gridSeparators } from '@sitwell/contract'
import { type Drawing, readDrawing } from '../drawing/drawing.ts'

const { segment, entry, value } = gridSeparators

/** The drawings in a form's answer, each with the id of its field, for whoever has no exam at hand: a drawing says how large its picture is. */
export const drawingsIn = (
  answerText: string,
): readonly { readonly field: string; readonly held: string; readonly drawing: Drawing }[] => {
  const [, fields = ''] = answerText.split(segment)
  return fields.split(entry).flatMap((one) => {
    const [field = '', held = ''] = one.split(value)
    const drawing = held.startsWith('{') ? readDrawing(held) : undefined
    return drawing ? [{ field, held, drawing }] : []
  })
}
