/** Milliseconds of a time span of SCORM 1.2 (`0001:30:00.00`) or of 2004 (`PT1H30M`); undefined if it is none. */
export const durationMs = (text: string | undefined): number | undefined => {
  const plain = text?.trim() ?? ''
  const clock = /^(\d{1,4}):(\d{1,2}):(\d{1,2}(?:\.\d+)?)$/.exec(plain)
  if (clock) return ((Number(clock[1]) * 60 + Number(clock[2])) * 60 + Number(clock[3])) * 1000
  const span = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/.exec(plain)
  if (!span || !/\d/.test(plain)) return undefined
  const [years, months, days, hours, minutes, seconds] = span.slice(1).map((part) => Number(part ?? 0))
  const dayCount = (years ?? 0) * 365 + (months ?? 0) * 30 + (days ?? 0)
  return Math.round((((dayCount * 24 + (hours ?? 0)) * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0)) * 1000)
}
