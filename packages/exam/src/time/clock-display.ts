const minuteMs = 60_000
const secondMs = 1000

/**
 * What the clock of an exam reads (spec 3 §4): from one minute up rounded-up minutes with `m`, from one second up rounded-up
 * seconds with `s`, below one second `0`. Exactly one minute reads `1m` (decisions, the running exam).
 * Another language may have its own signs for minute and second.
 */
export const clockDisplay = (leftMs: number, minute = 'm', second = 's'): string => {
  if (leftMs >= minuteMs) return `${Math.ceil(leftMs / minuteMs)}${minute}`
  if (leftMs >= secondMs) return `${Math.ceil(leftMs / secondMs)}${second}`
  return '0'
}

/** Below one second the clock's outline is thicker (spec 3 §4). */
export const isTimeUp = (leftMs: number) => leftMs < secondMs

/** At or below the warning time the clock turns orange; a warning time of 0 means that there is none. */
export const isWarning = (leftMs: number, warningTimeMs: number) => warningTimeMs > 0 && leftMs <= warningTimeMs

/** Moments, in milliseconds left, at which a screen reader is told the time; besides them the clock is silent. */
const announcedMs = [30 * minuteMs, 10 * minuteMs, 5 * minuteMs, minuteMs, 10 * secondMs]

/** The moment to announce on the way from one time left to a lower one; undefined between the moments. */
export const announcement = (beforeMs: number, leftMs: number, warningTimeMs: number): number | undefined =>
  [...announcedMs, warningTimeMs]
    .filter((moment) => moment > 0 && beforeMs > moment && leftMs <= moment)
    .sort((a, b) => a - b)[0]
