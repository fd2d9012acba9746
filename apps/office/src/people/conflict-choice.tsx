import { languageById } from '@sitwell/i18n/languages'
import { useId } from 'react'
import { useOffice } from '../office-context.tsx'
import styles from './edit-person.module.css'
import { fieldTitle } from './person-fields.tsx'
import type { PersonField } from './person-values.ts'

/** What one decided about a field that two people changed. */
export type Decision = 'mine' | 'theirs'

/** Two people changed one field: both values, of which one is chosen. */
export const ConflictChoice = ({
  field,
  mine,
  theirs,
  decision,
  error,
  onDecide,
}: {
  readonly field: PersonField
  readonly mine: string
  readonly theirs: string
  readonly decision: Decision | undefined
  readonly error: string | undefined
  onDecide(decision: Decision): void
}) => {
  const { text } = useOffice()
  const id = useId()
  const shown = (value: string) => {
    if (value === '') return text('conflict.empty')
    return field === 'languageID' ? languageById(Number(value)).name : value
  }
  return (
    <fieldset className={styles.conflict}>
      <legend>{text('conflict.choice', { field: fieldTitle(field, text) })}</legend>
      {(['mine', 'theirs'] as const).map((one) => (
        <label key={one} className={styles.option}>
          <input
            type="radio"
            name={id}
            checked={decision === one}
            aria-invalid={error !== undefined || undefined}
            aria-describedby={error === undefined ? undefined : `${id}-error`}
            onChange={() => onDecide(one)}
          />
          <span>{text(`conflict.${one}`, { value: shown(one === 'mine' ? mine : theirs) })}</span>
        </label>
      ))}
      {error !== undefined && (
        <span id={`${id}-error`} className={styles.error}>
          {error}
        </span>
      )}
    </fieldset>
  )
}
