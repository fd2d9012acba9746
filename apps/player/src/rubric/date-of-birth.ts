/** What the learner has picked or typed. */
export interface PickedDate {
  readonly day: string
  readonly month: string
  readonly year: string
}

const isNumber = (text: string): boolean => /^\d+$/.test(text.trim())

/** Whether all three could be a whole answer. A date field gives a year that is still being typed leading zeros: `0019`. */
export const isPicked = ({ day, month, year }: PickedDate): boolean =>
  isNumber(day) && isNumber(month) && isNumber(year) && Number(year) >= 1000

/** The parts of a date field's value: `YYYY-MM-DD`, or empty while it is not complete. */
export const readIsoDate = (value: string): PickedDate => {
  const [year = '', month = '', day = ''] = value.split('-')
  return { day, month, year }
}

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
