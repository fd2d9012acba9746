/** What the learner has put into the three fields. */
export interface PickedDate {
  readonly day: string
  readonly month: string
  readonly year: string
}

const isNumber = (text: string): boolean => /^\d+$/.test(text.trim())

/** Whether all three say something that could be a whole answer: a year has four figures. */
export const isPicked = ({ day, month, year }: PickedDate): boolean =>
  isNumber(day) && isNumber(month) && isNumber(year) && year.trim().length === 4

/** Day, month and year must all be equal (spec 2 §2). `dateOfBirth` is `YYYY-MM-DD`. */
export const isSameDate = (picked: PickedDate, dateOfBirth: string): boolean => {
  const [year, month, day] = dateOfBirth.slice(0, 10).split('-').map(Number)
  return isPicked(picked) && Number(picked.day) === day && Number(picked.month) === month && Number(picked.year) === year
}

/** A date of birth in words, in the learner's language; no time zone moves it. */
export const dateInWords = (dateOfBirth: string, languageCode: string): string => {
  const date = new Date(`${dateOfBirth.slice(0, 10)}T00:00:00Z`)
  if (Number.isNaN(date.getTime())) return dateOfBirth
  return new Intl.DateTimeFormat(languageCode, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(date)
}
