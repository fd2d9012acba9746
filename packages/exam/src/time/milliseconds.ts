/** The longest time that an exam may name, in seconds: a year. Anything above is a slip of the pen. */
const mostSeconds = 31_536_000

/**
 * Seconds from elsewhere as milliseconds. What is no time (negative, absent, not a number, a text) is 0, which means not timed;
 * what is longer than a year is a year, so that no sum of times leaves the whole numbers.
 */
export const millisecondsOf = (seconds: unknown): number =>
  typeof seconds === 'number' && seconds > 0 ? Math.round(Math.min(seconds, mostSeconds) * 1000) : 0

/** Milliseconds that may be counted with: none are negative, endless or no number. */
export const countable = (ms: number): number => (ms > 0 ? Math.min(ms, mostSeconds * 1000) : 0)
