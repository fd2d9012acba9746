import type { ChangeEvent } from 'react'
import { FieldFrame } from './field-frame.tsx'
import { fitValue } from './field-value.ts'
import styles from './fields.module.css'
import type { ComponentOf } from './form.ts'
import type { FormHands } from './form-hands.ts'
import { useGuardedText } from './use-guarded-text.ts'

/** One line or several. At its maximum length it may hand the focus on to the next field. */
export const TextEntry = ({
  field,
  hands,
}: {
  readonly field: ComponentOf<'input'> | ComponentOf<'textarea'>
  readonly hands: FormHands
}) => {
  const { answer, isLocked, text, fill, elementId, goTo, onTextFocus } = hands
  const { ref, wasRefused, onTyped, guards } = useGuardedText<HTMLInputElement & HTMLTextAreaElement>(onTextFocus)
  const id = elementId(field.id)
  const value = answer.values.get(field.id) ?? ''
  const { nextField } = field

  const onChange = (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    onTyped()
    const typed = event.target.value
    fill(field, typed)
    // While a character is being put together from several keys, the field isn't full yet.
    const isComposing = event.nativeEvent instanceof InputEvent && event.nativeEvent.isComposing
    const isFull = fitValue(field, typed).length >= field.maxLength && value.length < field.maxLength
    if (nextField !== undefined && isFull && !isComposing) goTo(nextField)
  }
  const shared = {
    ref,
    id,
    value,
    onChange,
    ...guards,
    maxLength: field.maxLength,
    readOnly: isLocked,
    'aria-disabled': isLocked || undefined,
    'aria-describedby': nextField === undefined ? undefined : `${id}-moves`,
    className: styles.entry,
    spellCheck: false,
    autoComplete: 'off',
    autoCorrect: 'off',
    'data-gramm': 'false',
    dir: 'auto',
  }
  return (
    <FieldFrame field={field} elementId={id}>
      {field.kind === 'textarea' ? (
        <textarea {...shared} rows={field.lines} />
      ) : (
        <input {...shared} type="text" inputMode={field.format === 'number' ? 'decimal' : 'text'} />
      )}
      {nextField !== undefined && (
        <span id={`${id}-moves`} className={styles.unseen}>
          {text('question.gridMovesOn', { count: field.maxLength })}
        </span>
      )}
      <span role="status" className={wasRefused ? styles.hint : styles.unseen}>
        {wasRefused && text('question.noPaste')}
      </span>
    </FieldFrame>
  )
}
