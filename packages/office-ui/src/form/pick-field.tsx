import { Button } from '@sitwell/ui/button.tsx'
import { classNames } from '@sitwell/ui/class-names.ts'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import density from '../density.module.css'
import { useOfficeTexts } from '../office-texts.tsx'
import { FieldFrame, type FieldProps } from './field-frame.tsx'
import formStyles from './form.module.css'
import { Problem } from './form.tsx'
import styles from './pick-field.module.css'

/** Milliseconds without a key after which what is typed is searched for. */
const pauseMs = 300

/** Something that can be chosen. */
export interface PickOption {
  readonly id: string
  readonly title: string
  /** What tells it from others of the same name. */
  readonly note?: string | undefined
}

interface PickProps extends FieldProps {
  /** What matches the search: as many as are worth showing. */
  readonly options: readonly PickOption[]
  readonly value: PickOption | undefined
  onChange(value: PickOption): void
  /** What is typed, after a pause: `options` are those that match it from then on. */
  onSearch(typed: string): void
  readonly isLoading?: boolean
  /** The options could not be loaded. */
  readonly hasFailed?: boolean
  onRetry?(): void
  /** More match than `options` has. */
  readonly hasMore?: boolean
}

const Options = ({
  name,
  labelId,
  describedBy,
  shown,
  value,
  onChange,
}: Pick<PickProps, 'value' | 'onChange'> & {
  readonly name: string
  readonly labelId: string
  readonly describedBy: string | undefined
  readonly shown: readonly PickOption[]
}) => (
  <div role="radiogroup" aria-labelledby={labelId} aria-describedby={describedBy} className={styles.list}>
    {shown.map((one) => (
      <label key={one.id} className={styles.option}>
        <input type="radio" name={name} checked={one.id === value?.id} onChange={() => onChange(one)} />
        <span className={styles.words}>
          <bdi>{one.title}</bdi>
          {one.note !== undefined && <bdi className={styles.note}>{one.note}</bdi>}
        </span>
      </label>
    ))}
  </div>
)

/** One of many, found by typing, as a field of a form or dialog. What was chosen stays listed, whatever is typed. */
export const PickField = ({
  options,
  value,
  onChange,
  onSearch,
  isLoading = false,
  hasFailed = false,
  onRetry,
  hasMore = false,
  ...field
}: PickProps) => {
  const { text } = useOfficeTexts()
  const name = useId()
  const [typed, setTyped] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const latest = useRef(onSearch)
  latest.current = onSearch
  useEffect(() => {
    const timer = setTimeout(() => latest.current(typed.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  const isOutside = value !== undefined && options.every(({ id }) => id !== value.id)
  const shown = isOutside ? [value, ...options] : options
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      // The field is none that sends the form around it.
      event.preventDefault()
      onSearch(typed.trim())
    }
    if (event.key === 'Escape' && typed !== '') {
      event.preventDefault()
      setTyped('')
      onSearch('')
    }
    if (event.key === 'ArrowDown') {
      event.preventDefault()
      box.current?.querySelector<HTMLElement>('input[type="radio"]')?.focus()
    }
  }
  const found = () => {
    if (isLoading) return text('pick.loading')
    return options.length === 0 ? text('combo.none') : text(hasMore ? 'pick.more' : 'pick.found', { count: options.length })
  }
  return (
    <FieldFrame {...field} isGroup>
      {({ labelId, describedBy }) => (
        <div ref={box} className={classNames(density.compact, styles.pick)}>
          <input
            type="search"
            aria-label={text('pick.search', { label: field.label })}
            aria-invalid={field.error !== undefined || undefined}
            aria-describedby={describedBy}
            placeholder={text('pick.search', { label: field.label })}
            dir="auto"
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            className={classNames(formStyles.control, styles.search)}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={onKeyDown}
          />
          {shown.length > 0 && (
            <Options name={name} labelId={labelId} describedBy={describedBy} shown={shown} value={value} onChange={onChange} />
          )}
          <div role="status" className={styles.found}>
            {hasFailed ? '' : found()}
          </div>
          {hasFailed && (
            <div className={styles.failed}>
              <Problem>{text('pick.failed')}</Problem>
              {onRetry !== undefined && (
                <Button className={density.press} onPress={onRetry}>
                  {text('table.retry')}
                </Button>
              )}
            </div>
          )}
        </div>
      )}
    </FieldFrame>
  )
}
