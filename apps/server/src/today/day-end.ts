const hourMs = 3_600_000

const formats = new Map<string, Intl.DateTimeFormat>()

const formatOf = (zone: string): Intl.DateTimeFormat => {
  const known = formats.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' })
  formats.set(zone, made)
  return made
}

/** The longest day of any zone has 25 hours, and a whole day was left out by some when they crossed the date line. */
const longestDayMs = 26 * hourMs

/**
 * The first moment (Unix ms) that is no longer the day of `nowMs` in a time zone of the IANA database. Throws a RangeError if there is no such zone.
 */
export const dayEndsAt = (nowMs: number, zone: string): number => {
  const format = formatOf(zone)
  const day = format.format(nowMs)
  // The day is over somewhere between these two; the moment is found to the millisecond.
  let [within, after] = [nowMs, nowMs + longestDayMs]
  while (after - within > 1) {
    const middle = Math.floor((within + after) / 2)
    if (format.format(middle) === day) within = middle
    else after = middle
  }
  return after
}
