/** A day, `YYYY-MM-DD`, as a language (its code) writes it, `4 March 2026`. A part that isn't chosen is 0, and is left open. */
export const dayInWords = (value: string, language: string): string => {
  const [year = 0, month = 0, day = 0] = value.split('-').map(Number)
  if (month === 0) return `${day} … ${year}`
  const parts = { ...(day > 0 && { day: 'numeric' as const }), month: 'long', year: 'numeric' } as const
  // As the field has it: the days are those of one calendar and of the same digits in all languages.
  const format = new Intl.DateTimeFormat(language, { ...parts, calendar: 'gregory', numberingSystem: 'latn', timeZone: 'UTC' })
  return format.format(Date.UTC(year, month - 1, day || 1))
}
