/** The longest time that an exam may name, in seconds: a year. Anything above is a slip of the pen. */
const mostSeconds = 31_536_000

/**
 * Converts seconds from an outside source into milliseconds. Invalid values (negative, missing, not a number, a text) become 0,
 * which means not timed; more than a year becomes a year, so that sums of times stay whole numbers.
 */
export const millisecondsOf = (seconds: unknown): number =>
  typeof seconds === 'number' && seconds > 0 ? Math.round(Math.min(seconds, mostSeconds) * 1000) : 0

/** Milliseconds that may be counted with: none are negative, endless or no number. */
export const countable = (ms: number): number => (ms > 0 ? Math.min(ms, mostSeconds * 1000) : 0)
