import {
  type CalendarDate,
  type CalendarDateTime,
  fromAbsolute,
  parseDate,
  parseDateTime,
  toCalendarDateTime,
  toZoned,
} from '@internationalized/date'

/** What a date field holds while only some of it has been typed. No server takes it for a date. */
export const incompleteDate = 'incomplete'

/** The day that `YYYY-MM-DD` names; null if it names none. */
export const dayOf = (value: string): CalendarDate | null => {
  try {
    return parseDate(value)
  } catch {
    return null
  }
}

/** The wall time that `YYYY-MM-DDTHH:MM` names; null if it names none. */
export const wallTimeIn = (value: string): CalendarDateTime | null => {
  try {
    return parseDateTime(value)
  } catch {
    return null
  }
}

/** The wall time, in the given zone, of a moment in ISO 8601; null if it names none. */
export const wallTimeOf = (moment: string, timeZone: string): CalendarDateTime | null => {
  const atMs = Date.parse(moment)
  return Number.isNaN(atMs) ? null : toCalendarDateTime(fromAbsolute(atMs, timeZone))
}

/**
 * The moment (ISO 8601) at which clocks of the zone show the wall time. One that they skip moves forward by what they skip; of one that they
 * show twice it is the first.
 */
export const momentOf = (wallTime: CalendarDateTime, timeZone: string): string =>
  toZoned(wallTime, timeZone, 'compatible').toAbsoluteString()
