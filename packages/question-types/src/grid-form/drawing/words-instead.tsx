import { drawingOn, fitWords, most, writeDrawing } from '../../drawing/drawing.ts'
import { fieldProps } from '../../typing/field-props.ts'
import { TypingArea } from '../../typing/typing-area.tsx'
import { FieldFrame } from '../field-frame.tsx'
import fields from '../fields.module.css'
import { BarePicture } from '../zoomed-picture.tsx'
import type { DrawingProps } from './drawing-props.ts'

/** The picture and a field for words, where what draws could not be loaded. What was drawn before stays in the answer. */
export const WordsInstead = ({ field, hands }: DrawingProps) => {
  const { answer, isLocked, text, fill, elementId, onTextFocus } = hands
  const id = elementId(field.id)
  const drawing = drawingOn(field, answer.values.get(field.id))
  return (
    <FieldFrame field={field} elementId={id}>
      <BarePicture src={field.src} alt={field.alt} hands={hands} />
      <p role="status">{text('question.editorMissing')}</p>
      <div className={fields.typing}>
        <TypingArea text={text} onTextFocus={onTextFocus}>
          <textarea
            {...fieldProps}
            id={id}
            className={fields.entry}
            rows={5}
            maxLength={most.said}
            value={drawing.said}
            readOnly={isLocked}
            aria-disabled={isLocked || undefined}
            onChange={(event) => fill(field, writeDrawing({ ...drawing, said: fitWords(event.target.value) }))}
          />
        </TypingArea>
      </div>
    </FieldFrame>
  )
}
