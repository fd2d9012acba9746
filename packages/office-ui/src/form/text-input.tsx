import { classNames } from '@sitwell/ui/class-names.ts'
import type { HTMLInputAutoCompleteAttribute } from 'react'
import { FieldFrame, type FieldProps } from './field-frame.tsx'
import styles from './form.module.css'

interface TextInputProps extends FieldProps {
  readonly value: string
  onChange(value: string): void
  readonly type?: 'text' | 'email' | 'tel' | 'password'
  /** Names the field to a test and to the browser's own memory. */
  readonly name?: string
  readonly autoComplete?: HTMLInputAutoCompleteAttribute
  /** Identifiers and addresses: no correction, no capitals of the keyboard's own. */
  readonly isLiteral?: boolean
  /** Shown, and can't be changed. */
  readonly isReadOnly?: boolean
  readonly maxLength?: number
}

/** One line of text. */
export const TextInput = ({
  value,
  onChange,
  type = 'text',
  name,
  autoComplete = 'off',
  isLiteral = false,
  isReadOnly = false,
  maxLength,
  ...field
}: TextInputProps) => (
  <FieldFrame {...field}>
    {({ id, describedBy }) => (
      <input
        id={id}
        type={type}
        name={name}
        value={value}
        // The text direction follows the typed text, not the page.
        dir="auto"
        autoComplete={autoComplete}
        maxLength={maxLength}
        readOnly={isReadOnly}
        aria-required={field.isRequired || undefined}
        aria-invalid={field.error !== undefined || undefined}
        aria-describedby={describedBy}
        className={styles.control}
        onChange={(event) => onChange(event.target.value)}
        {...(isLiteral ? { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } : {})}
      />
    )}
  </FieldFrame>
)

/** A few lines of text, such as a reason. */
export const TextArea = ({
  value,
  onChange,
  maxLength,
  ...field
}: FieldProps & {
  readonly value: string
  onChange(value: string): void
  readonly maxLength?: number
}) => (
  <FieldFrame {...field}>
    {({ id, describedBy }) => (
      <textarea
        id={id}
        value={value}
        dir="auto"
        rows={3}
        maxLength={maxLength}
        aria-required={field.isRequired || undefined}
        aria-invalid={field.error !== undefined || undefined}
        aria-describedby={describedBy}
        className={classNames(styles.control, styles.area)}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </FieldFrame>
)
