import { type CalendarDate, type CalendarDateTime, toCalendarDateTime } from '@internationalized/date'
import { classNames } from '@sitwell/ui/class-names.ts'
import { Icon } from '@sitwell/ui/icon.tsx'
import { useContext, useEffect, useRef, useState } from 'react'
import { DateField as AriaDateField, DateFieldStateContext, DateInput, DateSegment } from 'react-aria-components/DateField'
import { useOfficeTexts } from '../office-texts.tsx'
import styles from './date-field.module.css'
import { dayOf, incompleteDate, momentOf, wallTimeIn, wallTimeOf } from './date-values.ts'
import { FieldFrame, type FieldProps } from './field-frame.tsx'

/** What the typed parts amount to: a text, empty without any of them. */
const Watch = ({ textOf, onText }: { textOf(value: CalendarDate | CalendarDateTime): string; onText(text: string): void }) => {
  const state = useContext(DateFieldStateContext)
  const parts = state?.segments.filter(({ isEditable }) => isEditable) ?? []
  const empty = parts.filter(({ isPlaceholder }) => isPlaceholder).length
  // Boundary: the field is given values of these two kinds alone.
  const value = (state?.value ?? null) as CalendarDate | CalendarDateTime | null
  const partial = empty === parts.length ? '' : incompleteDate
  const text = empty === 0 && value !== null ? textOf(value) : partial
  const latest = useRef(onText)
  latest.current = onText
  useEffect(() => latest.current(text), [text])
  return null
}

interface DateProps extends FieldProps {
  /** Empty: none; `incompleteDate`: only some of it has been typed. */
  readonly value: string
  onChange(value: string): void
}

/** Day, and time of day if asked for, each in parts that are typed; the arrow keys change them too. */
const DateParts = ({
  value,
  onChange,
  isTimed,
  read,
  write,
  ...field
}: DateProps & {
  readonly isTimed: boolean
  read(value: string): CalendarDate | CalendarDateTime | null
  write(value: CalendarDate | CalendarDateTime): string
}) => {
  const { text } = useOfficeTexts()
  const [start, setStart] = useState({ value, round: 0 })
  const reported = useRef(value)
  const box = useRef<HTMLDivElement>(null)
  // Somebody else has set the value: the parts begin again. While it is typed they hold what no value can, half a date.
  if (value !== reported.current) {
    reported.current = value
    setStart(({ round }) => ({ value, round: round + 1 }))
  }
  const report = (next: string) => {
    if (next === reported.current) return
    reported.current = next
    onChange(next)
  }
  const clear = () => {
    setStart(({ round }) => ({ value: '', round: round + 1 }))
    report('')
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('[role="spinbutton"]')?.focus())
  }
  return (
    <FieldFrame {...field} isGroup>
      {({ labelId, describedBy }) => (
        <div ref={box} className={styles.box} data-invalid={field.error === undefined ? undefined : ''}>
          <AriaDateField
            key={start.round}
            aria-labelledby={labelId}
            {...(describedBy === undefined ? {} : { 'aria-describedby': describedBy })}
            defaultValue={read(start.value)}
            granularity={isTimed ? 'minute' : 'day'}
            hourCycle={24}
            shouldForceLeadingZeros
            isRequired={field.isRequired ?? false}
            isInvalid={field.error !== undefined}
            validationBehavior="aria"
            className={styles.field ?? ''}
          >
            <Watch textOf={write} onText={report} />
            <DateInput className={styles.input ?? ''}>
              {(segment) => <DateSegment segment={segment} className={styles.segment ?? ''} />}
            </DateInput>
          </AriaDateField>
          {value !== '' && !field.isRequired && (
            <button
              type="button"
              className={classNames(styles.clear)}
              aria-label={text('date.clear', { label: field.label })}
              onClick={clear}
            >
              <Icon name="close" className={styles.icon} />
            </button>
          )}
        </div>
      )}
    </FieldFrame>
  )
}

/** A day. Its value is `YYYY-MM-DD`. */
export const DateField = (props: DateProps) => (
  <DateParts {...props} isTimed={false} read={dayOf} write={(value) => value.toString().slice(0, 10)} />
)

/** A day and a time as some clock shows them, of whatever zone. Its value is `YYYY-MM-DDTHH:MM`. */
export const WallTimeField = (props: DateProps) => (
  <DateParts {...props} isTimed read={wallTimeIn} write={(value) => toCalendarDateTime(value).toString().slice(0, 16)} />
)

/** A moment, typed as the wall time of the zone that the office shows times in. Its value is ISO 8601, in UTC. */
export const DateTimeField = (props: DateProps) => {
  const { timeZone } = useOfficeTexts()
  return (
    <DateParts
      {...props}
      isTimed
      read={(value) => wallTimeOf(value, timeZone)}
      write={(value) => momentOf(toCalendarDateTime(value), timeZone)}
    />
  )
}
