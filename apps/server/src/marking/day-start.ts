const hourMs = 3_600_000

/** The longest day of any zone has 25 hours, and a whole day was left out by some when they crossed the date line. */
const longestDayMs = 26 * hourMs

/** The first moment (Unix ms) of the day that it is at `nowMs` in a time zone of the IANA database. Throws a RangeError if there is no such zone. */
export const dayStartedAt = (nowMs: number, zone: string): number => {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' })
  const day = format.format(nowMs)
  let [before, within] = [nowMs - longestDayMs, nowMs]
  while (within - before > 1) {
    const middle = Math.floor((before + within) / 2)
    if (format.format(middle) === day) within = middle
    else before = middle
  }
  return within
}
