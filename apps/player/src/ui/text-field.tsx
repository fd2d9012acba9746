import type { HTMLInputAutoCompleteAttribute, Ref } from 'react'
import { FieldError } from 'react-aria-components/FieldError'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { Text } from 'react-aria-components/Text'
import { TextField as AriaTextField } from 'react-aria-components/TextField'
import styles from './text-field.module.css'

export interface TextFieldProps {
  readonly label: string
  readonly value: string
  onChange(value: string): void
  readonly type?: 'text' | 'password' | 'email'
  readonly name?: string
  readonly description?: string
  /** Shown under the field in a space that is kept free for it, so that nothing moves. */
  readonly error?: string | undefined
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
  ...rest
}: TextFieldProps) => (
  <AriaTextField {...rest} validationBehavior="aria" isInvalid={error !== undefined} className={styles.field ?? ''}>
    <Label className={styles.label ?? ''}>{label}</Label>
    {description !== undefined && (
      <Text slot="description" className={styles.description ?? ''}>
        {description}
      </Text>
    )}
    <Input
      {...(inputRef === undefined ? {} : { ref: inputRef })}
      className={styles.input ?? ''}
      {...(isLiteral ? { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: 'false' as const } : {})}
    />
    {!hasNoError && (
      <div className={styles.errorSpace}>
        <FieldError className={styles.error ?? ''}>{error}</FieldError>
      </div>
    )}
  </AriaTextField>
)
