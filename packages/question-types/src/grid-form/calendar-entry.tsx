import { CalendarDate, GregorianCalendar, getWeeksInMonth } from '@internationalized/date'
import { usePainted } from '@sitwell/layer/use-painted.ts'
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

/** The place of a calendar until it comes: what is below it must not move then. */
const CalendarPlace = ({ title, weeks }: { readonly title: string; readonly weeks: number }) => (
  <div className={styles.calendar} aria-hidden="true">
    <div className={styles.head}>
      <span className={styles.turn} />
      <h2 className={styles.month}>{title}</h2>
      <span className={styles.turn} />
    </div>
    <table className={`${styles.grid} ${styles.empty}`} cellPadding="0">
      <thead>
        <tr>
          <th>{'\u00a0'}</th>
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: weeks }, (_, week) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
          <tr key={week}>
            <td>
              <div className={styles.cell} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

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
  const isPainted = usePainted()
  const opened = new CalendarDate(year, isChosen ? chosen.month : field.month, 1)
  return (
    <FieldGroup field={field} elementId={id}>
      {isPainted ? (
        <Calendar
          className={styles.calendar ?? ''}
          aria-labelledby={`${id}-label`}
          createCalendar={gregorian}
          minValue={new CalendarDate(year, 1, 1)}
          maxValue={new CalendarDate(year, 12, 31)}
          {...(!isChosen && { defaultFocusedValue: opened })}
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
      ) : (
        <CalendarPlace title={formats.month.format(opened.toDate('UTC'))} weeks={getWeeksInMonth(opened, locale)} />
      )}
      {value !== '' && !isLocked && (
        <button type="button" className={fields.quiet} onClick={() => fill(field, '')}>
          {text('question.gridClearDate')}
        </button>
      )}
    </FieldGroup>
  )
}
