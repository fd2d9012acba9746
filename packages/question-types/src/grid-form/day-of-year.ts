/** A day as a field holds it, `YYYY-MM-DD`, in numbers; a part that isn't chosen yet is 0. */
export interface Day {
  readonly year: number
  readonly month: number
  readonly day: number
}

/** The calendar year that it is, for the learner (spec 2 §5: dates are limited to it). */
export const currentYear = (nowMs: number): number => new Date(nowMs).getFullYear()

/** How many days a month has; 31 while none is chosen. */
export const daysIn = (year: number, month: number): number =>
  month === 0 ? 31 : new Date(Date.UTC(year, month, 0)).getUTCDate()

/** The day that a field holds; an empty field has none of this year. */
export const readDay = (value: string, year: number): Day => {
  const [held = year, month = 0, day = 0] = value === '' ? [] : value.split('-').map(Number)
  return { year: held, month, day }
}

const padded = (number: number, length: number) => String(number).padStart(length, '0')

/** What a field holds of a day of this year; nothing where neither part is chosen. A day that its month lacks isn't chosen. */
export const writeDay = ({ month, day }: Pick<Day, 'month' | 'day'>, year: number): string => {
  if (month === 0 && day === 0) return ''
  return `${padded(year, 4)}-${padded(month, 2)}-${padded(day > daysIn(year, month) ? 0 : day, 2)}`
}

/** The months' names in a language, January first. */
export const monthNames = (language: string): string[] => {
  const format = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC', calendar: 'gregory' })
  return Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2000, month, 1)))
}
