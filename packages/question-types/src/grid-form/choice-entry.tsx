import { FieldFrame, FieldGroup } from './field-frame.tsx'
import { ticked } from './field-value.ts'
import styles from './fields.module.css'
import type { ComponentOf } from './form.ts'
import type { FormHands } from './form-hands.ts'

/** Round marks below each other, of which one is chosen. The browser's own, so that their arrow keys stay within them. */
export const RadioEntry = ({ field, hands }: { readonly field: ComponentOf<'radio'>; readonly hands: FormHands }) => {
  const { answer, isLocked, fill, elementId } = hands
  const id = elementId(field.id)
  return (
    <FieldGroup field={field} elementId={id} role="radiogroup">
      {field.options.map((option) => (
        <label key={option.id} className={styles.choice}>
          <input
            type="radio"
            name={id}
            className={styles.round}
            checked={answer.values.get(field.id) === option.id}
            disabled={isLocked}
            onChange={() => fill(field, option.id, { rowStates: option.rowStates })}
          />
          <span dir="auto">{option.name}</span>
        </label>
      ))}
    </FieldGroup>
  )
}

export const CheckboxEntry = ({ field, hands }: { readonly field: ComponentOf<'checkbox'>; readonly hands: FormHands }) => {
  const { answer, isLocked, fill, elementId } = hands
  return (
    <label className={styles.choice}>
      <input
        type="checkbox"
        id={elementId(field.id)}
        className={styles.square}
        checked={answer.values.has(field.id)}
        disabled={isLocked}
        onChange={(event) => fill(field, event.target.checked ? ticked : '')}
      />
      <span dir="auto" className={field.hidesLabel ? styles.unseen : undefined}>
        {field.label}
      </span>
    </label>
  )
}

export const DropdownEntry = ({ field, hands }: { readonly field: ComponentOf<'dropdown'>; readonly hands: FormHands }) => {
  const { answer, isLocked, text, fill, elementId } = hands
  const id = elementId(field.id)
  return (
    <FieldFrame field={field} elementId={id}>
      <select
        id={id}
        className={styles.select}
        value={answer.values.get(field.id) ?? ''}
        disabled={isLocked}
        onChange={(event) => {
          const option = field.options.find((one) => one.id === event.target.value)
          fill(field, event.target.value, { rowStates: option?.rowStates })
        }}
      >
        <option value="">{text('question.gridChoose')}</option>
        {field.options.map((option) => (
          <option key={option.id} value={option.id}>
            {option.name}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}
