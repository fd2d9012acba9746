import type { ReactNode } from 'react'
import styles from './fields.module.css'
import type { GridField } from './form.ts'

/** The label of a field above it. */
export const FieldFrame = ({
  field,
  elementId,
  children,
}: {
  readonly field: GridField
  readonly elementId: string
  readonly children: ReactNode
}) => (
  <div className={styles.frame}>
    <label htmlFor={elementId} className={field.hidesLabel ? styles.unseen : styles.label}>
      {field.label}
    </label>
    {children}
  </div>
)

/** Several controls that share one label. */
export const FieldGroup = ({
  field,
  elementId,
  role = 'group',
  hint,
  children,
}: {
  readonly field: GridField
  readonly elementId: string
  readonly role?: 'group' | 'radiogroup'
  readonly hint?: string | undefined
  readonly children: ReactNode
}) => (
  // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles take a name
  <div
    id={elementId}
    role={role}
    aria-labelledby={`${elementId}-label`}
    aria-describedby={hint === undefined ? undefined : `${elementId}-hint`}
    className={styles.frame}
  >
    <span id={`${elementId}-label`} className={field.hidesLabel ? styles.unseen : styles.label}>
      {field.label}
    </span>
    {hint !== undefined && (
      <span id={`${elementId}-hint`} className={styles.hint}>
        {hint}
      </span>
    )}
    {children}
  </div>
)
