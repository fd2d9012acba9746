const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** SCORM 1.2: hours, minutes and seconds, `0000:05:30.25`. */
const clock = /^(\d{2,4}):(\d{2}):(\d{2}(?:\.\d{1,2})?)$/

/** SCORM 2004: a duration of ISO 8601 without years and months, whose length nobody knows. */
const duration = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/

/** Milliseconds of a time that a SCO counted, as either standard writes it; undefined for anything else. */
export const courseTimeMs = (text: string): number | undefined => {
  const [, hours, minutes, seconds] = clock.exec(text) ?? []
  if (hours !== undefined) return Math.round(Number(hours) * hourMs + Number(minutes) * minuteMs + Number(seconds) * secondMs)
  const found = duration.exec(text)
  if (!found) return undefined
  const [days = 0, ...rest] = found.slice(1).map((part) => Number(part ?? 0))
  const [inHours = 0, inMinutes = 0, inSeconds = 0] = rest
  const ms = Math.round(days * dayMs + inHours * hourMs + inMinutes * minuteMs + inSeconds * secondMs)
  return Number.isSafeInteger(ms) ? ms : undefined
}
