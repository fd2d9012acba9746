import { type CalendarDate, DateFormatter, isSameDay, isSameMonth, isToday } from '@internationalized/date'
import { useContext, useState } from 'react'
import { CalendarCell, CalendarStateContext } from 'react-aria-components/Calendar'
import styles from './calendar.module.css'

export interface DayFormats {
  /** Of the day's name for screen readers. */
  readonly long: DateFormatter
  /** Of its number in the grid. */
  readonly number: DateFormatter
  /** Of its month, above the grid. */
  readonly month: DateFormatter
}

/** As React Aria's cells write a day. */
export const dayFormats = (language: string): DayFormats => {
  const of = (options: Intl.DateTimeFormatOptions) =>
    new DateFormatter(language, { ...options, timeZone: 'UTC', calendar: 'gregory' })
  return {
    long: of({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
    number: of({ day: 'numeric' }),
    month: of({ month: 'long', year: 'numeric' }),
  }
}

/**
 * A day of a calendar. React Aria's cell costs ten times what a cell does, and a month has 42: a day is one once there is more to say of
 * it than its date, or once it had the focus, and stays one then, so that no element goes that has the focus (decision 121). The keys are
 * those of the grid around it.
 */
export const CalendarDay = ({ date, formats }: { readonly date: CalendarDate; readonly formats: DayFormats }) => {
  const state = useContext(CalendarStateContext)
  const [isWhole, setWhole] = useState(false)
  if (!state) return <td />
  const { minValue, maxValue, timeZone } = state
  const isEither = (one: typeof minValue) => one != null && isSameDay(one, date)
  const isMore =
    isSameDay(date, state.focusedDate) ||
    state.isSelected(date) ||
    isToday(date, timeZone) ||
    isEither(minValue) ||
    isEither(maxValue)
  if (isMore && !isWhole) setWhole(true)
  if (isMore || isWhole) return <CalendarCell date={date} className={styles.cell ?? ''} />

  const isOutside = !isSameMonth(state.visibleRange.start, date)
  const isDisabled = isOutside || state.isCellDisabled(date)
  const goTo = () => {
    if (isDisabled) return
    state.setFocusedDate(date)
    state.setFocused(true)
  }
  const native = date.toDate('UTC')
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of React Aria's grid
    // biome-ignore lint/a11y/useFocusableInteractive: what has the focus is within it
    <td role="gridcell" aria-disabled={isDisabled || undefined}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the keys */}
      <div
        role="button"
        tabIndex={isDisabled ? undefined : -1}
        className={styles.cell}
        aria-disabled={isDisabled || undefined}
        aria-label={formats.long.format(native)}
        data-disabled={isDisabled || undefined}
        data-outside-month={isOutside || undefined}
        // The focus comes with the click, once the day is there that keeps it.
        onMouseDown={(event) => !isDisabled && !state.isReadOnly && event.preventDefault()}
        onContextMenu={(event) => event.preventDefault()}
        onFocus={goTo}
        onClick={() => {
          if (isDisabled || state.isReadOnly) return
          state.selectDate(date)
          goTo()
        }}
      >
        {formats.number.formatToParts(native).find(({ type }) => type === 'day')?.value}
      </div>
    </td>
  )
}
