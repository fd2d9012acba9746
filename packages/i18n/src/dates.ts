const ordinals: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }
const englishOrder = new Intl.PluralRules('en', { type: 'ordinal' })

const partsOf = (atMs: number, timeZone: string, languageCode: string, options: Intl.DateTimeFormatOptions) =>
  Object.fromEntries(
    new Intl.DateTimeFormat(languageCode, { ...options, timeZone, hourCycle: 'h23' })
      .formatToParts(atMs)
      .map(({ type, value }) => [type, value]),
  )

/** The time zone that this browser is set to. */
export const localTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The short name of a time zone at that moment: `GMT`, `CET`, `UTC+3`. It distinguishes what a change of clocks repeats. */
export const zoneName = (atMs: number, timeZone: string, languageCode: string): string =>
  partsOf(atMs, timeZone, languageCode, { timeZoneName: 'short' }).timeZoneName ?? timeZone

const dayMs = 86_400_000

/** The zone behind a date: within a day of a change of clocks one hour comes twice, and a reader may think of the other clock. */
const nearZone = (atMs: number, timeZone: string, languageCode: string): string => {
  const [before, now, after] = [-dayMs, 0, dayMs].map((byMs) => zoneName(atMs + byMs, timeZone, languageCode))
  return before === after ? '' : ` ${now}`
}

/** As {@link longDate}, without the zone: for texts that name it themselves. */
export const dateWithoutZone = (atMs: number, timeZone: string, languageCode: string): string => {
  const time = { hour: '2-digit', minute: '2-digit' } as const
  if (!languageCode.startsWith('en')) {
    const day = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const
    return new Intl.DateTimeFormat(languageCode, { ...day, ...time, timeZone, hourCycle: 'h23' }).format(atMs)
  }
  const { weekday, month, day, year } = partsOf(atMs, timeZone, languageCode, {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    year: 'numeric',
  })
  const { hour, minute } = partsOf(atMs, timeZone, languageCode, time)
  return `${weekday}, ${month} ${day}${ordinals[englishOrder.select(Number(day))] ?? 'th'} ${year}, ${hour}:${minute}`
}

/**
 * `dddd, MMMM Do YYYY, HH:mm` (spec 2 §2) in the learner's time zone: `Saturday, November 21st 2026, 11:30`. Ordinals are
 * English; other languages have the same parts in their own order. Within a day of a change of clocks the zone is named too.
 */
export const longDate = (atMs: number, timeZone: string, languageCode: string): string =>
  dateWithoutZone(atMs, timeZone, languageCode) + nearZone(atMs, timeZone, languageCode)

/** `DD/MM/YY, HH:mm` (spec 2 §2) in the learner's time zone, in every language; with the zone as {@link longDate}. */
export const shortDate = (atMs: number, timeZone: string, languageCode: string): string => {
  const { day, month, year, hour, minute } = partsOf(atMs, timeZone, 'en-GB', {
    day: '2-digit',
    month: '2-digit',
    year: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  return `${day}/${month}/${year}, ${hour}:${minute}${nearZone(atMs, timeZone, languageCode)}`
}

/** The server clock: hours, minutes and seconds. */
export const clockTime = (atMs: number, timeZone: string, languageCode: string): string =>
  new Intl.DateTimeFormat(languageCode, { timeStyle: 'medium', timeZone, hourCycle: 'h23' }).format(atMs)
