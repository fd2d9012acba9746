import type { Option } from '../controls/select.tsx'
import { FieldFrame, type FieldProps } from './field-frame.tsx'
import styles from './form.module.css'

/** One of a few options, as a field of a form. */
export const Choice = ({
  value,
  onChange,
  options,
  ...field
}: FieldProps & {
  /** Id of the option. */
  readonly value: string
  onChange(id: string): void
  readonly options: readonly Option[]
}) => (
  <FieldFrame {...field}>
    {({ id, describedBy }) => (
      <select
        id={id}
        value={value}
        aria-required={field.isRequired || undefined}
        aria-invalid={field.error !== undefined || undefined}
        aria-describedby={describedBy}
        className={styles.control}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map(({ id: option, title }) => (
          <option key={option} value={option}>
            {title}
          </option>
        ))}
      </select>
    )}
  </FieldFrame>
)
