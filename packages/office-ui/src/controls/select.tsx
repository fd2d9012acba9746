import { classNames } from '@sitwell/ui/class-names.ts'
import { useId } from 'react'
import density from '../density.module.css'
import styles from './field.module.css'

export interface Option {
  readonly id: string
  readonly title: string
}

/** One of a few options: the browser's own list, which each device shows in its own way. For more than a dozen there is `ComboBox`. */
export const Select = ({
  label,
  options,
  value,
  onChange,
  isDisabled = false,
}: {
  readonly label: string
  readonly options: readonly Option[]
  /** Id of the option. */
  readonly value: string
  onChange(id: string): void
  readonly isDisabled?: boolean
}) => {
  const id = useId()
  return (
    <div className={classNames(density.compact, styles.field)}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <select
        id={id}
        value={value}
        disabled={isDisabled}
        className={styles.control}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map(({ id: option, title }) => (
          <option key={option} value={option}>
            {title}
          </option>
        ))}
      </select>
    </div>
  )
}
