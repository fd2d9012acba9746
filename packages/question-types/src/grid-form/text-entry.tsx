import { type ChangeEvent, useState } from 'react'
import { fieldProps } from '../typing/field-props.ts'
import { TypingArea } from '../typing/typing-area.tsx'
import { FieldFrame } from './field-frame.tsx'
import { fitValue, isBesideNumber } from './field-value.ts'
import styles from './fields.module.css'
import type { ComponentOf } from './form.ts'
import type { FormHands } from './form-hands.ts'

/** One line or several. At its maximum length it may hand the focus on to the next field. */
export const TextEntry = ({
  field,
  hands,
}: {
  readonly field: ComponentOf<'input'> | ComponentOf<'textarea'>
  readonly hands: FormHands
}) => {
  const { answer, isLocked, text, fill, elementId, goTo, onTextFocus } = hands
  const id = elementId(field.id)
  const value = answer.values.get(field.id) ?? ''
  const { nextField } = field
  const [isNoNumber, setNoNumber] = useState(false)

  const onChange = (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    const typed = event.target.value
    fill(field, typed)
    setNoNumber(isBesideNumber(field, typed))
    // While a character is being put together from several keys, the field isn't full yet.
    const isComposing = event.nativeEvent instanceof InputEvent && event.nativeEvent.isComposing
    const isFull = fitValue(field, typed).length >= field.maxLength && value.length < field.maxLength
    if (nextField !== undefined && isFull && !isComposing) goTo(nextField)
  }
  const shared = {
    ...fieldProps,
    id,
    value,
    onChange,
    maxLength: field.maxLength,
    readOnly: isLocked,
    'aria-disabled': isLocked || undefined,
    'aria-describedby': nextField === undefined ? undefined : `${id}-moves`,
    className: styles.entry,
  }
  return (
    <FieldFrame field={field} elementId={id}>
      <div className={styles.typing}>
        <TypingArea
          text={text}
          onTextFocus={onTextFocus}
          foot={<p role="status">{isNoNumber && text('question.gridOnlyNumber')}</p>}
        >
          {field.kind === 'textarea' ? (
            <textarea {...shared} rows={field.lines} />
          ) : (
            <input {...shared} type="text" inputMode={field.format === 'number' ? 'decimal' : 'text'} />
          )}
        </TypingArea>
      </div>
      {nextField !== undefined && (
        <span id={`${id}-moves`} className={styles.unseen}>
          {text('question.gridMovesOn', { count: field.maxLength })}
        </span>
      )}
    </FieldFrame>
  )
}
