import { type HTMLInputAutoCompleteAttribute, type Ref, useId } from 'react'
import { classNames } from './class-names.ts'
import styles from './text-field.module.css'

export interface TextFieldProps {
  readonly label: string
  readonly value: string
  onChange(value: string): void
  /** The value of a `date` is `YYYY-MM-DD`, that of a `datetime-local` `YYYY-MM-DDTHH:mm`; empty while it is not complete. */
  readonly type?: 'text' | 'password' | 'email' | 'date' | 'datetime-local'
  readonly name?: string
  readonly description?: string
  /** Shown under the field, and announced by screen readers. Its space is reserved, so the page doesn't move. */
  readonly error?: string | undefined
  /** Marks the field as wrong, if another element shows the reason. */
  readonly isInvalid?: boolean
  readonly isDisabled?: boolean
  readonly isRequired?: boolean
  readonly isReadOnly?: boolean
  readonly autoFocus?: boolean
  readonly autoComplete?: HTMLInputAutoCompleteAttribute
  /** Identifiers and passwords: no correction, no capitals of the keyboard's own. */
  readonly isLiteral?: boolean
  /** Leave no space for an error under a field that never has one. */
  readonly hasNoError?: boolean
  /** `numeric` opens a phone's keypad. */
  readonly inputMode?: 'text' | 'numeric'
  readonly maxLength?: number
  readonly inputRef?: Ref<HTMLInputElement>
}

/** One line of text with its label above and its error below. */
export const TextField = ({
  label,
  description,
  error,
  inputRef,
  isLiteral = false,
  hasNoError = false,
  isInvalid = false,
  isDisabled = false,
  isRequired = false,
  isReadOnly = false,
  onChange,
  ...rest
}: TextFieldProps) => {
  const id = useId()
  const describedBy = classNames(description !== undefined && `${id}-description`, error !== undefined && `${id}-error`)
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {description !== undefined && (
        <span id={`${id}-description`} className={styles.description}>
          {description}
        </span>
      )}
      <input
        {...rest}
        id={id}
        ref={inputRef}
        // The text direction follows the typed text, not the page.
        dir="auto"
        onChange={(event) => onChange(event.target.value)}
        disabled={isDisabled}
        readOnly={isReadOnly}
        aria-required={isRequired || undefined}
        aria-invalid={error !== undefined || isInvalid || undefined}
        aria-describedby={describedBy === '' ? undefined : describedBy}
        className={styles.input}
        {...(isLiteral ? { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } : {})}
      />
      {!hasNoError && (
        <div role="alert" className={styles.errorSpace}>
          {error !== undefined && (
            <span id={`${id}-error`} className={styles.error}>
              {error}
            </span>
          )}
        </div>
      )}
    </div>
  )
}
