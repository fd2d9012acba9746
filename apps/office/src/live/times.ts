import type { OfficeText } from '../office-context.tsx'

/** Parts of a length of time, in whole hours, minutes and seconds. */
const partsOf = (seconds: number) => ({
  hours: Math.floor(seconds / 3600),
  minutes: Math.floor((seconds % 3600) / 60),
  seconds: seconds % 60,
})

/**
 * How long ago something was (milliseconds), with seconds in the first hour, because whoever asks after a learner without contact counts them. Rounded
 * up, so that nothing is said to be fresher than it is; what is still to come, by clocks that differ, is 0 seconds ago.
 */
export const agoText = (pastMs: number, text: OfficeText): string => {
  const parts = partsOf(Math.ceil(Math.max(pastMs, 0) / 1000))
  if (parts.hours > 0) return text('live.ago.hours', parts)
  return text(parts.minutes > 0 ? 'live.ago.minutes' : 'live.ago.seconds', parts)
}

/** Below this (ms), time that is left is said in seconds too. */
const closeMs = 5 * 60_000

/** A length of time that is left (milliseconds), rounded down: nobody is told of time that they don't have. */
export const leftText = (leftMs: number, text: OfficeText): string => {
  if (leftMs <= 0) return text('live.left.over')
  const parts = partsOf(Math.floor(leftMs / 1000))
  if (leftMs >= closeMs) return text('live.left.minutes', { minutes: parts.hours * 60 + parts.minutes })
  return text(parts.minutes > 0 ? 'live.left.close' : 'live.left.seconds', parts)
}

/** From this difference on (ms, either way) the clock of a page is flagged. */
export const flaggedFromMs = 2000

/** How the time that a page shows as left compares with the ledger's; below zero the page shows less. */
export const differenceText = (differenceMs: number, text: OfficeText): string => {
  if (Math.abs(differenceMs) <= flaggedFromMs) return text('live.clock.same')
  const parts = partsOf(Math.round(Math.abs(differenceMs) / 1000))
  const minutes = parts.hours * 60 + parts.minutes
  const side = differenceMs < 0 ? 'less' : 'more'
  if (minutes === 0) return text(`live.clock.${side}.seconds`, { seconds: parts.seconds })
  return parts.seconds === 0
    ? text(`live.clock.${side}.minutes`, { minutes })
    : text(`live.clock.${side}.both`, { minutes, seconds: parts.seconds })
}

/** Age of the view in seconds with one decimal, rounded up. */
export const viewAgeSeconds = (ageMs: number, languageCode: string): string =>
  (Math.ceil(Math.max(ageMs, 0) / 100) / 10).toLocaleString(languageCode, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  })

const formats = new Map<string, Intl.DateTimeFormat>()

/** A moment (Unix ms) as the clock of a zone shows it, to the second. */
export const clockSeconds = (atMs: number, timeZone: string, languageCode: string): string => {
  const key = `${languageCode} ${timeZone}`
  const format =
    formats.get(key) ??
    new Intl.DateTimeFormat(languageCode, {
      ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
      timeZone,
    })
  formats.set(key, format)
  return format.format(atMs)
}
