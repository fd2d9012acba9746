import { classNames } from '@sitwell/ui/class-names.ts'
import { Icon } from '@sitwell/ui/icon.tsx'
import { type ReactNode, useId } from 'react'
import density from '../density.module.css'
import { useOfficeTexts } from '../office-texts.tsx'
import styles from './form.module.css'

/** What every field of a form has beside its value. */
export interface FieldProps {
  readonly label: string
  /** What belongs into it, below the label. */
  readonly help?: string | undefined
  /** Why it can't stay as it is, below the field. */
  readonly error?: string | undefined
  readonly isRequired?: boolean | undefined
}

/** What the element that takes the value is named and described by. */
export interface FieldNames {
  readonly id: string
  readonly labelId: string
  readonly describedBy: string | undefined
}

/** A label, a field and what is said of it. The error stands beside its field, and is read out with it. */
export const FieldFrame = ({
  label,
  help,
  error,
  isRequired = false,
  isGroup = false,
  children,
}: FieldProps & {
  /** The field is several elements, which the label names together. */
  readonly isGroup?: boolean
  children(names: FieldNames): ReactNode
}) => {
  const { text } = useOfficeTexts()
  const id = useId()
  const [labelId, helpId, errorId] = [`${id}-label`, `${id}-help`, `${id}-error`]
  const described = classNames(help !== undefined && helpId, error !== undefined && errorId)
  const Label = isGroup ? 'span' : 'label'
  return (
    <div className={classNames(density.compact, styles.field)}>
      <div className={styles.head}>
        <Label id={labelId} {...(isGroup ? {} : { htmlFor: id })} className={styles.label}>
          {label}
        </Label>
        {isRequired && (
          <span aria-hidden="true" className={styles.required}>
            {text('form.required')}
          </span>
        )}
      </div>
      {help !== undefined && (
        <span id={helpId} className={styles.help}>
          {help}
        </span>
      )}
      {children({ id, labelId, describedBy: described === '' ? undefined : described })}
      {error !== undefined && (
        <span id={errorId} className={styles.error}>
          <Icon name="alert" className={styles.icon} />
          <span>{error}</span>
        </span>
      )}
    </div>
  )
}
