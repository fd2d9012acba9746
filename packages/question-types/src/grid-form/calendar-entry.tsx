import { CalendarDate, GregorianCalendar } from '@internationalized/date'
import { useMemo } from 'react'
import { Button } from 'react-aria-components/Button'
import { Calendar, CalendarGrid, CalendarHeading } from 'react-aria-components/Calendar'
import { useLocale } from 'react-aria-components/I18nProvider'
import styles from './calendar.module.css'
import { CalendarDay, dayFormats } from './calendar-day.tsx'
import { currentYear, readDay, writeDay } from './day-of-year.ts'
import { FieldGroup } from './field-frame.tsx'
import fields from './fields.module.css'
import type { ComponentOf } from './form.ts'
import type { FormHands } from './form-hands.ts'

const gregorian = () => new GregorianCalendar()

/** A calendar of this year; it opens at its chosen day, else in the month that the form names. */
export const CalendarEntry = ({ field, hands }: { readonly field: ComponentOf<'calendar'>; readonly hands: FormHands }) => {
  const { answer, isLocked, text, fill, elementId, nowMs } = hands
  const { locale } = useLocale()
  const formats = useMemo(() => dayFormats(locale), [locale])
  const year = currentYear(nowMs())
  const id = elementId(field.id)
  const value = answer.values.get(field.id) ?? ''
  const chosen = readDay(value, year)
  const isChosen = chosen.month > 0 && chosen.day > 0
  return (
    <FieldGroup field={field} elementId={id}>
      <Calendar
        className={styles.calendar ?? ''}
        aria-labelledby={`${id}-label`}
        createCalendar={gregorian}
        minValue={new CalendarDate(year, 1, 1)}
        maxValue={new CalendarDate(year, 12, 31)}
        {...(!isChosen && { defaultFocusedValue: new CalendarDate(year, field.month, 1) })}
        value={isChosen ? new CalendarDate(chosen.year, chosen.month, chosen.day) : null}
        isReadOnly={isLocked}
        onChange={(date: CalendarDate) => fill(field, writeDay(date, year))}
      >
        <header className={styles.head}>
          <Button slot="previous" aria-label={text('question.gridPreviousMonth')} className={styles.turn ?? ''}>
            <span aria-hidden="true" className={styles.back} />
          </Button>
          <CalendarHeading className={styles.month ?? ''} />
          <Button slot="next" aria-label={text('question.gridNextMonth')} className={styles.turn ?? ''}>
            <span aria-hidden="true" className={styles.on} />
          </Button>
        </header>
        <CalendarGrid className={styles.grid ?? ''}>{(date) => <CalendarDay date={date} formats={formats} />}</CalendarGrid>
      </Calendar>
      {value !== '' && !isLocked && (
        <button type="button" className={fields.quiet} onClick={() => fill(field, '')}>
          {text('question.gridClearDate')}
        </button>
      )}
    </FieldGroup>
  )
}
