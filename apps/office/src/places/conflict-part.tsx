import { useId, useState } from 'react'
import { useOffice } from '../office-context.tsx'
import type { Decision } from '../people/conflict-choice.tsx'
import styles from '../people/edit-person.module.css'
import type { useEditedPlace } from './use-edited-place.ts'

type Edited<Field extends string> = Pick<
  ReturnType<typeof useEditedPlace<Field, object>>,
  'conflict' | 'decide' | 'errors' | 'values'
>

/** Says that somebody else changed it meanwhile. There from the start, so that what comes into it is announced. */
export const ConflictNote = <Field extends string>({
  edited: { conflict },
  name,
  titleOf,
}: {
  readonly edited: Edited<Field>
  readonly name: string
  titleOf(field: Field): string
}) => {
  const { text } = useOffice()
  // The page behind the form may learn of another name meanwhile.
  const [openedAs] = useState(name)
  return (
    <div role="status">
      {conflict !== undefined && (
        <div className={styles.explain}>
          <p className={styles.first}>{text('conflict.title', { name: openedAs })}</p>
          <p>{text(conflict.fields.length > 0 ? 'conflict.explain' : 'conflict.noneLeft')}</p>
          {conflict.taken.length > 0 && (
            <p>{text('conflict.taken', { fields: conflict.taken.map((field) => titleOf(field)).join(', ') })}</p>
          )}
        </div>
      )}
    </div>
  )
}

/** Below a field that two people changed: both values, of which one is chosen. Nothing if nobody else changed it. */
export const ConflictOf = <Field extends string>({
  edited: { conflict, decide, errors },
  field,
  title,
  shown = (value) => value,
}: {
  readonly edited: Edited<Field>
  readonly field: Field
  readonly title: string
  /** A value in words. */
  shown?(value: string): string
}) => {
  const { text } = useOffice()
  const id = useId()
  if (conflict === undefined || !conflict.fields.includes(field)) return null
  const error = errors[field]
  const decisions: readonly Decision[] = ['mine', 'theirs']
  return (
    <fieldset className={styles.conflict}>
      <legend>{text('conflict.choice', { field: title })}</legend>
      {decisions.map((one) => (
        <label key={one} className={styles.option}>
          <input
            type="radio"
            name={id}
            checked={conflict.decided[field] === one}
            aria-invalid={error !== undefined || undefined}
            aria-describedby={error === undefined ? undefined : `${id}-error`}
            onChange={() => decide(field, one)}
          />
          <span>{text(`conflict.${one}`, { value: shown(conflict[one][field]) || text('conflict.empty') })}</span>
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

/** Whether two people changed a field, so that its error is at the choice between both values. */
export const isContested = <Field extends string>({ conflict }: Edited<Field>, field: Field): boolean =>
  conflict?.fields.includes(field) ?? false
